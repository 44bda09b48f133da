/**
 * Fourth pass of the spec compiler: whether the synthesized property and what its events bind fit together, so that the
 * spec can ever report. Judged on traces: a trace is a violating one when its last event completes a reported category.
 */

import { synthesizeTemplate } from '../logic/synthesize.ts'
import type { MonitorTemplate, TransitionTable } from '../logic/template.ts'
import type { CompiledParameter, ParameterSet } from './compiled-spec.ts'
import type { SpecDefinition } from './definition.ts'
import type { Findings } from './diagnostic.ts'
import { labelSets } from './parameter-sets.ts'
import type { ResolvedEvent } from './resolve-events.ts'

export interface CheckedFormula {
  readonly template: MonitorTemplate
  readonly events: readonly ResolvedEvent[]
  readonly parameters: readonly CompiledParameter[]
  /** Per event, whether it may create a monitor. */
  readonly creation: readonly boolean[]
  /** Per event, whether a violating trace can begin with it. */
  readonly starts: readonly boolean[]
}

export function checkFormula(definition: SpecDefinition, checked: CheckedFormula, findings: Findings): void {
  checkReachable(definition, checked, findings)
  if (findings.failed) return
  checkCreation(definition, checked, findings)
  checkBindings(definition, checked, findings)
  checkMentioned(definition, findings)
  checkUnreported(definition, checked, findings)
}

/**
 * Categories of automata were checked at synthesis. For the others each category is asked for by itself, with labels that
 * tell nothing apart: whether there are sets at all is found without enumerating them.
 */
function checkReachable(definition: SpecDefinition, { template }: CheckedFormula, findings: Findings): void {
  if (template.table !== undefined) return
  const noLabels = template.events.map(() => 0)
  for (const { name } of template.categories) {
    const { enable } = labelSets(synthesizeSpec(definition, [name]), noLabels)
    if (enable.some((sets) => sets.length > 0)) continue
    findings.error(
      'unreachable-category',
      { path: ['report', name], key: true },
      `no trace reaches the category '${name}'`,
      'Correct the formula, or do not report it.',
      [findings.note({ path: ['formula'] }, 'the formula')],
    )
  }
}

function checkCreation(
  definition: SpecDefinition,
  { events, creation, starts }: CheckedFormula,
  findings: Findings,
): void {
  const possible = events.filter((_, i) => starts[i]).map(({ name }) => `"${name}"`)
  if (!creation.includes(true)) {
    findings.error(
      'no-creation-event',
      { path: ['events'] },
      `no event may create monitors: ${possible.join(' and ')} could start a report, and the spec says \`creation: false\``,
      'Remove `creation: false` from one of them.',
    )
  }
  for (const [i, { name }] of events.entries()) {
    if (definition.events[name]!.creation !== true || starts[i]) continue
    findings.error(
      'creation-never-starts',
      { path: ['events', name, 'creation'] },
      `event "${name}" creates monitors, but no trace that begins with it can lead to a report`,
      `Let ${possible.join(' or ')} create monitors, or remove \`creation\` everywhere and let it follow from the formula.`,
    )
  }
}

/**
 * Whether some violating trace binds every parameter, and connects them. Each event is labelled with one bit for what it
 * binds (2^4 possible sets), so the sets that a trace's events bind are known without enumerating event sets.
 */
function checkBindings(
  definition: SpecDefinition,
  { template, events, parameters }: CheckedFormula,
  findings: Findings,
): void {
  const all = (1 << parameters.length) - 1
  if (all === 0 || definition.fullBinding === false) return
  const labels = events.map((event) => 1 << event.parameters)
  const { enable } = labelSets(template, labels)
  const traces = enable.flatMap((sets, event) => sets.map((set) => bindingsIn(set | labels[event]!)))
  const most = traces.map(union).reduce((best, set) => (countBits(set) > countBits(best) ? set : best), 0)
  if (!traces.some((trace) => union(trace) === all)) {
    for (const [i, { name }] of parameters.entries()) {
      if ((most & (1 << i)) !== 0) continue
      findings.error(
        'never-fully-bound',
        { path: ['parameters', name], key: true },
        `no trace that leads to a report binds all parameters: "${name}" stays unbound, so the spec would never report`,
        `Bind "${name}" in an event that the formula needs, remove the parameter, or set \`fullBinding: false\`.`,
      )
    }
  } else if (definition.connected !== false && !traces.some((trace) => connects(trace, all))) {
    const together = component(bindingsIn(labels.reduce((set, label) => set | label, 0)), 1)
    const [inside, outside] = [true, false].map((wanted) =>
      parameters.filter((_, i) => ((together & (1 << i)) !== 0) === wanted).map(({ name }) => `"${name}"`),
    )
    const detail =
      outside!.length === 0
        ? 'no trace that leads to a report holds the events that bind the parameters together'
        : `no event binds ${inside!.join(' or ')} together with ${outside!.join(' or ')}`
    findings.error(
      'never-connected',
      { path: ['parameters'] },
      `${detail}, so they never connect and the spec would never report`,
      'Bind parameters together in one event, or set `connected: false` to report any combination of objects.',
    )
  }
}

