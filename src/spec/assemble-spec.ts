/**
 * Last step of the spec compiler: a definition that was found right, its resolved events, and what the formula became,
 * put together. A monitored process does only this: the command line checks and synthesizes once and hands the findings
 * on as plain data (`precompile`), so that processes neither load nor run the checker and the logics.
 */

import { monitorGrammar, type MonitoredGrammar } from '../logic/cfg/monitor-grammar.ts'
import type { MonitorTemplate, State, TransitionTable } from '../logic/template.ts'
import type { CompiledEvent, CompiledSpec, ParameterSet } from './compiled-spec.ts'
import type { SpecDefinition } from './definition.ts'
import { keepEvent, type KeptEvent, recallEvents } from './recall-events.ts'
import type { ResolvedEvent } from './resolve-events.ts'

/** What checking and synthesis add to a definition. */
export interface Property {
  readonly template: MonitorTemplate
  /** Per event of the template. */
  readonly creation: readonly boolean[]
  readonly enable: readonly (readonly ParameterSet[])[]
  readonly coenable: readonly (readonly ParameterSet[])[]
}

/** The same as data that survives JSON. Without a table or a grammar the formula is synthesized again where the spec is assembled. */
export interface Precompiled extends Omit<Property, 'template'> {
  readonly template: Pick<MonitorTemplate, 'logic' | 'events' | 'categories' | 'end'>
  readonly table: { readonly [Key in keyof TransitionTable]: number | readonly number[] } | undefined
  readonly grammar?: MonitoredGrammar
  /** In the order of the template's. */
  readonly events: readonly KeptEvent[]
}

export function precompile({ template, events, enable, coenable }: CompiledSpec): Precompiled {
  const { logic, categories, end, table, grammar } = template
  return {
    template: { logic, events: template.events, categories, end },
    table: table && { ...table, next: [...table.next], verdicts: [...table.verdicts], live: [...table.live] },
    ...(grammar === undefined ? {} : { grammar }),
    events: events.map(keepEvent),
    creation: events.map(({ creation }) => creation),
    enable,
    coenable,
  }
}

/**
 * The spec that `precompiled` was made from. `synthesize` is asked only for properties that are neither a table nor a grammar,
 * when a monitor first steps.
 */
export function assembleSpec(
  definition: SpecDefinition,
  precompiled: Precompiled,
  synthesize: () => MonitorTemplate,
): CompiledSpec {
  const { table, grammar } = precompiled
  const monitors = grammar === undefined ? synthesize : () => monitorGrammar(grammar, precompiled.template.categories)
  const template =
    table === undefined
      ? new TemplateOnDemand(precompiled.template, monitors)
      : tableTemplate(precompiled.template, table as TableData)
  const events = recallEvents(definition, template.events, precompiled.events)
  return assemble(definition, events, { ...precompiled, template })
}

/** The part of a template that runs with events. */
type Monitors = Pick<MonitorTemplate, 'initial' | 'step' | 'verdict' | 'live'>

/** A property without a table, made when a state is asked for: many processes see its events and make no monitor. */
class TemplateOnDemand implements MonitorTemplate {
  readonly logic: string
  readonly events: readonly string[]
  readonly categories: MonitorTemplate['categories']
  readonly end: string | undefined
  readonly table = undefined
  readonly automaton = undefined
  readonly enable = notKept
  readonly coenable = notKept
  readonly #make: () => Monitors
  #made: Monitors | undefined

  constructor({ logic, events, categories, end }: Precompiled['template'], make: () => Monitors) {
    this.logic = logic
    this.events = events
    this.categories = categories
    this.end = end
    this.#make = make
  }

  get #monitors(): Monitors {
    this.#made ??= this.#make()
    return this.#made
  }

  get initial(): State {
    return this.#monitors.initial
  }
  step(state: State, event: number): State {
    return this.#monitors.step(state, event)
  }
  verdict(state: State): number {
    return this.#monitors.verdict(state)
  }
  live(state: State): boolean {
    return this.#monitors.live(state)
  }
}

function notKept(): never {
  throw new Error('event sets are not kept with a precompiled property')
}

type TableData = {
  readonly [Key in keyof TransitionTable]: TransitionTable[Key] extends number ? number : readonly number[]
}

