/**
 * The signed-rank test of paired samples (Wilcoxon 1945), two-sided. Exact below 50 differences without ties; otherwise
 * by the normal distribution with corrections for ties and continuity. Equal pairs are left out, as Wilcoxon did. The
 * choices are those of R's `wilcox.test`, so that its results can be compared.
 */

import type { Distributions } from './distributions.ts'
import { rank } from './ranks.ts'

export interface SignedRankTest {
  /** The sum of ranks of positive differences. */
  readonly statistic: number
  /** Pairs that differ. */
  readonly pairs: number
  readonly p: number
}

export function signedRankTest(a: readonly number[], b: readonly number[], by: Distributions): SignedRankTest {
  const differences = a.map((number, i) => number - b[i]!).filter((difference) => difference !== 0)
  const pairs = differences.length
  const { ranks, ties } = rank(differences.map(Math.abs))
  const statistic = ranks.reduce((sum, each, i) => sum + (differences[i]! > 0 ? each : 0), 0)
  if (pairs === 0) return { statistic, pairs, p: 1 }
  const mean = (pairs * (pairs + 1)) / 4
  if (pairs < 50 && ties.length === pairs) {
    const tail = statistic > mean ? 1 - by.signedRank(statistic - 1, pairs) : by.signedRank(statistic, pairs)
    return { statistic, pairs, p: Math.min(1, 2 * tail) }
  }
  const correction = ties.reduce((sum, size) => sum + size ** 3 - size, 0) / 48
  const deviation = Math.sqrt((pairs * (pairs + 1) * (2 * pairs + 1)) / 24 - correction)
  const distance = statistic - mean
  const z = (distance - Math.sign(distance) * 0.5) / deviation
  return { statistic, pairs, p: Math.min(1, 2 * by.normal(-Math.abs(z))) }
}
