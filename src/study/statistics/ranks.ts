/** Ranks from 1, the mean rank for ties; and how large the groups of ties are, which corrections of variances ask for. */

export interface Ranked {
  readonly ranks: readonly number[]
  /** Sizes of groups of equal numbers, those of one included. */
  readonly ties: readonly number[]
}

export function rank(numbers: readonly number[]): Ranked {
  const order = numbers.map((_, i) => i).sort((a, b) => numbers[a]! - numbers[b]!)
  const ranks: number[] = Array.from({ length: numbers.length })
  const ties: number[] = []
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && numbers[order[to]!] === numbers[order[from]!]) to += 1
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2
    ties.push(to - from)
    from = to
  }
  return { ranks, ties }
}
