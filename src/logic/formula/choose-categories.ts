/** Which categories a synthesis is about: those asked for, checked against what the logic offers, or its default. */

import { UserError } from '../../diagnostics/user-error.ts'
import type { Category } from '../template.ts'
import { suggestion } from './suggestion.ts'

/** Verdicts are bit sets in small integers. */
const maxCategories = 30

/** In the order asked for; `byDefault` when nothing was asked for. */
export function chooseCategories(
  requested: readonly string[] | undefined,
  offered: readonly Category[],
  byDefault: readonly Category[] = offered,
): readonly Category[] {
  if (requested === undefined) return limited(byDefault)
  if (requested.length === 0) {
    throw new UserError({
      code: 'no-categories',
      message: 'the list of categories is empty',
      remedy: `name at least one of: ${names(offered)}, or leave the list out`,
    })
  }
  return limited(
    requested.map((name, i) => {
      if (requested.indexOf(name) !== i) {
        throw new UserError({
          code: 'duplicate-category',
          message: `the category '${name}' is listed twice`,
          remedy: 'list each category once',
        })
      }
      const category = offered.find((candidate) => candidate.name === name)
      if (category !== undefined) return category
      throw new UserError({
        code: 'unknown-category',
        message: `'${name}' is not a category of this property`,
        remedy: suggestion(
          name,
          offered.map((candidate) => candidate.name),
          'use one of',
        ),
      })
    }),
  )
}

function limited(categories: readonly Category[]): readonly Category[] {
  if (categories.length <= maxCategories) return categories
  throw new UserError({
    code: 'too-many-categories',
    message: `${categories.length} categories are of interest, more than ${maxCategories}`,
    remedy: `name the ones to watch, at most ${maxCategories}, as categories`,
  })
}

function names(categories: readonly Category[]): string {
  return categories.map((category) => category.name).join(', ')
}
