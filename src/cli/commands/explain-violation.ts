/** `jsmop explain-violation <n|fingerprint> [dir]`: one violation of a run, event by event, against the source. */

import { UserError } from '../../diagnostics/user-error.ts'
import { explainViolation } from '../../report/explain-violation.ts'
import { rankViolations } from '../../report/rank-violations.ts'
import type { Violation } from '../../report/result.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { readSpecDescriptions, readStoredResult } from '../stored-result.ts'
import { findTraces } from '../stored-traces.ts'
import { reportContext } from '../write-reports.ts'

export const explainOne: CommandFunction = async ({ positionals, options }, io) => {
  const stored = readStoredResult(positionals[1], io)
  const violation = findViolation(stored.result.violations, positionals[0]!)
  const specs = await readSpecDescriptions(stored)
  const { sourceLines } = reportContext({ ...stored, specs: () => specs }, io, io.stdout)
  io.stdout.write(
    explainViolation(violation, {
      spec: specs.get(violation.spec),
      sourceLines,
      context: Number(options['context'] ?? 1),
      traced: findTraces(stored, io) !== undefined,
    }),
  )
  return exitCode.ok
}

/** By its place in the report, from 1, or by the beginning of its fingerprint. */
function findViolation(violations: readonly Violation[], name: string): Violation {
  const ranked = rankViolations(violations).flatMap((group) => group.violations)
  const number = /^\d{1,5}$/.test(name) ? ranked[Number(name) - 1] : undefined
  const named = ranked.filter(({ fingerprint }) => name.length >= 4 && fingerprint.startsWith(name))
  const found = number ?? (named.length === 1 ? named[0] : undefined)
  if (found !== undefined) return found
  const counted = `${violations.length} violation${violations.length === 1 ? '' : 's'}`
  throw new UserError({
    code: 'unknown-violation',
    message: `there is no violation ${name}: the run has ${counted}`,
    remedy:
      violations.length === 0
        ? 'Name the folder of another run as the second argument.'
        : `Give a number from 1 to ${violations.length}, in the order of \`jsmop report\`, or the first letters of a fingerprint.`,
  })
}
