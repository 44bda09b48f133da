import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { medianInterval, pairedRatio } from '#src/study/statistics/bootstrap.ts'
import { pearson, spearman } from '#src/study/statistics/correlation.ts'
import { type Distributions, loadDistributions } from '#src/study/statistics/distributions.ts'
import { effectSize } from '#src/study/statistics/effect-size.ts'
import { friedmanTest } from '#src/study/statistics/friedman.ts'
import { correct } from '#src/study/statistics/holm.ts'
import { median, quantile } from '#src/study/statistics/quantiles.ts'
import { rank } from '#src/study/statistics/ranks.ts'
import { signedRankTest } from '#src/study/statistics/wilcoxon.ts'
import { runs } from '../support/property.ts'

let by: Distributions
beforeAll(async () => {
  by = await loadDistributions()
})

test('quantiles interpolate between order statistics', () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([1, 1.75, 2.5, 3.7, 4])
  expect(median([3, 1, 2])).toBe(2)
})

test('ties share their mean rank', () => {
  expect(rank([10, 20, 10, 5, 20, 20])).toEqual({ ranks: [2.5, 5, 2.5, 1, 5, 5], ties: [1, 2, 3] })
})

// Hollander and Wolfe (1973), pages 29 and 140, whose results R's manual pages repeat.
const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
const rounding = [
  [5.4, 5.5, 5.55],
  [5.85, 5.7, 5.75],
  [5.2, 5.6, 5.5],
  [5.55, 5.5, 5.4],
  [5.9, 5.85, 5.7],
  [5.45, 5.55, 5.6],
  [5.4, 5.4, 5.35],
  [5.45, 5.5, 5.35],
  [5.25, 5.15, 5],
  [5.85, 5.8, 5.7],
  [5.25, 5.2, 5.1],
  [5.65, 5.55, 5.45],
  [5.6, 5.35, 5.45],
  [5.05, 5, 4.95],
  [5.5, 5.5, 5.4],
  [5.45, 5.55, 5.5],
  [5.55, 5.55, 5.35],
  [5.45, 5.5, 5.55],
  [5.5, 5.45, 5.25],
  [5.65, 5.6, 5.4],
  [5.7, 5.65, 5.55],
  [6.3, 6.3, 6.25],
]

test('the signed-rank test gives the published result of the depression scores', () => {
  const { statistic, pairs, p } = signedRankTest(before, after, by)
  expect([statistic, pairs]).toEqual([40, 9])
  expect(p).toBeCloseTo(0.0390625, 10)
})

test('the signed-rank test agrees with the table of critical values at 5 %, two-sided', () => {
  const critical = { 6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 12: 13, 15: 25, 20: 52 }
  for (const [n, value] of Object.entries(critical)) {
    expect(2 * by.signedRank(value, Number(n))).toBeLessThanOrEqual(0.05)
    expect(2 * by.signedRank(value + 1, Number(n))).toBeGreaterThan(0.05)
  }
})

test('the exact signed-rank test counts sign assignments', () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(sizes, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (magnitudes, signs) => {
      const a = magnitudes.map((size, i) => (signs[i] === true ? size : -size))
      const { statistic, p } = signedRankTest(
        a,
        a.map(() => 0),
        by,
      )
      const n = a.length
      const extreme = Math.abs(statistic - (n * (n + 1)) / 4)
      let asExtreme = 0
      for (let subset = 0; subset < 2 ** n; subset++) {
        let sum = 0
        for (let i = 0; i < n; i++) if ((subset & (1 << i)) !== 0) sum += i + 1
        if (Math.abs(sum - (n * (n + 1)) / 4) >= extreme) asExtreme += 1
      }
      expect(p).toBeCloseTo(asExtreme / 2 ** n, 9)
    }),
    runs(100),
  )
})

test('with ties the signed-rank test is normal with corrections, and near the exact one', () => {
  const a = Array.from({ length: 20 }, (_, i) => i + 1 + (i === 19 ? -1 : 0))
  const { p } = signedRankTest(
    a.map((x, i) => (i % 3 === 0 ? -x : x)),
    a.map(() => 0),
    by,
  )
  const untied = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1))
  const exact = signedRankTest(
    untied,
    untied.map(() => 0),
    by,
  )
  expect(Math.abs(p - exact.p)).toBeLessThan(0.01)
  expect(signedRankTest([1, 2], [1, 2], by)).toEqual({ statistic: 0, pairs: 0, p: 1 })
})

test("Friedman's test gives the published result of the rounding times", () => {
  const { statistic, degrees, p } = friedmanTest(rounding, by)!
  expect(statistic).toBeCloseTo(11.1429, 4)
  expect(degrees).toBe(2)
  expect(p).toBeCloseTo(0.003805, 6)
})

test("Friedman's test needs two blocks and two treatments", () => {
  expect(friedmanTest([[1, 2]], by)).toBeUndefined()
  expect(friedmanTest([[1], [2]], by)).toBeUndefined()
  expect(
    friedmanTest(
      [
        [1, 1],
        [2, 2],
      ],
      by,
    ),
  ).toEqual({ statistic: 0, degrees: 1, p: 1, meanRanks: [1.5, 1.5] })
})

test("Holm's correction steps down", () => {
  expect(correct([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(10)))).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(correct([0.6, 0.7])).toEqual([1, 1])
})

test('the effect size is the share of larger pairs, ties counted half', () => {
  expect(effectSize([1, 2, 3], [2, 3, 4]).a12).toBeCloseTo(2 / 9, 12)
  expect(effectSize([1, 2, 3], [1, 2, 3])).toEqual({ a12: 0.5, delta: 0, size: 'none' })
  expect(effectSize([4, 5], [1, 2])).toEqual({ a12: 1, delta: 1, size: 'large' })
})

test('correlations give the published result of the tuna data', () => {
  const x = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
  const y = [2.6, 3.1, 2.5, 5, 3.6, 4, 5.2, 2.8, 3.8]
  expect(pearson(x, y, by)!.value).toBeCloseTo(0.5711816, 7)
  expect(pearson(x, y, by)!.p).toBeCloseTo(0.1082, 4)
  expect(spearman(x, y, by)!.value).toBeCloseTo(0.6, 12)
  expect(pearson([1, 1, 1], [1, 2, 3], by)).toBeUndefined()
})

test('the distributions agree with tables', () => {
  expect(by.normal(1.959964)).toBeCloseTo(0.975, 6)
  expect(by.chiSquared(5.991465, 2)).toBeCloseTo(0.95, 6)
  expect(by.student(2.228139, 10)).toBeCloseTo(0.975, 6)
})

test('a bootstrap interval holds the median in about 95 of 100 samples', () => {
  let state = 7
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  let held = 0
  for (let i = 0; i < 200; i++) {
    const { low, high } = medianInterval(Array.from({ length: 30 }, () => -Math.log(random())))!
    if (low <= Math.LN2 && Math.LN2 <= high) held += 1
  }
  expect(held).toBeGreaterThan(180)
  expect(held).toBeLessThanOrEqual(199)
})

test('ratios are paired', () => {
  expect(pairedRatio([2, 20, 200], [1, 10, 100])).toEqual({ value: 2, low: 2, high: 2, pairs: 3 })
  expect(pairedRatio([], [])).toBeUndefined()
})
