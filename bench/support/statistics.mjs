/** Medians and bootstrap intervals. The generator is seeded, so a record can be recomputed. */

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The median of the pairwise ratios, and the interval that 95 % of resampled medians fall into. */
export function pairedRatio(numerators, denominators) {
  const ratios = numerators.map((n, i) => n / denominators[i]).filter(Number.isFinite)
  if (ratios.length === 0) return undefined
  const random = generator(20_261_115)
  const medians = Array.from({ length: 2000 }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)])),
  ).sort((a, b) => a - b)
  return { ratio: median(ratios), low: medians[50], high: medians[1949], pairs: ratios.length }
}
