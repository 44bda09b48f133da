/**
 * What every monitoring algorithm is, seen from outside: events with bindings go in, reports come out. One `Monitoring`
 * serves one spec; `engine.ts` runs many specs side by side. Nothing here throws, prints, waits or keeps a parameter
 * object alive.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'

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

export interface Statistics {
  /** (event, spec) signals. */
  events: number
  /** Instances defined, from nothing or from another: equal for all exact algorithms. */
  monitors: number
  /** Monitors dropped because no report could follow: by state, or by the known death of a parameter. */
  collected: number
  /** Monitors held at the moment, and the most there were. */
  live: number
  peak: number
  steps: number
  reports: number
}

export interface Monitoring {
  readonly spec: CompiledSpec
  /** Values stand in the slot of their parameter's index; slots that the event does not bind are ignored. */
  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void
  /** An object is known to be dead (offline logs, finalization): frees memory and signals the spec's death events. Never changes another verdict. */
  died(value: unknown): void
  /** No further events: offline algorithms judge. The terminal event is an ordinary event and is signalled before. */
  finish(): void
  statistics(): Statistics
}
