/** `jsmop diff <a> <b>`: which violations appeared, went and stayed between two results. Ends with 3 when some appeared. */

import { type Comparison, compareResults } from '../../report/compare-results.ts'
import type { Violation } from '../../report/result.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { readStoredResult } from '../stored-result.ts'

export const diff: CommandFunction = ({ positionals, options }, io) => {
  const [first, second] = positionals.map((name) => readStoredResult(name, io).result)
  const comparison = compareResults(first!, second!)
  io.stdout.write(
    options['format'] === 'json' ? `${JSON.stringify({ schema: 1, ...comparison }, null, 2)}\n` : asText(comparison),
  )
  return comparison.appeared.length > 0 ? exitCode.violations : exitCode.ok
}

function asText({ appeared, gone, stayed }: Comparison): string {
  const lines = [...appeared.map((violation) => line('+', violation)), ...gone.map((violation) => line('-', violation))]
  return `${[...lines, `${appeared.length} appeared, ${gone.length} gone, ${stayed.length} stayed`].join('\n')}\n`
}

function line(sign: string, { severity, file, line, column, spec, message }: Violation): string {
  return `${sign} ${severity} ${file}:${line}:${column} ${message} (${spec})`
}
