/** Corrects p-values of several tests so that the chance of any false alarm stays (Holm 1979): step down, never below the last. */

export function correct(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[a]! - ps[b]!)
  const corrected: number[] = Array.from({ length: ps.length })
  let least = 0
  order.forEach((at, i) => {
    least = Math.min(1, Math.max(least, ps[at]! * (ps.length - i)))
    corrected[at] = least
  })
  return corrected
}
