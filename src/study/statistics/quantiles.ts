/** Medians and quantiles, by linear interpolation between order statistics (type 7 of Hyndman and Fan, as in R and NumPy). */

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!)
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** The mean of ratios. */
export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(mean(numbers.map((number) => Math.log(number))))
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
