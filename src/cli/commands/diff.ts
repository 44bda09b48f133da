/**
 * `jsmop diff <a> <b>`: which violations appeared, went and stayed between two results, and, where both runs kept traces,
 * which traces differ and from which event on. Ends with 3 when violations appeared.
 */

import { type Comparison, compareResults } from '../../report/compare-results.ts'
import { compareTraceSets, renderTraceComparison, type TraceComparison } from '../../report/compare-traces.ts'
import { placeText } from '../../report/place-text.ts'
import type { Violation } from '../../report/result.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import type { Io } from '../io.ts'
import { readStoredResult, type StoredResult } from '../stored-result.ts'
import { findTraces } from '../stored-traces.ts'

/** Traces of each kind that are shown. */
const shownTraces = 10

export const diff: CommandFunction = ({ positionals, options }, io) => {
  const [first, second] = positionals.map((name) => readStoredResult(name, io))
  const comparison = compareResults(first!.result, second!.result)
  const traces = compareTraces(first!, second!, io)
  io.stdout.write(
    options['format'] === 'json'
      ? `${JSON.stringify({ schema: 1, ...comparison, ...(traces === undefined ? {} : { traces }) }, null, 2)}\n`
      : asText(comparison) + (traces === undefined ? '' : renderTraceComparison(traces, shownTraces)),
  )
  return comparison.appeared.length > 0 ? exitCode.violations : exitCode.ok
}

/** Undefined unless both runs kept traces. */
function compareTraces(first: StoredResult, second: StoredResult, io: Io): TraceComparison | undefined {
  const before = findTraces(first, io)
  const after = findTraces(second, io)
  return before === undefined || after === undefined ? undefined : compareTraceSets(before, after)
}

function asText({ appeared, gone, stayed }: Comparison): string {
  const lines = [...appeared.map((violation) => line('+', violation)), ...gone.map((violation) => line('-', violation))]
  return `${[...lines, `${appeared.length} appeared, ${gone.length} gone, ${stayed.length} stayed`].join('\n')}\n`
}

function line(sign: string, violation: Violation): string {
  const { severity, spec, message } = violation
  return `${sign} ${severity} ${placeText(violation)} ${message} (${spec})`
}
