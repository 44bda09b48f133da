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
import { liveStates, verdictGoals } from '../automaton/event-sets.ts'
import { explore, tooManyStates } from '../automaton/explore.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import { closure } from './closure.ts'
import { Diagrams, FALSE, TRUE } from './decision-diagram.ts'
import { parseFormula } from './parse-formula.ts'
import type { ParsedFormula } from './parse-formula.ts'
import type { Demand } from './progression.ts'
import { Progression } from './progression.ts'
import { Satisfiability } from './satisfiability.ts'
import { temporalCategories } from './temporal-categories.ts'
import type { TemporalCategories } from './temporal-categories.ts'

/** Nodes of decision diagrams for each state that the limits allow. */
const nodesPerState = 20

const refuted: Demand = { demand: FALSE, memory: [] }
const satisfied: Demand = { demand: TRUE, memory: [] }

export const ltl: Logic = {
  name: 'ltl',
  description:
    'linear temporal logic, future and past: what must hold along the trace, judged as soon as it is decided',
  synthesize(input) {
    const parsed = parseFormula(input, 'any')
    const { events, end, limits } = input
    const verdicts = temporalCategories(input.categories)
    const { categories } = verdicts
    const dfa = end === undefined ? onInfiniteTraces(parsed, input, verdicts) : onFiniteTraces(parsed, input, verdicts)
    return regularTemplate({ logic: 'ltl', events, categories, end, dfa, limits, formula: parsed.span })
  },
}

/** Decided demands are sinks that are entered by an event; the start state is never one of them. */
function onInfiniteTraces({ formula, span }: ParsedFormula, input: SynthesisInput, verdicts: TemporalCategories): Dfa {
  const { events, limits } = input
  const exceeded = () => tooManyStates(limits, span)
  const diagrams = new Diagrams(limits.states * nodesPerState, exceeded)
  const progression = new Progression(closure(formula, 'infinite'), diagrams)
  const tableau = new Satisfiability(progression, diagrams, events.length, limits.states, exceeded)
  return explore<Demand>(
    {
      start: progression.start,
      successor(state, event) {
        if (state === refuted || state === satisfied) return state
        const after = progression.step(state, event)
        if (!tableau.satisfiable(after)) return refuted
        if (!tableau.satisfiable({ ...after, demand: diagrams.not(after.demand) })) return satisfied
        return after
      },
      key,
      verdict: (state) => (state === refuted ? verdicts.violated : state === satisfied ? verdicts.validated : 0),
    },
    events.length,
    limits,
    span,
  )
}

/** The end event settles the demand; a state before it is decided when only one of the two outcomes can be reached. */
function onFiniteTraces({ formula, span }: ParsedFormula, input: SynthesisInput, verdicts: TemporalCategories): Dfa {
  const { events, limits } = input
  const end = events.indexOf(input.end!)
  const diagrams = new Diagrams(limits.states * nodesPerState, () => tooManyStates(limits, span))
  const progression = new Progression(closure(formula, 'finite'), diagrams)
  const [refutedBit, satisfiedBit] = [1, 2]
  const dfa = explore<Demand>(
    {
      start: progression.start,
      successor(state, event) {
        if (state === refuted || state === satisfied) return state
        const after = progression.step(state, event)
        if (event === end) return progression.met(after) ? satisfied : refuted
        return after.demand === FALSE ? refuted : after.demand === TRUE ? satisfied : after
      },
      key,
      verdict: (state) => (state === refuted ? refutedBit : state === satisfied ? satisfiedBit : 0),
    },
    events.length,
    limits,
    span,
  )
  const refutable = liveStates(dfa, verdictGoals(dfa, refutedBit))
  const satisfiable = liveStates(dfa, verdictGoals(dfa, satisfiedBit))
  const verdict = (state: number) =>
    refutable[state] === 0 ? verdicts.validated : satisfiable[state] === 0 ? verdicts.violated : 0
  // A start state that is decided gets its verdict with the first event, and may be met again later.
  if (refutable[dfa.start] === 0 || satisfiable[dfa.start] === 0) {
    const next = new Int32Array(2 * dfa.width).fill(1)
    return { states: 2, width: dfa.width, start: 0, next, verdicts: Int32Array.of(0, verdict(dfa.start)) }
  }
  return { ...dfa, verdicts: dfa.verdicts.map((_, state) => verdict(state)) }
}

function key({ demand, memory }: Demand): string {
  return `${demand}:${memory.join()}`
}
