/** `badge`: a few words and a colour, as badge services read them from an address (shields.io's endpoint format). */

import { severities } from './rank-violations.ts'
import type { Result } from './result.ts'

const colours = { error: 'red', warning: 'yellow', suggestion: 'blue' } as const

export function renderBadge({ violations, processes }: Result): string {
  const worst = severities.find((severity) => violations.some((violation) => violation.severity === severity))
  const count = violations.filter(({ severity }) => severity === worst).length
  const badge =
    processes.monitored === 0
      ? { message: 'not monitored', color: 'lightgrey' }
      : worst === undefined
        ? { message: 'no violations', color: 'brightgreen' }
        : { message: `${count} ${worst}${count === 1 ? '' : 's'}`, color: colours[worst] }
  return `${JSON.stringify({ schemaVersion: 1, label: 'jsmop', ...badge })}\n`
}
