/**
 * The TypeScript front end. `defineSpec` gives its argument back; its work is done by the types: a parameter, an event or a
 * variable that does not exist, a part of an operation that is none, a category that the logic cannot have, a formula that
 * is missing, are errors in the editor. What types cannot see, `compile-spec.ts` checks when the spec is loaded.
 */

import type { HandlerControl, ParameterKind } from './compiled-spec.ts'
import type { SpecDefinition, SpecMetadata } from './definition.ts'
import type { EventContext } from './event-context.ts'
import type { BindingSource, Condition, Pointcut } from './pointcut.ts'

/** The logics of the house; a plugin's may have any other name. */
type KnownLogic = 'ere' | 'fsm' | 'ltl' | 'ptltl' | 'cfg' | 'raw'

/** What a logic can report. The categories of an FSM are its states and aliases; a plugin's are its own. */
type CategoryOf<Logic extends string> = Logic extends 'ere' | 'cfg'
  ? 'match' | 'fail'
  : Logic extends 'ltl' | 'ptltl'
    ? 'violation' | 'validation'
    : Logic extends 'raw'
      ? 'match'
      : string

/** Of a spec without parameters nothing can be bound; the mapped type alone would then accept any object. */
type Bindings<Parameter extends string> = [Parameter] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Name in Parameter]?: BindingSource }

/** A pointcut whose parameters exist. Distributes over the kinds. */
type TypedPointcut<Parameter extends string, Kind = Pointcut> = Kind extends Pointcut
  ? Omit<Kind, 'bind' | 'parameter'> & {
      /** Bindings of this pointcut, where they differ from the event's. */
      readonly bind?: Bindings<Parameter>
    } & (Kind extends { readonly parameter: string }
        ? {
            /** The parameter whose object died; the event binds it. */
            readonly parameter: Parameter
          }
        : unknown)
  : never

interface TypedEvent<Parameter extends string, Variables> {
  /**
   * Where the event comes from: one operation of the program, or several. Absent for events that only logs and tests signal.
   *
   * @example
   * on: { kind: 'call', target: 'Map.prototype.{set,delete,clear}' }
   */
  readonly on?: TypedPointcut<Parameter> | readonly TypedPointcut<Parameter>[]
  /**
   * Which part of the operation each parameter takes: `receiver`, `arg0`…`arg9`, `result`, `error`, `settled`, `key`,
   * `value`, `iterable`, `iterator`, `promise`, `activation`, `test`, optionally with a path: `arg0.signal`.
   * An event without bindings reaches every monitor. A list of parameters is for events that only logs and tests signal.
   */
  readonly bind?: Bindings<Parameter> | readonly Parameter[]
  /** The event is signalled only when this holds: a function, or an expression (see docs/expressions.md) such as `'arg1 > 0'`. */
  readonly if?: Condition
  /** Whether the event may create a monitor. When no event of the spec says so, it follows from the formula. */
  readonly creation?: boolean
  /** What the event does to a monitor's variables: a function, or an expression per variable (`{ open: 'open + 1' }`). */
  readonly action?:
    | { readonly [Name in keyof Variables]?: string }
    | ((variables: Variables, context: EventContext) => void)
}

interface TypedSpec<
  Parameter extends string,
  Event extends string,
  Logic extends string,
  Variables extends object,
