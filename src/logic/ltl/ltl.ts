/**
 * LTL with future and past operators: formula → minimal automaton whose verdicts are exact. `violation` holds from the
 * first event on after which every continuation violates the formula, `validation` from the first after which every
 * continuation satisfies it.
 *
 * Continuations are all infinite traces; with an end event, all finite ones that end with it. The end event belongs to
 * the trace, as its last position. What happens after it changes nothing.
 *
 *     text —parse-formula→ tree —closure→ subformulas —progression→ states —satisfiability→ verdicts —regularTemplate→
 *
 * Verdicts belong to events: a formula that nothing can satisfy is violated at the first event, whichever it is.
 */

import { regularTemplate } from '../automaton/regular-template.ts'
import type { Dfa } from '../automaton/dfa.ts'
import { explore, tooManyStates } from '../automaton/explore.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import { closure } from './closure.ts'
import { Diagrams, FALSE, TRUE } from './decision-diagram.ts'
import { parseFormula } from './parse-formula.ts'
import type { ParsedFormula } from './parse-formula.ts'
import type { Demand } from './progression.ts'
import { Progression } from './progression.ts'
import { Satisfiability } from './satisfiability.ts'
import { categoryBit, temporalCategories } from './temporal-categories.ts'

/** Nodes of decision diagrams for each state that the limits allow. */
const nodesPerState = 50

const violated: Demand = { demand: FALSE, memory: [] }
const validated: Demand = { demand: TRUE, memory: [] }

export const ltl: Logic = {
  name: 'ltl',
  description: 'linear temporal logic with future and past operators; categories violation and validation',
  synthesize(input) {
    const parsed = parseFormula(input, 'any')
    const { events, end, limits } = input
    const categories = temporalCategories(input.categories)
    const verdict = {
      violation: categoryBit(categories, 'violation'),
      validation: categoryBit(categories, 'validation'),
    }
    const dfa = end === undefined ? onInfiniteTraces(parsed, input, verdict) : onFiniteTraces(parsed, input, verdict)
    return regularTemplate({ logic: 'ltl', events, categories, end, dfa, limits, formula: parsed.span })
  },
}

interface Verdicts {
  readonly violation: number
  readonly validation: number
}

/** Decided demands are sinks, entered from the first event on; the start state is never one of them. */
function onInfiniteTraces({ formula, span }: ParsedFormula, input: SynthesisInput, verdict: Verdicts): Dfa {
  const { events, limits } = input
  const exceeded = () => tooManyStates(limits, span)
  const diagrams = new Diagrams(limits.states * nodesPerState, exceeded)
  const progression = new Progression(closure(formula, 'infinite'), diagrams)
  const tableau = new Satisfiability(progression, diagrams, events.length, limits.states, exceeded)
  return explore<Demand>(
    {
      start: progression.start,
      successor(state, event) {
        if (state === violated || state === validated) return state
        const after = progression.step(state, event)
        if (!tableau.satisfiable(after)) return violated
        if (!tableau.satisfiable({ ...after, demand: diagrams.not(after.demand) })) return validated
        return after
      },
      key,
      verdict: (state) => (state === violated ? verdict.violation : state === validated ? verdict.validation : 0),
    },
    events.length,
    limits,
    span,
  )
}

/** The end event settles the demand; a state before it is decided when only one of the two outcomes can be reached. */
function onFiniteTraces({ formula, span }: ParsedFormula, input: SynthesisInput, verdict: Verdicts): Dfa {
  const { events, limits } = input
  const last = events.indexOf(input.end!)
  const diagrams = new Diagrams(limits.states * nodesPerState, () => tooManyStates(limits, span))
  const progression = new Progression(closure(formula, 'finite'), diagrams)
  const satisfied = 1
  const refuted = 2
  const dfa = explore<Demand>(
    {
      start: progression.start,
      successor(state, event) {
        if (state === violated || state === validated) return state
        const after = progression.step(state, event)
        const met = event === last ? progression.met(after) : undefined
        if (met === false || after.demand === FALSE) return violated
        if (met === true || after.demand === TRUE) return validated
        return after
      },
      key,
      verdict: (state) => (state === violated ? refuted : state === validated ? satisfied : 0),
    },
    events.length,
    limits,
    span,
  )
  const outcomes = reachableOutcomes(dfa)
  const verdicts = outcomes.map((reach) =>
    reach === refuted ? verdict.violation : reach === satisfied ? verdict.validation : 0,
  )
  // A start state that is decided may be met again later, and has a verdict then.
  if (outcomes[dfa.start] === (satisfied | refuted)) return { ...dfa, verdicts }
  return {
    states: 2,
    width: dfa.width,
    start: 0,
    next: new Int32Array(2 * dfa.width).fill(1),
    verdicts: Int32Array.of(0, verdicts[dfa.start]!),
  }
}

/** Per state, the union of the verdict bits that can be reached from it, backwards along transitions to a fixpoint. */
function reachableOutcomes({ states, width, next, verdicts }: Dfa): Int32Array {
  const outcomes = verdicts.slice()
  const predecessors: number[][] = Array.from({ length: states }, () => [])
  next.forEach((target, transition) => predecessors[target]!.push(Math.floor(transition / width)))
  const pending = Array.from({ length: states }, (_, s) => s)
  for (let s = pending.pop(); s !== undefined; s = pending.pop()) {
    for (const p of predecessors[s]!) {
      const union = outcomes[p]! | outcomes[s]!
      if (union === outcomes[p]) continue
      outcomes[p] = union
      pending.push(p)
    }
  }
  return outcomes
}

function key({ demand, memory }: Demand): string {
  return `${demand}:${memory.join()}`
}