function tableTemplate(given: Precompiled['template'], data: TableData): MonitorTemplate {
  const table: TransitionTable = {
    ...data,
    next: new Int32Array(data.next),
    verdicts: new Int32Array(data.verdicts),
    live: new Uint8Array(data.live),
  }
  const { next, verdicts, live, width } = table
  return {
    ...given,
    initial: table.start,
    table,
    step: (state: State, event: number) => next[(state as number) * width + event]!,
    verdict: (state: State) => verdicts[state as number]!,
    live: (state: State) => live[state as number] === 1,
    automaton: undefined,
    enable: notKept,
    coenable: notKept,
  }
}

/** `inOrder`: the resolved events in the order of the template's. */
export function assemble(
  definition: SpecDefinition,
  inOrder: readonly ResolvedEvent[],
  { template, creation, enable, coenable }: Property,
): CompiledSpec {
  const parameters = Object.entries(definition.parameters ?? {}).map(([name, kind]) => ({ name, kind }))
  const { id, description, severity, doc, falseAlarms = [] } = definition
  const events = inOrder.map((event, i): CompiledEvent => ({
    ...event,
    creation: creation[i]!,
    end: event.name === definition.end,
    blame: definition.blame ?? (isEndOfLife(event, definition) ? 'creation' : 'violating'),
  }))
  return {
    metadata: { id, description, severity, doc, falseAlarms },
    id,
    parameters,
    events,
    template,
    reports: template.categories.map(({ name }, category) => ({ category, name, message: definition.report[name]! })),
    enable,
    coenable,
    connected: definition.connected ?? true,
    fullBinding: definition.fullBinding ?? true,
    countsLoading: definition.countsLoading ?? isBrokenBefore(inOrder, definition, template),
    blame: blamesCreation(events, template) ? 'creation' : 'violating',
    variables: freshVariables(definition.variables),
    handler: definition.handler,
    confirm: definition.confirm,
  }
}

/** Whether an event can complete a report before all is over. */
function isBrokenBefore(
  events: readonly ResolvedEvent[],
  definition: SpecDefinition,
  template: MonitorTemplate,
): boolean {
  for (let i = 0; i < events.length; i++) if (!isLastEnd(events[i]!, definition) && completes(template, i)) return true
  return false
}

function blamesCreation(events: readonly CompiledEvent[], template: MonitorTemplate): boolean {
  for (let i = 0; i < events.length; i++) if (events[i]!.blame !== 'creation' && completes(template, i)) return false
  return true
}

/** The terminal event, or one that only ever says that something is over: nobody's line broke the rule at that moment. */
function isEndOfLife({ name, pointcuts }: ResolvedEvent, { end }: SpecDefinition): boolean {
  if (name === end) return true
  for (let i = 0; i < pointcuts.length; i++) {
    const { kind } = pointcuts[i]!
    if (kind !== 'end' && kind !== 'collect') return false
  }
  return pointcuts.length > 0
}

/** One that comes when the program, or a test file, is over. */
function isLastEnd(event: ResolvedEvent, definition: SpecDefinition): boolean {
  if (!isEndOfLife(event, definition)) return false
  const { pointcuts } = event
  for (let i = 0; i < pointcuts.length; i++) {
    const pointcut = pointcuts[i]!
    if (pointcut.kind === 'end' && pointcut.of === 'turn') return false
  }
  return true
}

/** Whether an event can be the one that completes a report; true when the template has no table to tell. */
function completes({ table, categories }: MonitorTemplate, event: number): boolean {
  if (table === undefined) return true
  let sticky = 0
  for (let i = 0; i < categories.length; i++) if (categories[i]!.report === 'entry') sticky |= 1 << i
  const { states, width, start, next, verdicts } = table
  for (let state = 0; state < states; state++) {
    const before = state === start ? 0 : verdicts[state]! & sticky
    if ((verdicts[next[state * width + event]!]! & ~before) !== 0) return true
  }
  return false
}

function freshVariables(initial: SpecDefinition['variables']): CompiledSpec['variables'] {
  if (initial === undefined || Object.keys(initial).length === 0) return undefined
  const flat = Object.values(initial).every((value) => typeof value !== 'object' || value === null)
  return flat ? () => ({ ...initial }) : () => structuredClone(initial)
}
