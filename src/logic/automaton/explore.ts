/**
 * Breadth-first construction of a complete automaton from a deterministic machine that is only known by its successor
 * function: derivatives for ERE, progression for LTL, remembered values for PTLTL,
 * configurations for regular CFG. First pass of synthesis for regular logics.
 * States are numbered in order of discovery, events in alphabet order.
 * Cost: one `successor` and one `key` for each state and event.
 */

import type { SourceSpan } from '../../diagnostics/user-error.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import type { SynthesisLimits } from '../logic.ts'
import type { Dfa } from './dfa.ts'

export interface Machine<T> {
  readonly start: T
  successor(state: T, event: number): T
  /** Equal for equal states. The coarser (the more equivalent states share a key), the smaller the automaton. */
  key(state: T): string | number
  /** Bit set of the categories that hold in a state; 0 while undecided. */
  verdict(state: T): number
}

/** `formula` is shown when the limit of states is exceeded. */
export function explore<T>(machine: Machine<T>, width: number, limits: SynthesisLimits, formula: SourceSpan): Dfa {
  const numbers = new Map<string | number, number>([[machine.key(machine.start), 0]])
  const found: T[] = [machine.start]
  const next: number[] = []
  for (let s = 0; s < found.length; s += 1) {
    for (let event = 0; event < width; event += 1) {
      const successor = machine.successor(found[s]!, event)
      const key = machine.key(successor)
      let number = numbers.get(key)
      if (number === undefined) {
        number = found.length
        if (number >= limits.states) throw tooManyStates(limits, formula)
        numbers.set(key, number)
        found.push(successor)
      }
      next.push(number)
    }
  }
  return {
    states: found.length,
    width,
    start: 0,
    next: Int32Array.from(next),
    verdicts: Int32Array.from(found, (state) => machine.verdict(state)),
  }
}

export function tooManyStates(limits: SynthesisLimits, formula: SourceSpan): UserError {
  return new UserError({
    code: 'too-many-states',
    message: `the automaton of this formula has more than ${limits.states} states`,
    span: formula,
    remedy: `make the formula smaller, or raise the limit: limits: { states: ${limits.states * 4} }`,
  })
}
