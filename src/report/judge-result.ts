/** Whether what a run found should turn a CI job red. What the baseline knows does not. */

import type { Severity } from '../spec/definition.ts'
import { severities } from './rank-violations.ts'
import type { Result } from './result.ts'

export interface Limits {
  /** From this severity on. */
  readonly failOn: Severity | 'never'
  /** More warnings than this are too many, whatever `failOn` says. */
  readonly maxWarnings: number | undefined
}

export function isFailing({ violations }: Pick<Result, 'violations'>, { failOn, maxWarnings }: Limits): boolean {
  const counted = violations.filter((violation) => violation.new !== false)
  const warnings = counted.filter(({ severity }) => severity === 'warning').length
  if (maxWarnings !== undefined && warnings > maxWarnings) return true
  if (failOn === 'never') return false
  return counted.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(failOn))
}
