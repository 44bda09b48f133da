/** "Did you mean": the remedy for a name that is none of the known ones. Used by all errors about names in `logic`. */

/** Names the likeliest of the known names; where none is near, `otherwise` and the known names. */
export function suggestion(name: string, known: readonly string[], otherwise: string): string {
  let best: string | undefined
  let least = Math.floor(Math.max(name.length, 3) / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    // Names that share nothing are not near, however short.
    if (distance < least && distance < Math.max(name.length, candidate.length)) {
      least = distance
      best = candidate
    }
  }
  if (best !== undefined) return `did you mean '${best}'?`
  return known.length === 0 ? otherwise : `${otherwise}: ${known.join(', ')}`
}

/** Levenshtein's distance with swaps of neighbours counted once (optimal string alignment); O(|a| · |b|). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
