/**
 * Compiled specs for tests of the engine, written as data: parameters and events in words, the property as a formula of
 * any logic or as a finite automaton given state by state. Names stand for numbers in the order they are written. Unlike
 * the spec compiler it takes specs that make little sense, which is what random tests need.
 */

import { labelSets } from '#src/spec/parameter-sets.ts'
import { synthesizeTemplate } from '#src/logic/synthesize.ts'
import { regularTemplate } from '#src/logic/automaton/regular-template.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import type { MonitorTemplate } from '#src/logic/template.ts'
import type { CompiledSpec, ParameterKind } from '#src/spec/compiled-spec.ts'

export interface AutomatonText {
  /** State → event → successor; `default` stands for all events not named; without it a missing one leads to `fail`. The first state is the start. */
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Category → states in which it holds, reported at each event; the category `fail`, with the sink itself, at entry. */
  readonly categories: Readonly<Record<string, readonly string[]>>
}

export interface SpecText extends Partial<
  Pick<CompiledSpec, 'id' | 'connected' | 'fullBinding' | 'blame' | 'variables' | 'handler'>
> {
  /** Names, or `name:kind`; the kind is `object` when absent. */
  readonly parameters: readonly string[]
  /** Event → the parameters it binds, separated by spaces. */
  readonly events: Readonly<Record<string, string>>
  /** Creation events; those that can start a reported trace when absent. */
  readonly creation?: readonly string[]
  readonly end?: string
  /** Either a formula, with the categories of interest (the logic's default when absent) … */
  readonly logic?: string
  readonly formula?: string
  readonly categories?: readonly string[]
  /** … or an automaton. */
  readonly automaton?: AutomatonText
  /** Death events: event → the parameter whose death it is. */
  readonly deaths?: Readonly<Record<string, string>>
  readonly actions?: Readonly<Record<string, CompiledSpec['events'][number]['action']>>
}

export function buildSpec(text: SpecText): CompiledSpec {
  const parameters = text.parameters.map((word) => {
    const [name, kind = 'object'] = word.split(':')
    return { name: name!, kind: kind as ParameterKind }
  })
  const names = Object.keys(text.events)
  const labels = names.map((name) =>
    text.events[name]!.split(' ')
      .filter((word) => word !== '')
      .reduce((set, word) => set | (1 << parameters.findIndex((parameter) => parameter.name === word)), 0),
  )
  const template =
    text.automaton === undefined
      ? synthesizeTemplate({ ...text, logic: text.logic!, events: names })
      : automatonTemplate(text.automaton, names, text.end)
  return specOf(text, parameters, names, labels, template)
}

function specOf(
  text: SpecText,
  parameters: CompiledSpec['parameters'],
  names: readonly string[],
  labels: readonly number[],
  template: MonitorTemplate,
): CompiledSpec {
  const sets = labelSets(template, labels)
  const id = text.id ?? 'test/built'
  return {
    metadata: { id, description: '', severity: 'error', doc: '', falseAlarms: [] },
    id,
    parameters,
    events: names.map((name, e) => ({
      name,
      parameters: labels[e]!,
      creation: text.creation === undefined ? sets.starts[e]! : text.creation.includes(name),
      end: name === text.end,
      pointcuts:
        text.deaths?.[name] === undefined
          ? []
          : [{ kind: 'collect', parameter: text.deaths[name], targets: [], bindings: [], condition: undefined }],
      condition: undefined,
      action: text.actions?.[name],
      blame: text.blame ?? 'violating',
    })),
    template,
    reports: template.categories.map(({ name }, category) => ({ category, name, message: name })),
    enable: sets.enable,
    coenable: sets.coenable,
    countsLoading: true,
    confirm: undefined,
    connected: text.connected ?? false,
    fullBinding: text.fullBinding ?? false,
    blame: text.blame ?? 'violating',
    variables: text.variables,
    handler: text.handler,
  }
}

function automatonTemplate(automaton: AutomatonText, events: readonly string[], end: string | undefined) {
  const names = Object.keys(automaton.states)
  const sink = names.length
  const number = (name: string) => (name === 'fail' ? sink : names.indexOf(name))
  const categories = Object.keys(automaton.categories)
  const next = names.flatMap((name) =>
    events.map((event) => number(automaton.states[name]![event] ?? automaton.states[name]!['default'] ?? 'fail')),
  )
  const holds = (state: string) =>
    categories.reduce(
      (bits, category, i) => (automaton.categories[category]!.includes(state) ? bits | (1 << i) : bits),
      0,
    )
  return regularTemplate({
    logic: 'fsm',
    events,
    categories: categories.map((name) => ({ name, report: name === 'fail' ? 'entry' : 'event' })),
    end,
    dfa: {
      states: names.length + 1,
      width: events.length,
      start: 0,
      next: Int32Array.from([...next, ...events.map(() => sink)]),
      verdicts: Int32Array.from([...names, 'fail'], holds),
    },
    limits: defaultLimits,
    formula: { source: 'automaton', text: '', start: 0, end: 0 },
    failSink: true,
  })
}