> extends Omit<SpecMetadata, 'falseAlarms'> {
  /** Known false alarms, a sentence each. */
  readonly falseAlarms?: readonly string[]
  /** The least preset that the spec belongs to, and from which version on: `strict@2`. By its severity when absent. */
  readonly preset?: `${'recommended' | 'strict' | 'all'}@${number}`
  /**
   * The objects or values that the rule relates, at most four, from the longest-lived to the shortest-lived (map before
   * iterator, pool before client). `object`: by identity. `value`: by value. `bytes`: byte arrays by content.
   */
  readonly parameters?: Readonly<Record<Parameter, ParameterKind>>
  /** The events that the formula speaks of. */
  readonly events: Readonly<Record<Event, TypedEvent<NoInfer<Parameter>, NoInfer<Variables>>>>
  /** The terminal event: at it the property is judged on the finished trace. */
  readonly end?: NoInfer<Event>
  /** The logic of the formula: `ere`, `fsm`, `ltl`, `ptltl`, `cfg`, `raw` (no formula), or one added by a plugin. */
  readonly logic: Logic | KnownLogic
  /**
   * Categories to report, each with a message in which `{parameter}`, `{variable}` and `{event}` are filled in. ERE and CFG
   * have `match` and `fail`, LTL and PTLTL `violation` and `validation`, `raw` has `match`, an FSM its states and aliases
   * and `fail`.
   */
  readonly report: { readonly [Category in CategoryOf<NoInfer<Logic>>]?: string }
  /**
   * Whose line a report names: that of the violating event, or of the one that created the monitor. When absent, the creation
   * event's for reports that an end of life completes, else the violating event's.
   */
  readonly blame?: 'violating' | 'creation'
  /** Whether a rule that only the end can break counts what modules make at their top level. False when absent. */
  readonly countsLoading?: boolean
  /** Report only instances whose parameters a chain of events bound together. True when absent. */
  readonly connected?: boolean
  /** Report only instances that bind every parameter. True when absent. */
  readonly fullBinding?: boolean
  /** Variables of each monitor with their first values, which are copied by structured clone. */
  readonly variables?: Variables
  /** Variables whose first value the configuration may set: `specs: { '<id>': ['warning', { limit: 50 }] }`. */
  readonly options?: readonly (keyof NoInfer<Variables> & string)[]
  /** Runs when a monitor reaches a reported category; returning false keeps the report from being made. */
  readonly handler?: (control: TypedHandlerControl<NoInfer<Variables>>) => boolean | void
  /**
   * Asked before a report is made, with its category and, where a step of a loop completes it, that step; false for no
   * report. Unlike a handler it leaves monitors alone, so it costs nothing until then. Not asked where logs are checked.
   */
  readonly confirm?: SpecDefinition['confirm']
}

interface TypedHandlerControl<Variables> extends Omit<HandlerControl, 'variables'> {
  /** The monitor's own variables. */
  readonly variables: Variables
}

type Formula<Logic extends string> = Logic extends 'raw'
  ? {
      /** `raw` has no formula: each event that meets its condition is a report of category `match`. */
      readonly formula?: never
    }
  : {
      /** The property over the events, in the syntax of the logic. */
      readonly formula: string
    }

/**
 * Defines a spec: a rule about the use of an API.
 *
 * @example
 * export default defineSpec({
 *   id: 'map/no-add-during-iteration',
 *   description: 'A Map must not grow while it is iterated.',
 *   severity: 'warning',
 *   doc: 'https://tc39.es/ecma262/#sec-map.prototype.foreach',
 *   parameters: { map: 'object', iterator: 'object' },
 *   events: {
 *     create: { on: { kind: 'iterate', target: 'Map', step: 'start' }, bind: { map: 'iterable', iterator: 'iterator' } },
 *     add: { on: { kind: 'call', target: 'Map.prototype.set' }, bind: { map: 'receiver' } },
 *     next: { on: { kind: 'iterate', target: 'Map', step: 'next' }, bind: { iterator: 'iterator' } },
 *   },
 *   logic: 'ere',
 *   formula: 'create next* add+ next',
 *   report: { match: 'the map was changed by {event} while it was iterated' },
 * })
 */
export function defineSpec<
  const Event extends string,
  const Parameter extends string = never,
  const Logic extends string = KnownLogic,
  Variables extends object = object,
>(spec: TypedSpec<Parameter, Event, Logic, Variables> & Formula<Logic>): SpecDefinition {
  return spec as unknown as SpecDefinition
}
