/**
 * Formulas as others published them must work unchanged. `published-formulas.json` lists, for each property of JavaMOP's
 * property database and of PyMOP's specs that has a formula: its name, logic, events, the categories it reports, and
 * the formula to the letter.
 */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { synthesize } from '#src/logic/synthesize.ts'

interface Published {
  readonly source: 'property-db' | 'pymop'
  readonly spec: string
  readonly logic: string
  readonly events: readonly string[]
  readonly reported: readonly string[]
  readonly formula: string
}

const published: Published[] = JSON.parse(readFileSync(new URL('published-formulas.json', import.meta.url), 'utf8'))

test.each(published)('$source $spec ($logic) reaches what it reports', ({ logic, events, reported, formula }) => {
  const property = synthesize({ logic, formula, events, categories: reported })
  for (const category of reported) {
    const sets = property.coenable(category)
    const lastEvents = Object.values(property.enable(category)).filter((list) => list.length > 0)
    expect(Object.keys(sets)).toEqual(events)
    expect(lastEvents.length).toBeGreaterThan(0)
  }
  expect(synthesize({ logic, formula, events }).verdicts([events[0]!])).toHaveLength(1)
})

test('all of them were examined', () => {
  const counts: Record<string, number> = {}
  for (const { source, logic } of published) counts[`${source} ${logic}`] = (counts[`${source} ${logic}`] ?? 0) + 1
  expect(counts).toEqual({
    'property-db ere': 72,
    'property-db fsm': 13,
    'property-db ltl': 8,
    'pymop ere': 32,
    'pymop fsm': 31,
    'pymop ltl': 1,
    'pymop cfg': 4,
  })
})
