/**
 * How large a difference is, whatever its units: Â₁₂ of Vargha and Delaney (2000), the chance that a number of the first
 * sample is larger than one of the second, and Cliff's delta, which is 2 Â₁₂ − 1. The words are those of Vargha and Delaney.
 */

export interface EffectSize {
  readonly a12: number
  readonly delta: number
  readonly size: 'none' | 'small' | 'medium' | 'large'
}

export function effectSize(first: readonly number[], second: readonly number[]): EffectSize {
  let larger = 0
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0
  const a12 = larger / (first.length * second.length)
  const distance = Math.abs(a12 - 0.5)
  const size = distance < 0.06 ? 'none' : distance < 0.14 ? 'small' : distance < 0.21 ? 'medium' : 'large'
  return { a12, delta: 2 * a12 - 1, size }
}
