/** Which specs are critical, and why they change sides. */

import { expect, it } from 'vitest'
import { prioritizeSpecs } from '#src/evolve/prioritize-specs.ts'

const specs = ['a', 'b', 'c', 'd']

it('takes everything for critical while there is no history', () => {
  const priorities = prioritizeSpecs({ specs, quiet: undefined, named: [], before: undefined })
  expect(priorities).toEqual({ critical: specs, background: [], moved: [] })
})

it('takes what was violated, and what is named, for critical', () => {
  const priorities = prioritizeSpecs({ specs, quiet: { a: 0, b: 9, c: 10 }, named: ['d'], before: undefined })
  expect(priorities).toEqual({ critical: ['a', 'b', 'd'], background: ['c'], moved: [] })
})

it('explains promotions and demotions', () => {
  const { moved } = prioritizeSpecs({ specs, quiet: { a: 0, c: 10 }, named: ['d'], before: ['b', 'c'] })
  expect(moved).toEqual([
    'a became critical: it was violated.',
    'b went to the background: nobody names it any more.',
    'c went to the background: it was not violated in the last 10 runs.',
    'd became critical: it was named.',
  ])
})