/** The parameter sets in a set of labels. */
function bindingsIn(labels: number): ParameterSet[] {
  const sets: ParameterSet[] = []
  for (let set = 0; labels >>> set !== 0; set++) if (((labels >>> set) & 1) !== 0) sets.push(set)
  return sets
}

function union(sets: readonly ParameterSet[]): ParameterSet {
  return sets.reduce((sum, set) => sum | set, 0)
}

function connects(sets: readonly ParameterSet[], all: ParameterSet): boolean {
  return component(sets, all & -all) === all
}

/** What a chain of overlapping sets reaches from `start`. */
function component(sets: readonly ParameterSet[], start: ParameterSet): ParameterSet {
  let reached = start
  for (;;) {
    const next = sets.reduce((sum, set) => ((set & sum) === 0 ? sum : sum | set), reached)
    if (next === reached) return reached
    reached = next
  }
}

function countBits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * An event that the formula does not name still counts: an ERE does not match a trace that holds it. That is seldom meant.
 * The formula is searched as text, since a plugin's syntax is not known here.
 */
function checkMentioned({ formula, logic, events, end }: SpecDefinition, findings: Findings): void {
  if (formula === undefined || (logic === 'fsm' && /\bdefault\b/.test(formula))) return
  for (const name of Object.keys(events)) {
    const escaped = name.replace(/[^\w]/g, String.raw`\$&`)
    if (name === end || new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(formula)) continue
    findings.warn(
      'event-not-in-formula',
      { path: ['events', name], key: true },
      `the formula does not name the event "${name}", whose occurrences are steps of the trace all the same`,
      'Name it in the formula, or remove it.',
    )
  }
}

/**
 * What a machine tells apart and the spec does not report: an alias, whose only use is to be a category, and `fail`, which a
 * missing transition means, where a monitor can get there.
 */
function checkUnreported(definition: SpecDefinition, { template, creation }: CheckedFormula, findings: Findings): void {
  if (definition.logic !== 'fsm') return
  // By default a machine is synthesized for all its aliases and `fail`.
  const { table, categories } = synthesizeSpec(definition, undefined)
  for (const [i, { name }] of categories.entries()) {
    if (Object.hasOwn(definition.report, name)) continue
    if (name !== 'fail') {
      findings.warn(
        'unreported-category',
        { path: ['report'], key: true },
        `the formula gives some states the name "${name}", and nothing reports it`,
        `Report \`${name}\`, or remove the alias.`,
      )
      continue
    }
    const path = table && pathTo(table, creation, (state) => (table.verdicts[state]! & (1 << i)) !== 0)
    if (path === undefined) continue
    findings.warn(
      'unreported-fail',
      { path: ['formula'] },
      `the trace \`${path.map((event) => template.events[event]!).join(' ')}\` meets a missing transition, which means \`fail\`, and nothing reports that`,
      'Report `fail`, or write the transition out: `default <state>` inside a state catches all other events.',
    )
  }
}

/** A shortest trace that begins with a creation event and ends in a wanted state. */
function pathTo(
  { states, width, start, next }: TransitionTable,
  creation: readonly boolean[],
  wanted: (state: number) => boolean,
): number[] | undefined {
  const paths: (number[] | undefined)[] = Array.from({ length: states })
  const queue: number[] = []
  const visit = (state: number, path: number[]): void => {
    if (paths[state] !== undefined) return
    paths[state] = path
    queue.push(state)
  }
  for (let event = 0; event < width; event++) if (creation[event]) visit(next[start * width + event]!, [event])
  for (const state of queue) {
    if (wanted(state)) return paths[state]
    for (let event = 0; event < width; event++) visit(next[state * width + event]!, [...paths[state]!, event])
  }
  return undefined
}

/** Synthesis for the categories of a spec, or for those that the logic has by default. */
export function synthesizeSpec(definition: SpecDefinition, categories: readonly string[] | undefined): MonitorTemplate {
  const { logic, formula, events, end } = definition
  return synthesizeTemplate({ logic, formula, events: Object.keys(events), categories, end })
}
