/**
 * Percentile bootstrap (Efron 1979) of the median of paired ratios: times of whole runs are neither normal nor equally
 * spread, and the pairs of one repetition share what the machine did. The generator is seeded, so that a report can be
 * made again.
 */

import { median, quantile } from './quantiles.ts'

export interface Interval {
  readonly value: number
  /** 95 % of resampled medians lie between these. */
  readonly low: number
  readonly high: number
  readonly pairs: number
}

const resamples = 2000

/** Undefined without pairs. */
export function pairedRatio(numerators: readonly number[], denominators: readonly number[]): Interval | undefined {
  const ratios = numerators.map((number, i) => number / denominators[i]!).filter(Number.isFinite)
  return medianInterval(ratios)
}

export function medianInterval(numbers: readonly number[]): Interval | undefined {
  if (numbers.length === 0) return undefined
  const random = generator(20_261_115)
  const medians = Array.from({ length: resamples }, () =>
    median(numbers.map(() => numbers[Math.floor(random() * numbers.length)]!)),
  )
  return {
    value: median(numbers),
    low: quantile(medians, 0.025),
    high: quantile(medians, 0.975),
    pairs: numbers.length,
  }
}

/** Mulberry32: 32 bits of state, good enough for choosing. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
