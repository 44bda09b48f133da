/**
 * `jsmop merge <dir…> --out <dir>`: results of several jobs as one. A result that was made in a package of a monorepo
 * names places from that package; they become places from here.
 */

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import { applyBaseline } from '../../report/finish-result.ts'
import { isFailing } from '../../report/judge-result.ts'
import { mergeResults, relocate } from '../../report/merge-results.ts'
import { renderJson } from '../../report/render-json.ts'
import type { SpecDescription } from '../../report/reporter.ts'
import { mergeTraceSets, relocateTraces } from '../../report/trace-set.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { configure } from '../configuration.ts'
import { readSpecDescriptions, readStoredResult, specsOf } from '../stored-result.ts'
import { findTraces, writeTraces } from '../stored-traces.ts'
import { writeReports } from '../write-reports.ts'

export const merge: CommandFunction = async ({ positionals, options }, io) => {
  const out = options['out']
  if (typeof out !== 'string') {
    throw new UserError({
      code: 'missing-option',
      message: 'jsmop merge needs --out',
      remedy: 'Add --out <dir>, the folder for the joint result.',
    })
  }
  const { values } = await configure(io.cwd, options)
  const stored = positionals.map((name) => readStoredResult(name, io))
  const merged = mergeResults(stored.map(({ result, cwd }) => relocate(result, prefixOf(cwd, io.cwd))))
  const result = applyBaseline(merged, { cwd: io.cwd, baseline: values.baseline })
  const specs = new Map<string, SpecDescription>()
  for (const one of stored) for (const [id, spec] of await readSpecDescriptions(one)) specs.set(id, spec)
  const folder = path.resolve(io.cwd, out)
  mkdirSync(folder, { recursive: true })
  writeAtomically(specsOf(folder), JSON.stringify([...specs.values()]))
  const traces = stored.flatMap((one) => {
    const found = findTraces(one, io)
    return found === undefined ? [] : [relocateTraces(found, prefixOf(one.cwd, io.cwd))]
  })
  if (traces.length > 0) writeTraces(folder, mergeTraceSets(traces))
  writeAtomically(path.join(folder, 'result.json'), renderJson(result))
  await writeReports(result, values.reporter, { ...values, folder, cwd: io.cwd, specs: () => specs }, io)
  return isFailing(result, values) ? exitCode.violations : exitCode.ok
}

/** From here to where a run was started, if that is below. */
function prefixOf(from: string, cwd: string): string {
  const relative = path.relative(cwd, from).split(path.sep).join('/')
  return relative === '' || relative.startsWith('..') ? '' : `${relative}/`
}
