/**
 * Whether any of several treatments of the same blocks differs (Friedman 1937), by the chi-squared distribution, with the
 * correction for ties within blocks (Hollander and Wolfe, 7.1).
 */

import type { Distributions } from './distributions.ts'
import { rank } from './ranks.ts'

export interface FriedmanTest {
  readonly statistic: number
  readonly degrees: number
  readonly p: number
  /** By treatment, 1 the smallest. */
  readonly meanRanks: readonly number[]
}

/** One row a block, one column a treatment. Undefined for fewer than two of either. */
export function friedmanTest(blocks: readonly (readonly number[])[], by: Distributions): FriedmanTest | undefined {
  const n = blocks.length
  const k = blocks[0]?.length ?? 0
  if (n < 2 || k < 2) return undefined
  const ranked = blocks.map(rank)
  const sums = Array.from({ length: k }, (_, i) => ranked.reduce((sum, { ranks }) => sum + ranks[i]!, 0))
  const tied = ranked.reduce((sum, { ties }) => sum + ties.reduce((all, size) => all + size ** 3 - size, 0), 0)
  const spread = sums.reduce((sum, each) => sum + (each - (n * (k + 1)) / 2) ** 2, 0)
  const scale = n * k * (k + 1) - tied / (k - 1)
  const statistic = scale === 0 ? 0 : (12 * spread) / scale
  return {
    statistic,
    degrees: k - 1,
    p: 1 - by.chiSquared(statistic, k - 1),
    meanRanks: sums.map((sum) => sum / n),
  }
}
