/** `jsmop baseline`: makes the violations of a result the known ones, in a file to commit. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import { parseBaseline, printBaseline, updateBaseline } from '../../report/baseline.ts'
import type { BaselineEntry } from '../../report/result.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { configure } from '../configuration.ts'
import { readStoredResult } from '../stored-result.ts'

export const baseline: CommandFunction = async ({ positionals, options }, io) => {
  const { result, cwd } = readStoredResult(positionals[0], io)
  const { values } = await configure(cwd, options)
  const file = path.resolve(cwd, values.baseline)
  const earlier = existsSync(file) ? parseBaseline(readFileSync(file, 'utf8'), values.baseline) : undefined
  const { baseline, added, removed } = updateBaseline(result, earlier, cwd)
  const lines = [...added.map((entry) => line('+', entry)), ...removed.map((entry) => line('-', entry))]
  const count =
    baseline.violations.length === 1 ? '1 known violation' : `${baseline.violations.length} known violations`
  const changes = `${added.length} added, ${removed.length} removed`
  if (options['dry-run'] === true) {
    io.stdout.write(`${[...lines, `${values.baseline} would have ${count}: ${changes}.`].join('\n')}\n`)
    return exitCode.ok
  }
  writeAtomically(file, printBaseline(baseline))
  io.stdout.write(`${[...lines, `${values.baseline} has ${count}: ${changes}. Commit it.`].join('\n')}\n`)
  return exitCode.ok
}

function line(sign: string, { spec, file, message }: BaselineEntry): string {
  return `${sign} ${file} ${message} (${spec})`
}
