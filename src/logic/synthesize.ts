/**
 * The library face of `logic`: checks what every logic would have to check (events, end event, trace), finds the logic,
 * and wraps its template for people. `synthesizeTemplate` is the same without the wrapping, for the spec compiler.
 */

import { UserError } from '../diagnostics/user-error.ts'
import { builtInLogics } from './built-in.ts'
import { suggestion } from './formula/suggestion.ts'
import { defaultLimits } from './logic.ts'
import type { SynthesisLimits } from './logic.ts'
import type { LogicRegistry } from './registry.ts'
import type { Automaton, EventSets, MonitorTemplate } from './template.ts'

export interface SynthesisOptions {
  readonly logic: string
  /** Not needed by the logic `raw`. */
  readonly formula?: string | undefined
  /** The alphabet; its order is the order in which automata and event sets list events. */
  readonly events: readonly string[]
  /** Categories of interest; the logic's default when absent. */
  readonly categories?: readonly string[] | undefined
  /** The terminal event, one of `events`. */
  readonly end?: string | undefined
  readonly limits?: Partial<SynthesisLimits> | undefined
}

export interface SynthesizedProperty {
  readonly template: MonitorTemplate
  /** The minimal automaton; undefined when the property is not regular. */
  readonly automaton: Automaton | undefined
  /** One for each event of the trace: the first category of interest that holds after it, or '?' while undecided. */
  verdicts(trace: readonly string[]): string[]
  /** Per event, the sets of events that occur before it in traces that reach the category. */
  enable(category: string): EventSets
  /** Per event, the sets of events that occur after it in traces that reach the category, the empty set left out. */
  coenable(category: string): EventSets
}

export function synthesize(options: SynthesisOptions, registry: LogicRegistry = builtInLogics): SynthesizedProperty {
  const template = synthesizeTemplate(options, registry)
  return {
    template,
    automaton: template.automaton,
    verdicts: (trace) => verdicts(template, trace),
    enable: (category) => template.enable(category),
    coenable: (category) => template.coenable(category),
  }
}

export function synthesizeTemplate(
  options: SynthesisOptions,
  registry: LogicRegistry = builtInLogics,
): MonitorTemplate {
  const logic = registry.get(options.logic)
  const { formula = '', events, categories, end } = options
  checkEvents(events)
  if (end !== undefined && !events.includes(end)) {
    throw new UserError({
      code: 'unknown-event',
      message: `the end event '${end}' is not an event of this property`,
      remedy: suggestion(end, events, 'use one of the events'),
    })
  }
  const template = logic.synthesize({
    formula,
    events,
    categories,
    end,
    limits: { ...defaultLimits, ...options.limits },
  })
  if (categories !== undefined) requireReachable(template, formula)
  return template
}

function checkEvents(events: readonly string[]): void {
  if (events.length === 0) {
    throw new UserError({ code: 'no-events', message: 'the property has no events', remedy: 'declare at least one' })
  }
  events.forEach((event, i) => {
    if (event === '') {
      throw new UserError({ code: 'empty-event-name', message: `event ${i + 1} has an empty name`, remedy: 'name it' })
    }
    if (events.indexOf(event) !== i) {
      throw new UserError({
        code: 'duplicate-event',
        message: `the event '${event}' is declared twice`,
        remedy: 'declare each event once',
      })
    }
  })
}

/** A category that was asked for by name and that no trace reaches is a mistake: nothing would ever be reported for it. */
function requireReachable({ table, categories }: MonitorTemplate, formula: string): void {
  if (table === undefined) return
  const reached = table.next.reduce((bits, target) => bits | table.verdicts[target]!, 0)
  categories.forEach(({ name }, c) => {
    if ((reached & (1 << c)) !== 0) return
    const start = formula.length - formula.trimStart().length
    throw new UserError({
      code: 'unreachable-category',
      message: `no trace reaches the category '${name}'`,
      span: { source: 'formula', text: formula, start, end: start + formula.trim().length },
      remedy: 'correct the formula, or do not name it as a category',
    })
  })
}

function verdicts(template: MonitorTemplate, trace: readonly string[]): string[] {
  const numbers = new Map(template.events.map((event, e) => [event, e]))
  let state = template.initial
  return trace.map((event, i) => {
    const number = numbers.get(event)
    if (number === undefined) {
      throw new UserError({
        code: 'unknown-event',
        message: `event ${i + 1} of the trace, '${event}', is not an event of this property`,
        remedy: suggestion(event, template.events, 'use one of the events'),
      })
    }
    state = template.step(state, number)
    const verdict = template.verdict(state)
    return verdict === 0 ? '?' : template.categories[31 - Math.clz32(verdict & -verdict)]!.name
  })
}
