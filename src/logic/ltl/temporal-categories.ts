/** The categories of `ltl` and `ptltl`, and how verdict bits are numbered by those of interest. */

import { chooseCategories } from '../formula/choose-categories.ts'
import type { Category } from '../template.ts'

const violation: Category = { name: 'violation', report: 'entry' }
const validation: Category = { name: 'validation', report: 'entry' }

export interface TemporalCategories {
  /** Those of interest; both unless some are named. */
  readonly categories: readonly Category[]
  /** Their bits in verdicts; 0 for one of no interest. */
  readonly violated: number
  readonly validated: number
}

export function temporalCategories(requested: readonly string[] | undefined): TemporalCategories {
  const categories = chooseCategories(requested, [violation, validation])
  const bit = (category: Category) => (categories.includes(category) ? 1 << categories.indexOf(category) : 0)
  return { categories, violated: bit(violation), validated: bit(validation) }
}
