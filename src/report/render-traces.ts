/** `jsmop traces`: the unique traces of a run, filtered, with the totals that explicit traces are kept for. */

import { groupDigits } from './group-digits.ts'
import { compareText } from './rank-violations.ts'
import { countTraces, lengthOf, type TraceSet, type UniqueTrace } from './trace-set.ts'

export interface TraceFilter {
  readonly spec?: string
  /** A file, or `file:line`: some event of the trace happened there. */
  readonly place?: string
  /** A part of the file or the names of a test that produced it. */
  readonly test?: string
  /** Occurred at least or at most so often. */
  readonly least?: number
  readonly most?: number
  readonly violating?: boolean
  readonly partial?: boolean
}

export function selectTraces(set: TraceSet, filter: TraceFilter): UniqueTrace[] {
  const { spec, place, test, least = 0, most = Infinity, violating, partial } = filter
  const sites = place === undefined ? undefined : matchingSites(set, place)
  const tests = test === undefined ? undefined : matchingTests(set, test)
  return set.traces.filter(
    (trace) =>
      (spec === undefined || trace.spec === spec) &&
      trace.count >= least &&
      trace.count <= most &&
      (violating === undefined || (trace.violating === true) === violating) &&
      (partial === undefined || (trace.partial === true) === partial) &&
      (sites === undefined || trace.events.some(([, site]) => sites.has(site))) &&
      (tests === undefined || trace.tests.some((number) => tests.has(number))),
  )
}

function matchingSites({ sites }: TraceSet, place: string): Set<number> {
  return numbersOf(sites, ([file, line]) => file === place || `${file}:${line}` === place)
}

function matchingTests({ tests }: TraceSet, text: string): Set<number> {
  return numbersOf(tests, ({ file, path }) => [file, ...path].join(' > ').includes(text))
}

function numbersOf<T>(table: readonly T[], matches: (entry: T) => boolean): Set<number> {
  return new Set(table.flatMap((entry, number) => (matches(entry) ? [number] : [])))
}

/** At most `limit` traces, each with its events one a line; then totals of all that were selected. */
export function renderTraces(set: TraceSet, selected: readonly UniqueTrace[], limit: number): string {
  const lines = selected.slice(0, limit).flatMap((trace) => [...renderTrace(set, trace), ''])
  if (selected.length > limit) lines.push(`… ${count(selected.length - limit, 'unique trace')} more (--limit)`, '')
  return `${[...lines, ...totals(set, selected)].join('\n')}\n`
}

function renderTrace(set: TraceSet, trace: UniqueTrace): string[] {
  const notes = [
    trace.violating === true ? 'violating' : undefined,
    trace.partial === true ? 'binds only some parameters' : undefined,
  ].filter((note) => note !== undefined)
  const width = Math.max(...trace.events.map(([event]) => event.length))
  return [
    `${trace.spec}  ×${groupDigits(trace.count)}${notes.length === 0 ? '' : `  (${notes.join(', ')})`}`,
    ...trace.events.map(([event, site, times]) => {
      const [file, line, column] = set.sites[site]!
      const place = line === 0 ? '(not in your code)' : `${file}:${line}:${column}`
      return `  ${event.padEnd(width)}  ${place}${times === 1 ? '' : `  ×${groupDigits(times)}`}`
    }),
    ...(trace.tests.length === 0 ? [] : [`  tests: ${nameTests(set, trace.tests)}`]),
  ]
}

function nameTests({ tests }: TraceSet, numbers: readonly number[]): string {
  const names = numbers.slice(0, 3).map((number) => [tests[number]!.file, ...tests[number]!.path].join(' > '))
  return `${names.join('; ')}${numbers.length > 3 ? `; and ${numbers.length - 3} more` : ''}`
}

/** A line for each spec, and one for all. */
function totals(set: TraceSet, selected: readonly UniqueTrace[]): string[] {
  const specs = [...new Set(selected.map(({ spec }) => spec))].sort(compareText)
  const line = (name: string, traces: readonly UniqueTrace[]) => {
    const { traces: all, uniqueTraces, withoutRepetitions, longest } = countTraces(traces)
    const duplicates = all === 0 ? 0 : ((all - uniqueTraces) / all) * 100
    return (
      `${name}: ${count(all, 'trace')}, ${groupDigits(uniqueTraces)} unique (${duplicates.toFixed(1)} % duplicates), ` +
      `${groupDigits(withoutRepetitions)} when repetitions count once; longest ${count(longest, 'event')}`
    )
  }
  const cut = Object.entries(set.cut ?? {}).map(
    ([spec, instances]) => `${spec}: ${count(instances, 'trace')} ended early, since the store was full`,
  )
  const perSpec =
    specs.length < 2
      ? []
      : specs.map((spec) =>
          line(
            spec,
            selected.filter((trace) => trace.spec === spec),
          ),
        )
  return [...perSpec, line(specs.length === 1 ? specs[0]! : 'all', selected), ...cut]
}

function count(number: number, noun: string): string {
  return `${groupDigits(number)} ${noun}${number === 1 ? '' : 's'}`
}

/** One trace a line, with its places and tests, for other programs. */
export function tracesAsJson(set: TraceSet, selected: readonly UniqueTrace[]): string {
  const traces = selected.map(({ events, tests, ...trace }) => ({
    ...trace,
    length: lengthOf({ ...trace, events, tests }),
    tests: tests.map((number) => set.tests[number]!),
    events: events.map(([event, site, times]) => {
      const [file, line, column] = set.sites[site]!
      return { event, file, line, column, times }
    }),
  }))
  return `${JSON.stringify({ schema: 1, totals: countTraces(selected), traces }, null, 2)}\n`
}

/** What `--reduce` chose: the tests in the order of their files. */
export interface ReducedTests {
  readonly tests: readonly { readonly file: string; readonly path: readonly string[]; readonly ms?: number }[]
  readonly of: number
  readonly traces: number
  /** Traces that no test is known to have left behind: made while files were loaded, or by tests that overlapped. */
  readonly outside: number
  readonly ms: number
  readonly allMs: number
  /** No smaller time is possible; equal to `ms` when the choice is known to be the least. */
  readonly bound: number
}

export function renderReduction({ tests, of, traces, outside, ms, allMs, bound }: ReducedTests): string {
  const sorted = [...tests].sort((a, b) =>
    compareText(JSON.stringify([a.file, a.path]), JSON.stringify([b.file, b.path])),
  )
  const share = allMs === 0 ? '' : `, ${((ms / allMs) * 100).toFixed(1)} % of the time`
  const exact = ms - bound <= 1e-6
  return [
    ...sorted.map(({ file, path }) => [file, ...path].join(' > ')),
    '',
    `Needed for ${count(traces, 'unique trace')}: ${groupDigits(tests.length)} of ${count(of, 'test')}${share}.`,
    exact
      ? 'No quicker choice does.'
      : `The quickest choice takes at least ${bound.toFixed(0)} ms; this one takes ${ms.toFixed(0)} ms.`,
    ...(outside === 0 ? [] : [`${count(outside, 'unique trace')} cannot be told to any test and are left out.`]),
    '',
  ].join('\n')
}
