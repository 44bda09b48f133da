/**
 * Past-time LTL: formula → minimal automaton. The formula is judged afresh at each event, at that position of the trace:
 * `validation` where it holds, `violation` where it does not. Neither is final. Before the first event there is no
 * verdict.
 *
 * Source: Havelund and Roşu, "Synthesizing monitors for safety properties" (2002): the value of a past formula at a
 * position follows from the event there and from one bit for each `(*)` and `S`, kept from the position before. The bits
 * are the states. Cost: one pass over the subformulas for each state and event, at most 2^bits states.
 */

import { explore } from '../automaton/explore.ts'
import type { Machine } from '../automaton/explore.ts'
import { regularTemplate } from '../automaton/regular-template.ts'
import type { Logic } from '../logic.ts'
import type { Closure } from '../ltl/closure.ts'
import { closure } from '../ltl/closure.ts'
import { parseFormula } from '../ltl/parse-formula.ts'
import { temporalCategories } from '../ltl/temporal-categories.ts'

/** What a position leaves for the next: the formula's own value, then the bit of each past operator. */
type Memory = readonly boolean[]

export const ptltl: Logic = {
  name: 'ptltl',
  description: 'past-time linear temporal logic: what must have happened, judged at every event',
  synthesize(input) {
    const { formula, span } = parseFormula(input, 'past')
    const { events, end, limits } = input
    const { categories, violated, validated } = temporalCategories(input.categories)
    const dfa = explore(pastMachine(closure(formula, 'infinite'), violated, validated), events.length, limits, span)
    return regularTemplate({ logic: 'ptltl', events, categories, end, dfa, limits, formula: span })
  },
}

function pastMachine({ subformulas, root }: Closure, violated: number, validated: number): Machine<Memory> {
  // Slot 0 is the formula itself. `(*)` keeps its operand's value, S its own.
  const kept = [root]
  const slotOf = new Map<number, number>()
  subformulas.forEach((subformula, index) => {
    if (subformula.kind === 'previously') slotOf.set(index, kept.push(subformula.body) - 1)
    if (subformula.kind === 'since') slotOf.set(index, kept.push(index) - 1)
  })
  const start: Memory = kept.map(() => false)

  return {
    start,
    successor(memory, event) {
      const values: boolean[] = []
      subformulas.forEach((subformula, index) => {
        switch (subformula.kind) {
          case 'constant':
            values.push(subformula.value)
            break
          case 'event':
            values.push(subformula.event === event)
            break
          case 'not':
            values.push(!values[subformula.body]!)
            break
          case 'and':
            values.push(values[subformula.left]! && values[subformula.right]!)
            break
          case 'previously':
            values.push(memory[slotOf.get(index)!]!)
            break
          case 'since':
            values.push(values[subformula.right]! || (values[subformula.left]! && memory[slotOf.get(index)!]!))
            break
          case 'next':
          case 'until':
            throw new Error('a past formula has a future operator')
        }
      })
      return kept.map((index) => values[index]!)
    },
    key: (memory) => (memory === start ? 'start' : memory.map(Number).join('')),
    verdict: (memory) => (memory === start ? 0 : memory[0] === true ? validated : violated),
  }
}
