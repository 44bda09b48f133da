/**
 * The definition of parametric monitoring, evaluated as it is written (semantics 1, 3, 7 and the terminal event), at the
 * cost that this has. It shares nothing with `src/engine`: bindings are plain objects of value names here.
 *
 * At line j, for every binding θ that is a combination of bindings of events:
 *   the slice of θ is all events whose binding is part of θ, up to j, from the last end of a trace on;
 *   its suffix starts at its first creation event;
 *   θ is an instance if the events of the suffix together bind all of θ;
 *   and if event j belongs to the suffix, what the automaton says of the suffix with and without j decides the report.
 *
 * A handler is taken to reset the monitor at each report. A monitor starts as the copy of the one that it grows out of, so
 * what a suffix means is told event by event: at each, the instance is what the events up to there bind.
 */

import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { State } from '#src/logic/template.ts'
import type { TraceLine, TraceReport } from './trace-text.ts'

type Binding = Readonly<Record<string, string>>

interface OracleEvent {
  /** Line, from 1; 0 for a death event. */
  readonly at: number
  readonly event: number
  readonly binding: Binding
}

export interface OracleAnswer {
  readonly reports: readonly TraceReport[]
  /** (event, spec) signals. */
  readonly events: number
  /** Instances that could report when they were defined. */
  readonly monitors: number
}

export function consultOracle(spec: CompiledSpec, trace: readonly TraceLine[]): OracleAnswer {
  const events = expandDeaths(spec, trace)
  const reports: TraceReport[] = []
  let monitors = 0
  let begin = 0
  const countFrom = (from: number, to: number) => {
    const part = events.slice(from, to)
    for (const theta of combinations(part)) if (wasWorthwhile(spec, theta, part)) monitors += 1
  }
  events.forEach((current, j) => {
    const soFar = events.slice(begin, j + 1)
    for (const theta of combinations(soFar)) {
      if (partOf(current.binding, theta)) reports.push(...reportsOf(spec, theta, suffixOf(spec, theta, soFar)))
    }
    if (spec.events[current.event]!.end && Object.keys(current.binding).length === 0) {
      countFrom(begin, j + 1)
      begin = j + 1
    }
  })
  countFrom(begin, events.length)
  return { reports, events: events.length, monitors }
}

/** The slices of all instances that count, each as `event@line` words; one entry for each instance. */
export function slicesOf(spec: CompiledSpec, trace: readonly TraceLine[]): { event: string; at: number }[][] {
  const slices: { event: string; at: number }[][] = []
  let part: OracleEvent[] = []
  const endPart = () => {
    for (const theta of combinations(part)) {
      if (!wasWorthwhile(spec, theta, part)) continue
      const suffix = suffixOf(spec, theta, part)
      slices.push(suffix.map(({ event, at }) => ({ event: spec.events[event]!.name, at })))
    }
    part = []
  }
  for (const current of expandDeaths(spec, trace)) {
    part.push(current)
    if (spec.events[current.event]!.end && Object.keys(current.binding).length === 0) endPart()
  }
  endPart()
  return slices
}

/** The death of a value is an event of each parameter that it was bound to in the same trace, where the spec has one. */
function expandDeaths(spec: CompiledSpec, trace: readonly TraceLine[]): OracleEvent[] {
  const events: OracleEvent[] = []
  let seen = new Set<string>()
  trace.forEach((line, i) => {
    if (line.kind === 'event') {
      const event = spec.events.findIndex(({ name }) => name === line.event)
      events.push({ at: i + 1, event, binding: line.params })
      for (const [name, value] of Object.entries(line.params)) seen.add(`${name}=${value}`)
      if (spec.events[event]!.end && Object.keys(line.params).length === 0) seen = new Set()
      return
    }
    spec.events.forEach(({ pointcuts }, event) => {
      for (const pointcut of pointcuts) {
        if (pointcut.kind !== 'collect') continue
        if (spec.parameters.find(({ name }) => name === pointcut.parameter)!.kind !== 'object') continue
        if (!seen.has(`${pointcut.parameter}=${line.value}`)) continue
        events.push({ at: 0, event, binding: { [pointcut.parameter]: line.value } })
      }
    })
  })
  return events
}

function partOf(small: Binding, large: Binding): boolean {
  return Object.entries(small).every(([name, value]) => large[name] === value)
}

function agree(a: Binding, b: Binding): boolean {
  return Object.entries(a).every(([name, value]) => b[name] === undefined || b[name] === value)
}

