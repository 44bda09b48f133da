/** Pearson's and Spearman's correlation, with p by Student's distribution on n − 2 degrees. */

import type { Distributions } from './distributions.ts'
import { mean } from './quantiles.ts'
import { rank } from './ranks.ts'

export interface Correlation {
  readonly value: number
  readonly p: number
}

/** Undefined where one of the two does not vary, or for fewer than three pairs. */
export function pearson(x: readonly number[], y: readonly number[], by: Distributions): Correlation | undefined {
  const [meanX, meanY] = [mean(x), mean(y)]
  let [xx, yy, xy] = [0, 0, 0]
  x.forEach((each, i) => {
    const [dx, dy] = [each - meanX, y[i]! - meanY]
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  })
  if (x.length < 3 || xx === 0 || yy === 0) return undefined
  const value = Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
  const t = Math.abs(value) * Math.sqrt((x.length - 2) / Math.max(1 - value * value, Number.EPSILON))
  return { value, p: 2 * by.student(-t, x.length - 2) }
}

export function spearman(x: readonly number[], y: readonly number[], by: Distributions): Correlation | undefined {
  return pearson(rank(x).ranks, rank(y).ranks, by)
}
