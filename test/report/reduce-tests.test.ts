import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CoveringTest, reduceTests } from '#src/report/reduce-tests.ts'
import { runs } from '../support/property.ts'

/** Tries every set of tests. */
function leastWeight(tests: readonly CoveringTest[]): number {
  const all = new Set(tests.flatMap(({ covers }) => covers))
  let least = Infinity
  for (let set = 0; set < 1 << tests.length; set += 1) {
    const chosen = tests.filter((_, i) => (set >> i) & 1)
    const covered = new Set(chosen.flatMap(({ covers }) => covers))
    if (covered.size === all.size)
      least = Math.min(
        least,
        chosen.reduce((sum, { weight }) => sum + weight, 0),
      )
  }
  return least
}

const randomTests = fc.array(
  fc.record({ weight: fc.integer({ min: 1, max: 9 }), covers: fc.array(fc.nat(9), { maxLength: 5 }) }),
  { maxLength: 10 },
)

function expectCovers(tests: readonly CoveringTest[], chosen: readonly number[]): void {
  const covered = new Set(chosen.flatMap((i) => tests[i]!.covers))
  expect([...new Set(tests.flatMap(({ covers }) => covers))].filter((trace) => !covered.has(trace))).toEqual([])
}

describe('the reduced set of tests', () => {
  test('covers everything and is the lightest, as trying all sets says', () => {
    let choices = 0
    fc.assert(
      fc.property(randomTests, (tests) => {
        const { chosen, weight, bound } = reduceTests(tests)
        expectCovers(tests, chosen)
        expect(weight).toBe(leastWeight(tests))
        expect(chosen.reduce((sum, i) => sum + tests[i]!.weight, 0)).toBe(weight)
        expect(bound).toBeCloseTo(weight, 6)
        choices += chosen.length
      }),
      runs(400),
    )
    expect(choices).toBeGreaterThan(400)
  })

  test('has a bound that holds when the search is given up at once', () => {
    fc.assert(
      fc.property(randomTests, (tests) => {
        const { chosen, weight, bound } = reduceTests(tests, 0)
        expectCovers(tests, chosen)
        const least = leastWeight(tests)
        expect(weight).toBeGreaterThanOrEqual(least)
        expect(bound).toBeLessThanOrEqual(least + 1e-6)
      }),
      runs(400),
    )
  })

  test('prefers two quick tests to a slow one', () => {
    const tests = [
      { weight: 100, covers: [1, 2, 3] },
      { weight: 10, covers: [1, 2] },
      { weight: 20, covers: [3] },
    ]
    expect(reduceTests(tests)).toEqual({ chosen: [1, 2], weight: 30, bound: 30 })
  })

  test('of many tests that do the same keeps one', () => {
    const tests = Array.from({ length: 2000 }, (_, i) => ({ weight: 5, covers: [i % 40, 100] }))
    expect(reduceTests(tests).chosen).toHaveLength(40)
  })

  test('of nothing is nothing', () => {
    expect(reduceTests([])).toEqual({ chosen: [], weight: 0, bound: 0 })
    expect(reduceTests([{ weight: 3, covers: [] }])).toEqual({ chosen: [], weight: 0, bound: 0 })
  })
})
