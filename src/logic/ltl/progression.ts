/**
 * What a formula still demands after each event: the deterministic half of LTL synthesis. `ltl.ts` explores its states;
 * `satisfiability.ts` decides which of them still leave a choice.
 *
 * Every subformula whose value at the *next* position matters (the body of `o`, every `U`, the formula itself) has a
 * variable that stands for this value. At a position where event e happens, a subformula is a Boolean function of them:
 *
 *     o f      the variable of f
 *     f U g    g or (f and the variable of f U g)
 *     (*) f    what f was at the position before
 *     f S g    g or (f and what f S g was at the position before)
 *
 * "What it was" is remembered as a function too, for a past operator over a future one (`(*) <> a`) was not settled yet;
 * its variables speak of the position at hand, so their values there are put in. A state is what the formula at the
 * first position demands, as such a function, with the memories. Functions are canonical (`decision-diagram.ts`), so
 * there are finitely many states, and states that are the same Boolean demand are one.
 *
 * Source: progression from Bacchus and Kabanza, "Using temporal logics to express search control knowledge for planning"
 * (2000), the past as in Havelund and Roşu, "Synthesizing monitors for safety properties" (2002); that memories may be
 * functions makes the two meet. Cost: one pass over the closure for each distinct (memories, event).
 */

import type { Closure } from './closure.ts'
import type { Diagram, Diagrams } from './decision-diagram.ts'
import { FALSE, TRUE } from './decision-diagram.ts'

/** What is demanded of the rest of the trace. */
export interface Demand {
  /** Over the variables for the next position. */
  readonly demand: Diagram
  /** Per past operator, its operand's (for `S` its own) value at the last position, over the same variables. */
  readonly memory: readonly Diagram[]
}

/** The subformulas at one position, as functions of the variables for the next. */
interface Unfolding {
  readonly values: readonly Diagram[]
  readonly memory: readonly Diagram[]
  /** A function of this position's values as a function of the next position's. */
  carry(f: Diagram): Diagram
}

export class Progression {
  readonly closure: Closure
  /** Per variable, its subformula. */
  readonly variables: readonly number[]
  /** Before the first event: the formula is demanded of the first position, and nothing has been. */
  readonly start: Demand
  readonly #diagrams: Diagrams
  readonly #variableOf = new Map<number, number>()
  /** Per slot of the memory, the subformula whose value it keeps. */
  readonly #remembered: readonly number[]
  readonly #slotOf = new Map<number, number>()
  readonly #mentioned: ReadonlySet<number>
  readonly #unfoldings = new Map<string, Unfolding>()

  constructor(closure: Closure, diagrams: Diagrams) {
    this.closure = closure
    this.#diagrams = diagrams
    const variables = new Set<number>()
    const remembered: number[] = []
    const mentioned = new Set<number>()
    closure.subformulas.forEach((subformula, index) => {
      if (subformula.kind === 'next') variables.add(subformula.body)
      if (subformula.kind === 'until') variables.add(index)
      if (subformula.kind === 'event') mentioned.add(subformula.event)
      if (subformula.kind === 'previously') this.#slotOf.set(index, remembered.push(subformula.body) - 1)
      if (subformula.kind === 'since') this.#slotOf.set(index, remembered.push(index) - 1)
    })
    variables.add(closure.root)
    this.variables = [...variables]
    this.variables.forEach((subformula, variable) => this.#variableOf.set(subformula, variable))
    this.#remembered = remembered
    this.#mentioned = mentioned
    this.start = { demand: this.#variable(closure.root), memory: remembered.map(() => FALSE) }
  }

  /** One event for each way in which events differ to the formula, of an alphabet of this size. */
  letters(width: number): number[] {
    const events = Array.from({ length: width }, (_, event) => event)
    const other = events.filter((event) => !this.#mentioned.has(event)).slice(0, 1)
    return [...other, ...this.#mentioned]
  }

  step({ demand, memory }: Demand, event: number): Demand {
    const unfolding = this.unfold(memory, event)
    return { demand: unfolding.carry(demand), memory: unfolding.memory }
  }

  /** Whether the demand is met when the last event was the last one of the trace. */
  met({ demand }: Demand): boolean {
    return this.#diagrams.substitute(demand, () => FALSE, new Map()) === TRUE
  }

  unfold(memory: readonly Diagram[], event: number): Unfolding {
    const key = `${this.#mentioned.has(event) ? event : -1}:${memory.join()}`
    let unfolding = this.#unfoldings.get(key)
    if (unfolding === undefined) {
      unfolding = this.#compute(memory, event)
      this.#unfoldings.set(key, unfolding)
    }
    return unfolding
  }

  #compute(memory: readonly Diagram[], event: number): Unfolding {
    const diagrams = this.#diagrams
    const values: Diagram[] = []
    const carried = new Map<Diagram, Diagram>()
    // Memories of a past operator speak of variables inside its operands only, whose values are known when it is reached.
    const carry = (f: Diagram) => diagrams.substitute(f, (variable) => values[this.variables[variable]!]!, carried)
    const remembered = (index: number) => carry(memory[this.#slotOf.get(index)!]!)
    this.closure.subformulas.forEach((subformula, index) => {
      switch (subformula.kind) {
        case 'constant':
          values.push(subformula.value ? TRUE : FALSE)
          break
        case 'event':
          values.push(subformula.event === event ? TRUE : FALSE)
          break
        case 'not':
          values.push(diagrams.not(values[subformula.body]!))
          break
        case 'and':
          values.push(diagrams.and(values[subformula.left]!, values[subformula.right]!))
          break
        case 'next':
          values.push(this.#variable(subformula.body))
          break
        case 'until':
          values.push(this.#prolong(values, subformula, this.#variable(index)))
          break
        case 'previously':
          values.push(remembered(index))
          break
        case 'since':
          values.push(this.#prolong(values, subformula, remembered(index)))
          break
      }
    })
    return { values, memory: this.#remembered.map((index) => values[index]!), carry }
  }

  /** The common law of U and S: the right operand holds here, or the left one does and the whole holds one step on. */
  #prolong(values: readonly Diagram[], { left, right }: { left: number; right: number }, onward: Diagram): Diagram {
    return this.#diagrams.or(values[right]!, this.#diagrams.and(values[left]!, onward))
  }

  #variable(subformula: number): Diagram {
    return this.#diagrams.variable(this.#variableOf.get(subformula)!)
  }
}
