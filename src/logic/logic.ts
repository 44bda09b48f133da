/** The interface that a logic implements, the five of the house and a user's own alike; `registry.ts` keeps them by name. */

import type { MonitorTemplate } from './template.ts'

/** Numbers that keep synthesis from running away. Each can be raised by the caller; the error that names one says how. */
export interface SynthesisLimits {
  /** States of any automaton on the way to the minimal one. */
  readonly states: number
  /** Characters of a formula. */
  readonly formulaLength: number
  /** Pairs of a state and an event set that the computation of one enable or coenable set may visit. */
  readonly eventSets: number
}

export const defaultLimits: SynthesisLimits = { states: 20_000, formulaLength: 20_000, eventSets: 500_000 }

export interface SynthesisInput {
  readonly formula: string
  readonly events: readonly string[]
  /** Categories of interest; the logic's `defaultCategories` when absent. Minimality is with respect to them. */
  readonly categories: readonly string[] | undefined
  /** The terminal event: at it the property is judged on the finite trace. Must be one of `events`. */
  readonly end: string | undefined
  readonly limits: SynthesisLimits
}

export interface Logic {
  /** The name used in specs and on the command line, lower case. */
  readonly name: string
  /** One sentence for listings. */
  readonly description: string
  /** Throws `UserError` for a mistake in the formula, with the place marked. */
  synthesize(input: SynthesisInput): MonitorTemplate
}
