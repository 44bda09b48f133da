/**
 * What every monitoring algorithm is, seen from outside: events with bindings go in, reports come out. One `Monitoring`
 * serves one spec; `engine.ts` runs many specs side by side. Nothing here throws, prints, waits or keeps a parameter
 * object alive.
 *
 * What all algorithms agree on, besides the definitions of a slice and an instance:
 *
 * - A monitor of an instance that grows out of another starts as that one's copy: state, variables, creation site.
 * - A category with the rule `entry` is reported when it holds after an event and did not hold after the event before it
 *   in the same slice (nothing holds before the first event, nor after a reset); one with the rule `event` whenever it
 *   holds after an event.
 * - A handler may reset a monitor, and then what the enable and coenable sets say of whole traces is void: specs with a
 *   handler are monitored without them.
 * - An instance that `connected` or `fullBinding` filters out steps like any other, but neither reports nor reaches the
 *   handler.
 * - A parameterless terminal event ends the trace of its spec: every monitor takes it as its last event, and what
 *   follows is a trace of its own that starts from nothing. (A terminal event with parameters is an ordinary event here;
 *   only the template knows better.)
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { EventContext } from '../spec/definition.ts'
import type { Signaller } from '../spec/signaller.ts'
import type { TraceStore } from './trace/trace-store.ts'

/** A place in the program as a number; whoever signals events knows what it means. 0 is "unknown". */
export type Site = number

/** A report for `instances` instances of a spec that reached a category at one event. */
export interface Report {
  readonly spec: CompiledSpec
  /** Index into `spec.reports`. */
  readonly category: number
  /** Index into `spec.events`: the event that completed it. */
  readonly event: number
  readonly site: Site
  /** Where the monitor was created; 0 when the instances differ or it is not known. */
  readonly creationSite: Site
  /** How many instances this report speaks of (a broadcast can carry many over at once). */
  readonly instances: number
  /** The parameters that the instances have bound. */
  readonly domain: number
  /**
   * The instance's parameter values by index, for messages, tests and offline checking, where the algorithm can name
   * them: those of the violating event always, the others when it knows them. Unbound or unknown: undefined.
   */
  readonly values: readonly unknown[]
  /** The instance's own variables, when the spec has any. */
  readonly variables: Record<string, unknown> | undefined
  /** The instance's slice so far, when traces are kept. */
  readonly trace: readonly TraceStep[] | undefined
}

export interface TraceStep {
  readonly event: number
  readonly site: Site
  /** Consecutive repetitions. */
  readonly times: number
}

export type ReportSink = (report: Report) => void

/** The parts of a spec that are its author's own code. Each is switched off after its first fault. */
export type AuthoredPart = 'condition' | 'variables' | 'action' | 'handler'

/** Told once for each part of a spec that threw; `monitoring` is a fault of ours, after which the whole spec is off. */
export type FaultSink = (spec: CompiledSpec, part: AuthoredPart | 'monitoring', error: unknown) => void

export interface MonitoringOptions {
  readonly sink: ReportSink
  readonly onFault: FaultSink
  /** Whether monitors that can no longer report are dropped; off only for comparison. Default true. Never changes a report. */
  readonly collect?: boolean
  /** Whether each monitor keeps its slice, for `Report.trace` and `Monitoring.traces`. Default false. */
  readonly traces?: boolean
  /**
   * Whether every report names all values of its instance, one instance a report. Keeps parameter objects alive: for tests
   * and logs. Default false; algorithms that always do so ignore it.
   */
  readonly identify?: boolean
  /** How many values of a `value` or `bytes` parameter are kept before one is evicted (semantics 2); for algorithm D. */
  readonly valueLimit?: number
  /** The operation that is being signalled, for actions and handlers. Absent where there is none (logs). */
  readonly context?: () => EventContext | undefined
  /** Nanoseconds of some clock: asks for `Statistics.time`. */
  readonly clock?: () => number
}

/** Makes the monitoring of one spec; `algorithms.ts` keeps them by name. */
export type Algorithm = (spec: CompiledSpec, options: MonitoringOptions) => Monitoring

/** Where the time of signals went, in nanoseconds of `MonitoringOptions.clock`. */
export interface TimeSpent {
  /** Finding and defining monitors. */
  indexing: number
  /** Steps of monitors, and reports. */
  stepping: number
  /** The author's own code: variables, actions, handlers. */
  authored: number
}

export interface Statistics {
  /** (event, spec) signals, death events included. */
  events: number
  /**
   * Instances defined that could report when they were defined: each one created by a creation event, and each one
   * grown at event e out of a counted instance that binds the parameter set X, if a report could still be made from its
   * state and X is in the enable set of e. Equal for all algorithms on traces in which nothing dies.
   */
  monitors: number
  /** Monitors dropped because no report could follow: by state, or by the known death of a parameter. */
  collected: number
  /** Monitors held at the moment, and the most there were. */
  live: number
  peak: number
  steps: number
  reports: number
  /** Values that were evicted for memory (semantics 2): no verdict on what follows. Absent while there are none. */
  evicted?: number
  /** Present when a clock was given. */
  time?: TimeSpent
}

export interface Monitoring {
  readonly spec: CompiledSpec
  /** Values stand in the slot of their parameter's index; slots that the event does not bind are ignored. */
  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void
  /** What signals just this event, faster; absent where that would not be. */
  signaller?(event: number): Signaller
  /**
   * What signals the event where code does it that may create no monitors (semantics 24): it reaches the instances that
   * there are, and creates none. Absent where the algorithm cannot tell; such an event is then passed over.
   */
  signallerWithoutCreation?(event: number): Signaller
  /**
   * A value of an `object` parameter is known to be dead (offline logs, finalization): signals the spec's death events
   * (`collect` pointcuts) for each such parameter that an event of the same trace bound to it, with site 0, and frees
   * memory. Never changes another verdict. Values of other kinds do not die.
   */
  died(value: unknown): void
  /** The slices of all instances that count (`Statistics.monitors`), when traces are kept. */
  readonly traces?: TraceStore | undefined
  /** No further events: offline algorithms judge. The terminal event is an ordinary event and is signalled before. */
  finish(): void
  statistics(): Statistics
}
