/** What a spec's author writes, in either front end: the untyped form that `defineSpec` and the JSON reader both give. */

import type { EventContext } from './event-context.ts'
import type { BindingSource, Condition, Pointcut } from './pointcut.ts'

export type { EventContext } from './event-context.ts'
import type { HandlerControl, ParameterKind } from './compiled-spec.ts'

/** The step of a loop in woven code that completes a report. */
export interface LoopStep {
  readonly iterable: unknown
  /** Elements that the loop has been given, this one included. */
  readonly steps: number
}

export type Severity = 'error' | 'warning' | 'suggestion'

export interface SpecMetadata {
  /** `<api>/<name>`, kebab-case. */
  readonly id: string
  /** The rule in one sentence. */
  readonly description: string
  readonly severity: Severity
  /** Address of the documentation that the rule comes from. */
  readonly doc: string
  /** Known false alarms, a sentence each. */
  readonly falseAlarms: readonly string[]
}

/**
 * What an event does to a monitor's variables: a function, or per variable an expression of the safe language over the
 * variables, the parameters that the event binds and the parts of the operation (`{ open: 'open + 1' }`).
 */
export type Action =
  | Readonly<Record<string, string>>
  | ((variables: Record<string, unknown>, context: EventContext) => void)

export interface EventDefinition {
  /** Where the event comes from. Absent for specs that only check logs. */
  readonly on?: Pointcut | readonly Pointcut[]
  /**
   * Which part of the operation each parameter takes. An event without bindings reaches every monitor. A list of
   * parameters says only which ones the event carries: for events that logs and tests signal.
   */
  readonly bind?: Readonly<Record<string, BindingSource>> | readonly string[]
  readonly if?: Condition
  /** May create a monitor. When no event of a spec says so, creation events follow from the enable sets. */
  readonly creation?: boolean
  readonly action?: Action
}

export interface SpecDefinition extends Omit<SpecMetadata, 'falseAlarms'> {
  readonly falseAlarms?: readonly string[]
  /** The least preset that the spec belongs to, and from which version on: `strict@2`. By its severity when absent. */
  readonly preset?: string
  /** Declared from the longest-lived to the shortest-lived object (map before iterator, pool before client). */
  readonly parameters?: Readonly<Record<string, ParameterKind>>
  readonly events: Readonly<Record<string, EventDefinition>>
  /** The terminal event. */
  readonly end?: string
  /** `raw` needs no formula: each event that passes its condition is a report of category `match`. */
  readonly logic: string
  readonly formula?: string
  /** Category → message template with `{parameter}`, `{variable}` and `{event}`. */
  readonly report: Readonly<Record<string, string>>
  readonly blame?: 'violating' | 'creation'
  /**
   * Whether a rule that is judged at the end counts what a module makes at its top level, while it loads. By default it
   * does not: that is meant to last as long as the program.
   */
  readonly countsLoading?: boolean
  readonly connected?: boolean
  readonly fullBinding?: boolean
  /** Initial values of per-monitor variables; copied by structured clone for each monitor. */
  readonly variables?: Readonly<Record<string, unknown>>
  /** Variables whose first value the configuration may set: `specs: { '<id>': ['warning', { limit: 50 }] }`. */
  readonly options?: readonly string[]
  readonly handler?: (control: HandlerControl) => boolean | void
  /**
   * Asked before a report is made, with its category; false for no report. Unlike a handler it leaves monitors alone, so
   * it costs nothing until then. Not asked where logs are checked.
   */
  readonly confirm?: (category: string, loop: LoopStep | undefined) => boolean
}
