/** No formula: each event is a `match` by itself, so that a spec's check is the condition of its event. */

import { regularTemplate } from '../automaton/regular-template.ts'
import { chooseCategories } from '../formula/choose-categories.ts'
import { FormulaScanner } from '../formula/formula-scanner.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import type { MonitorTemplate } from '../template.ts'

export const raw: Logic = {
  name: 'raw',
  description: 'no formula: every event is a match, the condition of the event is the check',
  synthesize,
}

function synthesize(input: SynthesisInput): MonitorTemplate {
  const { events, end, limits } = input
  const categories = chooseCategories(input.categories, [{ name: 'match', report: 'event' }])
  const scanner = new FormulaScanner(input, [])
  if (scanner.peek().kind !== 'end') scanner.fail("the logic 'raw' has no formula", undefined, 'leave the formula out')
  const dfa = {
    states: 2,
    width: events.length,
    start: 0,
    next: new Int32Array(2 * events.length).fill(1),
    verdicts: Int32Array.of(0, 1),
  }
  return regularTemplate({ logic: 'raw', events, categories, end, dfa, limits, formula: scanner.whole() })
}
