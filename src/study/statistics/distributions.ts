/** Distribution functions, from a port of R's own code. An optional package: only reports need it. */

import { optionalPeer } from '../optional-peer.ts'

export interface Distributions {
  /** P(X ≤ q). */
  normal(q: number): number
  chiSquared(q: number, degrees: number): number
  student(q: number, degrees: number): number
  /** Of the sum of positive ranks among `n` differences. */
  signedRank(q: number, n: number): number
}

export async function loadDistributions(): Promise<Distributions> {
  const use = 'A report of a study'
  const { pnorm, pchisq, pt, psignrank } = await optionalPeer('lib-r-math.js', () => import('lib-r-math.js'), use)
  return {
    normal: (q) => pnorm(q),
    chiSquared: (q, degrees) => pchisq(q, degrees),
    student: (q, degrees) => pt(q, degrees),
    signedRank: (q, n) => psignrank(q, n),
  }
}
