/**
 * Unique traces with their counts, as `traces.jsonl` keeps them, and how sets of them are merged: those of the sessions of
 * a run, of shards, of any number of runs. A set is in *normal form* (tables sorted, every trace once), so merging is
 * associative and commutative, and equal sets are equal texts.
 *
 *     {"schema":1,"sites":[["src/a.js",3,5],…],"times":[[{"runner":"vitest","file":"test/a.test.js","path":["…"]},12],…]}
 *     {"spec":"map/no-change-while-iterating","count":4,"tests":[{"runner":…}],"events":[["create",0,1],["next",2,8]]}
 *
 * Sites are numbers into the table of the first line; `times` there says how many milliseconds tests took. `partial`: the
 * instance bound only some of the spec's parameters. `violating`: a report was made of it. `cut`, in the first line: per
 * spec, instances whose trace was ended because the store was full.
 */

import { UserError } from '../diagnostics/user-error.ts'
import { compareText } from './rank-violations.ts'
import type { TestIdentity } from './result.ts'

export type TracePlace = readonly [file: string, line: number, column: number]

/** `times` in a row. */
export type TracedEvent = readonly [event: string, site: number, times: number]

export interface TracedTest extends TestIdentity {
  /** How long it took; absent when nobody measured. */
  readonly ms?: number
}

export interface UniqueTrace {
  readonly spec: string
  /** Instances whose slice it is. */
  readonly count: number
  readonly partial?: true
  readonly violating?: true
  /** Tests that left such an instance behind; numbers into the table, ascending. */
  readonly tests: readonly number[]
  readonly events: readonly TracedEvent[]
}

export interface TraceSet {
  readonly sites: readonly TracePlace[]
  readonly tests: readonly TracedTest[]
  readonly cut?: Readonly<Record<string, number>>
  /** By spec, the most frequent first. */
  readonly traces: readonly UniqueTrace[]
}

/** A trace that carries its places and tests with it. */
export interface OpenTrace {
  readonly spec: string
  readonly count: number
  readonly partial: boolean
  readonly violating: boolean
  readonly tests: readonly TracedTest[]
  readonly events: readonly (readonly [event: string, place: TracePlace, times: number])[]
}

/** Any traces in any order as a set in normal form. Events in a row that are the same at the same place become one step. */
export function traceSetOf(
  traces: Iterable<OpenTrace>,
  cuts: Iterable<readonly [spec: string, instances: number]> = [],
): TraceSet {
  const set = new TraceSetBuilder()
  for (const { events, tests, ...trace } of traces) {
    set.add({
      ...trace,
      tests: tests.map((test) => set.test(test)),
      events: events.map(([event, place, times]) => [event, set.place(place), times]),
    })
  }
  for (const [spec, instances] of cuts) set.cut(spec, instances)
  return set.finish()
}

export function mergeTraceSets(sets: readonly TraceSet[]): TraceSet {
  const merged = new TraceSetBuilder()
  for (const { sites, tests, cut = {}, traces } of sets) {
    const places = sites.map((place) => merged.place(place))
    const numbers = tests.map((test) => merged.test(test))
    for (const { tests: own, events, ...trace } of traces) {
      merged.add({
        ...trace,
        tests: own.map((test) => numbers[test]!),
        events: events.map(([event, site, times]) => [event, places[site]!, times]),
      })
    }
    for (const [spec, instances] of Object.entries(cut)) merged.cut(spec, instances)
  }
  return merged.finish()
}

/** A trace on its way into a builder, which takes its arrays for itself. */
export interface AddedTrace {
  readonly spec: string
  readonly count: number
  readonly partial?: boolean
  readonly violating?: boolean
  /** The builder's numbers, in any order. */
  readonly tests: number[]
  /** With the builder's numbers for places. */
  readonly events: AddedEvent[]
}

export type AddedEvent = [event: string, place: number, times: number]

/**
 * Puts a set in normal form together, out of traces that come in any order. Places and tests are looked up once for each
 * source that mentions them: a trace that a thousand tests left behind brings a thousand numbers.
 */
export class TraceSetBuilder {
  readonly #places = new Table<TracePlace>(JSON.stringify)
  readonly #tests = new Table<TracedTest>(testKey, longer)
  readonly #traces = new Map<string, Merging>()
  readonly #cuts = new Map<string, number>()

  /** The number of a place. */
  place(place: TracePlace): number {
    return this.#places.number(place)
  }

  /** The number of a test. */
  test(test: TracedTest): number {
    return this.#tests.number(test)
  }

  add({ spec, count, partial = false, violating = false, tests, events }: AddedTrace): void {
    joinRuns(events)
    const key = `${spec}\n${JSON.stringify(events)}`
    const known = this.#traces.get(key)
    if (known === undefined) {
      this.#traces.set(key, { spec, count, partial, violating, tests, events })
      return
    }
    known.count += count
    known.violating ||= violating
    for (const test of tests) known.tests.push(test)
  }