/** All combinations of bindings of events, the empty one included. */
function combinations(events: readonly OracleEvent[]): Binding[] {
  const found = new Map<string, Binding>([['', {}]])
  for (const { binding } of events) {
    const known = [...found.values()]
    for (const other of known) {
      if (!agree(binding, other)) continue
      const joined = { ...binding, ...other }
      found.set(
        Object.entries(joined)
          .map((pair) => pair.join('='))
          .sort()
          .join(),
        joined,
      )
    }
  }
  return [...found.values()]
}

/** The slice of θ from its first creation event on. */
function suffixOf(spec: CompiledSpec, theta: Binding, events: readonly OracleEvent[]): OracleEvent[] {
  const slice = events.filter(({ binding }) => partOf(binding, theta))
  const creation = slice.findIndex(({ event }) => spec.events[event]!.creation)
  return creation === -1 ? [] : slice.slice(creation)
}

function isInstance(theta: Binding, suffix: readonly OracleEvent[]): boolean {
  if (suffix.length === 0) return false
  const bound = new Set(suffix.flatMap(({ binding }) => Object.keys(binding)))
  return Object.keys(theta).every((name) => bound.has(name))
}

/** The reports of an instance at the last event of its suffix. */
function reportsOf(spec: CompiledSpec, theta: Binding, suffix: readonly OracleEvent[]): TraceReport[] {
  if (!isInstance(theta, suffix)) return []
  return follow(spec, suffix).reported.map((category) => ({ at: suffix.at(-1)!.at, category, binding: theta }))
}

interface Followed {
  readonly state: State
  /** The categories that hold; none before the first event and after a reset. */
  readonly verdict: ReadonlySet<string>
  /** Those reported at the last event. */
  readonly reported: readonly string[]
}

/** What a monitor makes of events, the first of them a creation event. */
function follow(spec: CompiledSpec, events: readonly OracleEvent[]): Followed {
  const { template } = spec
  if (events.length === 0) return { state: template.initial, verdict: new Set(), reported: [] }
  const before = follow(spec, events.slice(0, -1))
  const state = template.step(before.state, events.at(-1)!.event)
  const bits = template.verdict(state)
  const verdict = new Set(template.categories.filter((_, i) => (bits & (1 << i)) !== 0).map(({ name }) => name))
  const reported = template.categories
    .filter(({ name, report }) => verdict.has(name) && (report === 'event' || !before.verdict.has(name)))
    .map(({ name }) => name)
  const instance: Binding = Object.assign({}, ...events.map(({ binding }) => binding))
  if (reported.length === 0 || !passes(spec, instance, events)) return { state, verdict, reported: [] }
  if (spec.handler !== undefined) return { state: template.initial, verdict: new Set(), reported }
  return { state, verdict, reported }
}

/** Whether the spec's filters let reports of an instance pass. */
function passes(spec: CompiledSpec, theta: Binding, suffix: readonly OracleEvent[]): boolean {
  if (spec.fullBinding && Object.keys(theta).length < spec.parameters.length) return false
  return !spec.connected || isConnected(theta, suffix)
}

/** Whether every two parameters of θ are joined by a chain of events of the suffix that bind consecutive ones together. */
function isConnected(theta: Binding, suffix: readonly OracleEvent[]): boolean {
  const names = Object.keys(theta)
  const reached = new Set(names.slice(0, 1))
  for (let size = -1; size !== reached.size;) {
    size = reached.size
    for (const { binding } of suffix) {
      const bound = Object.keys(binding)
      if (bound.some((name) => reached.has(name))) for (const name of bound) reached.add(name)
    }
  }
  return names.every((name) => reached.has(name))
}

/**
 * Whether a report was possible, by enable sets and states, each time the instance had grown on the way to binding all of
 * θ: at each event of the suffix that binds more than those before it did.
 */
function wasWorthwhile(spec: CompiledSpec, theta: Binding, events: readonly OracleEvent[]): boolean {
  const suffix = suffixOf(spec, theta, events)
  if (!isInstance(theta, suffix)) return false
  const bound = new Set<string>()
  for (const [i, { event, binding }] of suffix.entries()) {
    const names = Object.keys(binding)
    if (i > 0 && names.some((name) => !bound.has(name))) {
      const set = spec.parameters.reduce((bits, { name }, p) => (bound.has(name) ? bits | (1 << p) : bits), 0)
      const enabled = spec.handler !== undefined || spec.enable[event]!.includes(set)
      if (!enabled || !spec.template.live(follow(spec, suffix.slice(0, i)).state)) return false
    }
    for (const name of names) bound.add(name)
    if (bound.size === Object.keys(theta).length) return true
  }
  return false
}
