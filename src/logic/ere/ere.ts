/**
 * Extended regular expressions: a logic that judges the whole trace so far. Formula → derivatives → automaton.
 *
 * `match` holds when the trace is in the language, `fail` when no continuation can bring it there. For `a b`:
 *
 *     trace     a   b      a   a   b
 *     verdict   ?   match  ?   fail fail
 *
 * A terminal event ends the trace, so nothing continues it: there the trace is judged, `match` or `fail`. The judged
 * trace includes the terminal event if the formula mentions it and leaves it out if not. What happens after the end
 * is not judged: `fail` remains, `match` does not hold again.
 */

import type { Dfa } from '../automaton/dfa.ts'
import { liveStates, verdictGoals } from '../automaton/event-sets.ts'
import { explore, tooManyStates } from '../automaton/explore.ts'
import { regularTemplate } from '../automaton/regular-template.ts'
import { chooseCategories } from '../formula/choose-categories.ts'
import { FormulaScanner } from '../formula/formula-scanner.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import type { Category, MonitorTemplate } from '../template.ts'
import { Expressions } from './expression.ts'
import { ereOperators, parseEre } from './parse-ere.ts'

const match: Category = { name: 'match', report: 'event' }
const fail: Category = { name: 'fail', report: 'entry' }

/** Terms for each state that the limits allow: states that are large unions of terms cost as much as many small ones. */
const termsPerState = 50

export const ere: Logic = {
  name: 'ere',
  description: 'extended regular expressions: the order of events as a pattern, with intersection and complement',
  synthesize,
}

function synthesize(input: SynthesisInput): MonitorTemplate {
  const { events, end, limits } = input
  const categories = chooseCategories(input.categories, [match, fail])
  const scanner = new FormulaScanner(input, ereOperators)
  const formula = scanner.whole()
  const expressions = new Expressions(events.length, limits.states * termsPerState, () =>
    tooManyStates(limits, formula),
  )
  const mentioned = new Set<number>()
  const start = parseEre(scanner, expressions, mentioned)
  const language = explore(
    {
      start,
      successor: (state, event) => expressions.derivative(state, event),
      key: (state) => state.id,
      verdict: (state) => (state.nullable ? 1 : 0),
    },
    events.length,
    limits,
    formula,
  )
  const endEvent = end === undefined ? -1 : events.indexOf(end)
  const dfa = judge(language, categories, endEvent, mentioned.has(endEvent))
  return regularTemplate({ logic: 'ere', events, categories, end, dfa, limits, formula, failSink: true })
}

/** From acceptance (verdict 1) to the categories of interest, with the terminal event, if there is one, as the last. */
function judge(language: Dfa, categories: readonly Category[], endEvent: number, endMentioned: boolean): Dfa {
  const { states, width, start, verdicts } = language
  const matchBit = categories.includes(match) ? 1 << categories.indexOf(match) : 0
  const failBit = categories.includes(fail) ? 1 << categories.indexOf(fail) : 0
  // Behind the states of the language: failed, matched at the end, and done after the end.
  const [failed, ended, done] = [states, states + 1, states + 2]
  const next = new Int32Array((states + 3) * width)
  next.set(language.next)
  if (endEvent !== -1) {
    for (let s = 0; s < states; s += 1) {
      const judged = endMentioned ? language.next[s * width + endEvent]! : s
      next[s * width + endEvent] = verdicts[judged] === 1 ? ended : failed
    }
  }
  next.fill(failed, failed * width, ended * width)
  next.fill(done, ended * width)

  const accepting = new Int32Array(states + 3)
  accepting.set(verdicts)
  accepting[ended] = 1
  const dfa: Dfa = { states: states + 3, width, start, next, verdicts: accepting }
  const hopeful = liveStates(dfa, verdictGoals(dfa, 1))
  return {
    ...dfa,
    verdicts: accepting.map((accepts, s) => (accepts === 1 ? matchBit : hopeful[s] === 1 || s === done ? 0 : failBit)),
  }
}
