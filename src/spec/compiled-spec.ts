/**
 * A checked spec as the engine and the instrumentation consume it: names resolved to numbers, formula synthesized,
 * enable and coenable sets carried over from events to parameters. Made by `compile-spec.ts` from either front end.
 *
 * The engine reads `parameters`, `events[].{parameters,creation,end,action}`, `template`, `enable`, `coenable`, `reports`,
 * `variables`, `handler`. The instrumentation reads `events[].pointcuts[].{targets,bindings,condition}` and
 * `events[].condition`.
 */

import type { MonitorTemplate } from '../logic/template.ts'
import type { Binding } from './parse-binding.ts'
import type { Target } from './parse-target.ts'
import type { Pointcut } from './pointcut.ts'
import type { EventContext, SpecDefinition, SpecMetadata } from './definition.ts'

/** A set of parameters: bit i is `spec.parameters[i]`. */
export type ParameterSet = number

/** More parameters than this in one spec are refused: signals carry their values in fixed slots. */
export const maxParameters = 4

/** `object`: by identity, held weakly. `value`: SameValueZero, held until the end of the test file. `bytes`: byte arrays by content. */
export type ParameterKind = 'object' | 'value' | 'bytes'

export interface CompiledParameter {
  readonly name: string
  readonly kind: ParameterKind
}

/** Besides what the pointcut itself says: its texts read. `bind` holds the event's bindings as well as its own. */
interface ResolvedPointcut {
  /** `target` read; empty for kinds without one. */
  readonly targets: readonly Target[]
  /**
   * By parameter index, the part of the operation it takes; undefined for parameters that the event does not bind, and
   * for the parameter of a `collect` pointcut, which is the dead object itself.
   */
  readonly bindings: readonly (Binding | undefined)[]
  /** The pointcut's own condition, which holds besides the event's; false drops the event. */
  readonly condition: ((context: EventContext) => boolean) | undefined
}

export type CompiledPointcut = Pointcut & ResolvedPointcut

export interface CompiledEvent {
  readonly name: string
  /** What the event binds. 0 for an event without parameters, which reaches every monitor. */
  readonly parameters: ParameterSet
  /** Whether it may create a monitor for its own binding: declared by the spec, else derived from the enable sets. */
  readonly creation: boolean
  /** Whether it is the terminal event. */
  readonly end: boolean
  /** Where it comes from; empty for events that only logs and tests signal. */
  readonly pointcuts: readonly CompiledPointcut[]
  /** Runs before the engine sees the event, whichever pointcut it comes from; false drops it. */
  readonly condition: ((context: EventContext) => boolean) | undefined
  /** Runs on each monitor that takes the event, before its step, with the monitor's own variables. */
  readonly action: ((variables: Record<string, unknown>, context: EventContext) => void) | undefined
  /** Which event's site a report names that this event completes; the creation event's when this is an end of life. */
  readonly blame: 'violating' | 'creation'
}

export interface CompiledReport {
  /** Index into `template.categories`. */
  readonly category: number
  readonly name: string
  /** Message template: `{parameter}`, `{variable}`, `{event}`. */
  readonly message: string
}

/** What a handler may do with the monitor that reached a reported category. */
export interface HandlerControl {
  readonly category: string
  readonly variables: Record<string, unknown>
  readonly context: EventContext | undefined
  /** Puts the monitor back into its initial state. */
  reset(): void
}

export interface CompiledSpec {
  readonly metadata: SpecMetadata
  readonly id: string
  readonly parameters: readonly CompiledParameter[]
  /** In the order of `template.events`. */
  readonly events: readonly CompiledEvent[]
  readonly template: MonitorTemplate
  /** One for each of `template.categories`. */
  readonly reports: readonly CompiledReport[]
  /** Per event, the parameter sets that must be bound before it for a report to be possible; union over categories. */
  readonly enable: readonly (readonly ParameterSet[])[]
  /** Per event, the parameter sets that events after it need for a report; union over categories. */
  readonly coenable: readonly (readonly ParameterSet[])[]
  /** Report only instances whose parameters a chain of events bound together. */
  readonly connected: boolean
  /** Report only instances that bind every parameter. */
  readonly fullBinding: boolean
  /** Whether what modules make at their top level is watched: false for rules that only an end of life can break. */
  readonly countsLoading: boolean
  /** `creation` when every event that can complete a report blames the creation event; see `CompiledEvent.blame`. */
  readonly blame: 'violating' | 'creation'
  /** Fresh per-monitor variables, undefined when the spec has none. */
  readonly variables: (() => Record<string, unknown>) | undefined
  /** Runs instead of (returning false) or besides (returning anything else) the report. */
  readonly handler: ((control: HandlerControl) => boolean | void) | undefined
  /** Asked by the runtime before it takes a report; see `SpecDefinition.confirm`. */
  readonly confirm: SpecDefinition['confirm']
}
