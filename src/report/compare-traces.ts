/**
 * Two runs of the same code by their traces: which unique traces only one of them has, how often the others occurred in
 * each, and, for a trace that only one run has, where it leaves the closest trace of the other: the first event that
 * differs. Traces are sorted as sequences of (event, place) with runs spelt out by length, so the trace with the longest
 * common beginning is a neighbour in that order: O(n log n) comparisons for all.
 */

import { compareText } from './rank-violations.ts'
import { openTraces, type OpenTrace, testKey, type TraceSet } from './trace-set.ts'

type Step = OpenTrace['events'][number]

export interface Divergence {
  /** The trace that only one run has. */
  readonly trace: OpenTrace
  /** The trace of the other run that agrees with it the longest; undefined when that has none of the spec. */
  readonly closest: OpenTrace | undefined
  /** How many steps agree. */
  readonly common: number
  /** The first step that differs; undefined where the trace has ended. */
  readonly here: Step | undefined
  readonly there: Step | undefined
}

export interface CountChange {
  readonly trace: OpenTrace
  readonly before: number
  readonly after: number
}

export interface TraceComparison {
  /** Only in the second. */
  readonly appeared: readonly Divergence[]
  /** Only in the first. */
  readonly gone: readonly Divergence[]
  /** In both, not equally often. */
  readonly changed: readonly CountChange[]
  readonly same: number
}

export function compareTraceSets(first: TraceSet, second: TraceSet): TraceComparison {
  const before = bySpec(openTraces(first))
  const after = bySpec(openTraces(second))
  const appeared: Divergence[] = []
  const gone: Divergence[] = []
  const changed: CountChange[] = []
  let same = 0
  for (const spec of [...new Set([...before.keys(), ...after.keys()])].sort(compareText)) {
    const a = before.get(spec) ?? []
    const b = after.get(spec) ?? []
    const known = new Map(a.map((trace) => [keyOf(trace), trace]))
    const missing = new Set(known.keys())
    const fresh: OpenTrace[] = []
    for (const trace of b) {
      const other = known.get(keyOf(trace))
      if (other === undefined) fresh.push(trace)
      else {
        missing.delete(keyOf(trace))
        if (other.count === trace.count) same += 1
        else changed.push({ trace, before: other.count, after: trace.count })
      }
    }
    appeared.push(...fresh.map((trace) => divergence(trace, a)))
    gone.push(...[...missing].map((key) => divergence(known.get(key)!, b)))
  }
  return { appeared, gone, changed, same }
}

/** Traces by spec, each list sorted. */
function bySpec(traces: readonly OpenTrace[]): Map<string, OpenTrace[]> {
  const groups = new Map<string, OpenTrace[]>()
  for (const trace of traces) {
    const group = groups.get(trace.spec)
    if (group === undefined) groups.set(trace.spec, [trace])
    else group.push(trace)
  }
  for (const group of groups.values()) group.sort(compareTraces)
  return groups
}

function keyOf({ events }: OpenTrace): string {
  return JSON.stringify(events)
}

function divergence(trace: OpenTrace, others: readonly OpenTrace[]): Divergence {
  let low = 0
  let high = others.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareTraces(others[middle]!, trace) < 0) low = middle + 1
    else high = middle
  }
  const neighbours = [others[low - 1], others[low]].filter((other) => other !== undefined)
  const best = neighbours
    .map((other) => ({ other, common: commonSteps(trace, other) }))
    .reduce((most, each) => (each.common > most.common ? each : most), { other: neighbours[0], common: -1 })
  const common = Math.max(0, best.common)
  return {
    trace,
    closest: best.other,
    common,
    here: trace.events[common],
    there: best.other?.events[common],
  }
}

function commonSteps(a: OpenTrace, b: OpenTrace): number {
  let common = 0
  while (
    common < a.events.length &&
    common < b.events.length &&
    compareSteps(a.events[common]!, b.events[common]!) === 0
  )
    common += 1
  return common
}

function compareTraces(a: OpenTrace, b: OpenTrace): number {
  const common = commonSteps(a, b)
  if (common === a.events.length || common === b.events.length) return a.events.length - b.events.length
  return compareSteps(a.events[common]!, b.events[common]!)
}

function compareSteps([event, place, times]: Step, [otherEvent, otherPlace, otherTimes]: Step): number {
  return (
    compareText(event, otherEvent) ||
    compareText(place[0], otherPlace[0]) ||
    place[1] - otherPlace[1] ||
    place[2] - otherPlace[2] ||
    times - otherTimes
  )
}

/** As `jsmop diff` prints it. At most `limit` traces of each kind. */
export function renderTraceComparison(comparison: TraceComparison, limit: number): string {
  const { appeared, gone, changed, same } = comparison
  const parts = [
    ...section('only in the second run', appeared, limit, (each) => renderDivergence(each, 'first')),
    ...section('only in the first run', gone, limit, (each) => renderDivergence(each, 'second')),
    ...section('in both runs, not equally often', changed, limit, ({ trace, before, after }) => [
      `  ${trace.spec}: ${before} → ${after}`,
      `    ${summarize(trace)}`,
    ]),
  ]
  return `${[...parts, `${same} unique trace${same === 1 ? ' is' : 's are'} the same in both runs`].join('\n')}\n`
}

function section<T>(title: string, items: readonly T[], limit: number, render: (item: T) => string[]): string[] {
  if (items.length === 0) return []
  const more = items.length - limit
  return [
    `${items.length} unique trace${items.length === 1 ? '' : 's'} ${title}`,
    ...items.slice(0, limit).flatMap(render),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function renderDivergence({ trace, closest, common, here, there }: Divergence, other: string): string[] {
  const lines = [`  ${trace.spec}, ${trace.count} time${trace.count === 1 ? '' : 's'}: ${summarize(trace)}`]
  if (closest === undefined) lines.push(`    the ${other} run has no trace of this spec`)
  else {
    const alike = common === 0 ? 'from the first event on' : `after ${common} equal step${common === 1 ? '' : 's'}`
    lines.push(`    differs ${alike}: here ${stepText(here)}, in the ${other} run ${stepText(there)}`)
  }
  if (trace.tests.length > 0) lines.push(`    tests: ${testNames(trace)}`)
  if (closest !== undefined && closest.tests.length > 0)
    lines.push(`    tests in the ${other} run: ${testNames(closest)}`)
  return lines
}

function stepText(step: Step | undefined): string {
  if (step === undefined) return 'nothing more'
  const [event, [file, line, column], times] = step
  const where = line === 0 ? '' : ` at ${file}:${line}:${column}`
  return `${event}${times === 1 ? '' : ` ×${times}`}${where}`
}

/** The events of a trace in a line. */
function summarize({ events }: Pick<OpenTrace, 'events'>, most = 12): string {
  const shown = events.slice(0, most).map(([event, , times]) => (times === 1 ? event : `${event}×${times}`))
  return `${shown.join(' ')}${events.length > most ? ` … ${events.length - most} more` : ''}`
}

function testNames({ tests }: Pick<OpenTrace, 'tests'>): string {
  const names = [...new Map(tests.map((test) => [testKey(test), [test.file, ...test.path].join(' > ')])).values()]
  return names.length <= 3 ? names.join('; ') : `${names.slice(0, 3).join('; ')}; and ${names.length - 3} more`
}
