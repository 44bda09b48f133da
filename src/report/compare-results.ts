/** Two results side by side: which violations only one of them has, by fingerprint, so that moved lines stay the same. */

import { byImportance } from './rank-violations.ts'
import type { Result, Violation } from './result.ts'

export interface Comparison {
  /** Only in the second. */
  readonly appeared: readonly Violation[]
  /** Only in the first. */
  readonly gone: readonly Violation[]
  /** In both, as the second has them. */
  readonly stayed: readonly Violation[]
}

type Found = Pick<Result, 'violations'>

export function compareResults(first: Found, second: Found): Comparison {
  const appeared = missingFrom(first, second)
  const fresh = new Set(appeared)
  return {
    appeared,
    gone: missingFrom(second, first),
    stayed: [...second.violations].filter((violation) => !fresh.has(violation)).sort(byImportance),
  }
}

/** Violations of `result` that `other` lacks; of lines with the same text, the last ones. */
function missingFrom(other: Found, result: Found): Violation[] {
  const counts = new Map<string, number>()
  for (const { fingerprint } of other.violations) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1)
  const missing: Violation[] = []
  for (const violation of [...result.violations].sort((a, b) => a.line - b.line)) {
    const left = counts.get(violation.fingerprint) ?? 0
    if (left === 0) missing.push(violation)
    else counts.set(violation.fingerprint, left - 1)
  }
  return missing.sort(byImportance)
}