  /** Instances of a spec whose traces were ended early. */
  cut(spec: string, instances: number): void {
    if (instances > 0) this.#cuts.set(spec, (this.#cuts.get(spec) ?? 0) + instances)
  }

  /** The set; nothing may be added to it any more. */
  finish(): TraceSet {
    const sites = this.#places.sorted(comparePlaces)
    const tests = this.#tests.sorted((a, b) => compareText(testKey(a), testKey(b)))
    const traces: UniqueTrace[] = []
    for (const { spec, count, partial, violating, tests: left, events } of this.#traces.values()) {
      for (const step of events) step[1] = sites.numbers[step[1]]!
      traces.push({
        spec,
        count,
        ...(partial ? { partial } : {}),
        ...(violating ? { violating } : {}),
        tests: ascending(left, tests.numbers),
        events,
      })
    }
    return {
      sites: sites.values,
      tests: tests.values,
      ...(this.#cuts.size === 0
        ? {}
        : { cut: Object.fromEntries([...this.#cuts].sort(([a], [b]) => compareText(a, b))) }),
      traces: traces.sort(compareTraces),
    }
  }
}

interface Merging {
  readonly spec: string
  count: number
  readonly partial: boolean
  violating: boolean
  readonly tests: number[]
  readonly events: AddedEvent[]
}

/** Makes events in a row that are the same at the same place one step, in place. */
function joinRuns(events: AddedEvent[]): void {
  let end = 0
  for (const step of events) {
    const last = events[end - 1]
    if (last !== undefined && last[0] === step[0] && last[1] === step[1]) last[2] += step[2]
    else events[end++] = step
  }
  events.length = end
}

/** What numbers stand for, in order and each once. */
function ascending(numbers: readonly number[], meanings: readonly number[]): number[] {
  // An array of whole numbers is sorted without being asked for an order.
  const sorted = new Uint32Array(numbers.length)
  for (let i = 0; i < numbers.length; i += 1) sorted[i] = meanings[numbers[i]!]!
  sorted.sort()
  const unique: number[] = []
  for (let i = 0; i < sorted.length; i += 1) if (i === 0 || sorted[i] !== sorted[i - 1]) unique.push(sorted[i]!)
  return unique
}

/** The same with a folder before the files of places and tests that are not absolute. */
export function relocateTraces(set: TraceSet, prefix: string): TraceSet {
  const relocate = (file: string) => (file === '' || file.startsWith('/') ? file : prefix + file)
  return mergeTraceSets([
    {
      ...set,
      sites: set.sites.map(([file, line, column]) => [relocate(file), line, column] as const),
      tests: set.tests.map((test) => ({ ...test, file: relocate(test.file) })),
    },
  ])
}

/** The traces of a set, each with its places and tests. */
export function openTraces(set: TraceSet): OpenTrace[] {
  return set.traces.map((trace) => ({
    spec: trace.spec,
    count: trace.count,
    partial: trace.partial === true,
    violating: trace.violating === true,
    tests: trace.tests.map((test) => set.tests[test]!),
    events: trace.events.map(([event, site, times]) => [event, set.sites[site]!, times] as const),
  }))
}

/** Values by key, numbered in the order of their first use. */
class Table<T> {
  readonly #keyOf: (value: T) => string
  readonly #combine: (a: T, b: T) => T
  readonly #numbers = new Map<string, number>()
  readonly #values: T[] = []

  constructor(keyOf: (value: T) => string, combine: (a: T, b: T) => T = (a) => a) {
    this.#keyOf = keyOf
    this.#combine = combine
  }

  number(value: T): number {
    const key = this.#keyOf(value)
    const known = this.#numbers.get(key)
    if (known !== undefined) {
      this.#values[known] = this.#combine(this.#values[known]!, value)
      return known
    }
    this.#numbers.set(key, this.#values.length)
    return this.#values.push(value) - 1
  }

  /** The values in order, and the place of each number among them. */
  sorted(compare: (a: T, b: T) => number): { readonly values: T[]; readonly numbers: number[] } {
    const order = this.#values.map((_, i) => i).sort((a, b) => compare(this.#values[a]!, this.#values[b]!))
    const numbers: number[] = []
    order.forEach((old, place) => (numbers[old] = place))
    return { values: order.map((i) => this.#values[i]!), numbers }
  }
}

export function testKey({ runner, file, path }: TestIdentity): string {
  return JSON.stringify([file, path, runner])
}

/** One test seen by several sessions took as long as the longest of them. */
function longer(a: TracedTest, b: TracedTest): TracedTest {
  return (b.ms ?? -1) > (a.ms ?? -1) ? { ...a, ms: b.ms! } : a
}

function comparePlaces(a: TracePlace, b: TracePlace): number {
  return compareText(a[0], b[0]) || a[1] - b[1] || a[2] - b[2]
}

function compareTraces(a: UniqueTrace, b: UniqueTrace): number {
  return compareText(a.spec, b.spec) || b.count - a.count || compareEvents(a.events, b.events)
}

/** The shorter first. */
function compareEvents(a: readonly TracedEvent[], b: readonly TracedEvent[]): number {
  if (a.length !== b.length) return a.length - b.length
  for (const [i, [event, site, times]] of a.entries()) {
    const other = b[i]!
    const order = compareText(event, other[0]) || site - other[1] || times - other[2]
    if (order !== 0) return order
  }
  return 0
}

/** How many instances had a trace, how many traces differ, and how many when repetitions in a row count once. */
export interface TraceCounts {
  readonly traces: number
  readonly uniqueTraces: number
  readonly withoutRepetitions: number
  /** Events of the longest trace. */
  readonly longest: number
}

export function countTraces(traces: readonly UniqueTrace[]): TraceCounts {
  const shapes = new Set(traces.map(({ spec, events }) => `${spec}\n${JSON.stringify(events.map(([e, s]) => [e, s]))}`))
  return {
    traces: traces.reduce((sum, { count }) => sum + count, 0),
    uniqueTraces: traces.length,
    withoutRepetitions: shapes.size,
    longest: traces.reduce((most, trace) => Math.max(most, lengthOf(trace)), 0),
  }
}

/** The first two of these, by spec. */
export function tallyTraces(
  traces: readonly UniqueTrace[],
): ReadonlyMap<string, Readonly<Pick<TraceCounts, 'traces' | 'uniqueTraces'>>> {
  const tallies = new Map<string, { traces: number; uniqueTraces: number }>()
  for (const { spec, count } of traces) {
    let tally = tallies.get(spec)
    if (tally === undefined) tallies.set(spec, (tally = { traces: 0, uniqueTraces: 0 }))
    tally.traces += count
    tally.uniqueTraces += 1
  }
  return tallies
}

export function lengthOf({ events }: UniqueTrace): number {
  return events.reduce((sum, [, , times]) => sum + times, 0)
}

/** The lines of `traces.jsonl`, one at a time: a set can be longer than the longest string. */
export function* printTraceSet({ sites, tests, cut, traces }: TraceSet): Generator<string> {
  const identities = tests.map(({ runner, file, path }): TestIdentity => ({ runner, file, path }))
  const times = tests.flatMap(({ ms }, i) => (ms === undefined ? [] : [[identities[i], ms]]))
  yield `${JSON.stringify({ schema: 1, sites, times, ...(cut === undefined ? {} : { cut }) })}\n`
  // A test is named by each of its traces, so it is put into words once.
  const names = identities.map((test) => JSON.stringify(test))
  for (const { tests: left, events, ...trace } of traces) {
    const named = left.map((test) => names[test]).join(',')
    yield `${JSON.stringify(trace).slice(0, -1)},"tests":[${named}],"events":${JSON.stringify(events)}}\n`
  }
}

interface Header {
  readonly schema: unknown
  readonly sites: readonly TracePlace[]
  readonly times: readonly (readonly [test: TestIdentity, ms: number])[]
  readonly cut: Readonly<Record<string, number>>
}

interface TraceLine extends Omit<UniqueTrace, 'tests'> {
  readonly tests: readonly TestIdentity[]
}

/** Throws `UserError` for text that is not a `traces.jsonl`; `name` is the file's, for the error. */
export function parseTraceSet(text: string, name: string): TraceSet {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const { schema, sites, times = [], cut = {} } = parseLine(first, name, 1) as Partial<Header>
  if (schema !== 1 || !Array.isArray(sites)) {
    throw badTraces(name, `its first line must have "schema": 1 and "sites"`)
  }
  const timed = new Map(times.map(([test, ms]) => [testKey(test), { ...test, ms }]))
  const traces = lines.map((line, i): OpenTrace => {
    const { spec, count, events, partial, violating, tests = [] } = parseLine(line, name, i + 2) as Partial<TraceLine>
    if (typeof spec !== 'string' || typeof count !== 'number' || !Array.isArray(events)) {
      throw badTraces(name, `line ${i + 2} is no trace: it needs "spec", "count" and "events"`)
    }
    return {
      spec,
      count,
      partial: partial === true,
      violating: violating === true,
      tests: tests.map((test) => timed.get(testKey(test)) ?? test),
      events: (events as TracedEvent[]).map(
        ([event, site, times]) => [event, sites[site] as TracePlace, times] as const,
      ),
    }
  })
  return traceSetOf(traces, Object.entries(cut))
}

function parseLine(line: string, name: string, number: number): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told of below.
  }
  throw badTraces(name, `line ${number} is not a JSON object`)
}

function badTraces(name: string, why: string): UserError {
  return new UserError({
    code: 'bad-traces',
    message: `${name} cannot be read as traces: ${why}`,
    remedy: 'Run the command again with --traces and this version of JSMOP.',
  })
}
