/**
 * The order in which people should read violations, and the groups that say why: what the baseline does not know comes
 * first, then the project's own code before libraries (which only their authors can mend), then severity, then how many
 * tests and objects showed it (one that shows everywhere is less likely to be an accident of one test).
 */

import type { Violation } from './result.ts'

export const severities = ['error', 'warning', 'suggestion'] as const

/** The order in words, for readers of a list. */
export const ranking =
  'What likely matters most comes first: new ones, your code before libraries, errors before warnings, what most tests and objects showed.'

export interface RankedGroup {
  readonly title: string
  /** In the baseline. */
  readonly known: boolean
  readonly violations: readonly Violation[]
}

/** Groups that have no violations are left out. */
export function rankViolations(violations: readonly Violation[]): RankedGroup[] {
  const ranked = [...violations].sort(byImportance)
  const compared = violations.some((violation) => violation.new !== null)
  const reported = ranked.filter((violation) => violation.new !== false)
  const groups: RankedGroup[] = [
    {
      title: compared ? 'New, in your code' : 'In your code',
      known: false,
      violations: reported.filter((violation) => violation.package === null),
    },
    {
      title: compared ? 'New, in libraries' : 'In libraries',
      known: false,
      violations: reported.filter((violation) => violation.package !== null),
    },
    {
      title: 'Known, in the baseline',
      known: true,
      violations: ranked.filter((violation) => violation.new === false),
    },
  ]
  return groups.filter(({ violations }) => violations.length > 0)
}

export function byImportance(a: Violation, b: Violation): number {
  return (
    Number(a.new === false) - Number(b.new === false) ||
    Number(a.package !== null) - Number(b.package !== null) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    b.tests.length - a.tests.length ||
    b.instances - a.instances ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    compareText(a.spec, b.spec)
  )
}

/**
 * Where it began: violations of one rule whose traces start at one place are likely to have one cause, such as a handle that
 * is opened once and used wrongly in many places. Undefined when the trace does not tell.
 */
export function originOf({ trace }: Violation): string | undefined {
  const [first] = trace
  return first === undefined || trace.length < 2 ? undefined : `${first.file}:${first.line}`
}

/** By code units: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
