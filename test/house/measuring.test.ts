import { expect, test } from 'vitest'
// @ts-expect-error -- plain JavaScript
import { median, pairedRatio } from '../../bench/support/statistics.mjs'

test('trap 26: a ratio comes with the interval that resampled pairs fall into', () => {
  const plain = Array.from({ length: 30 }, (_, i) => 100 + ((i * 37) % 11))
  const same = pairedRatio(plain, plain)
  expect(same).toEqual({ ratio: 1, low: 1, high: 1, pairs: 30 })
  const noisy = plain.map((time, i) => time * (i % 2 === 0 ? 0.9 : 1.15))
  const { ratio, low, high } = pairedRatio(noisy, plain) as Record<'ratio' | 'low' | 'high', number>
  expect(low).toBeLessThanOrEqual(ratio)
  expect(high).toBeGreaterThanOrEqual(ratio)
  expect(low).toBeLessThan(1)
  expect(high).toBeGreaterThan(1)
  expect(pairedRatio(noisy, plain)).toEqual(pairedRatio(noisy, plain))
  expect(median([3, 1, 2, 4])).toBe(2.5)
})
