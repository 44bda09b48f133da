/** The categories of `ltl` and `ptltl`, and how verdict bits are numbered by those of interest. */

import { categoryIndex } from '../automaton/regular-template.ts'
import type { Category } from '../template.ts'

const all: readonly Category[] = [
  { name: 'violation', report: 'entry' },
  { name: 'validation', report: 'entry' },
]

/** The categories of interest: those named, both by default. */
export function temporalCategories(names: readonly string[] | undefined): readonly Category[] {
  return names === undefined ? all : names.map((name) => all[categoryIndex(all, name)]!)
}

/** The bit of a category in verdicts; 0 when it is of no interest. */
export function categoryBit(categories: readonly Category[], name: 'violation' | 'validation'): number {
  const index = categories.findIndex((category) => category.name === name)
  return index === -1 ? 0 : 1 << index
}
