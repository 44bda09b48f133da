/** A result that a run has left behind, with what belongs to it: `result.json`, `specs.json`, `traces.jsonl`. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { runFileOf } from '../load/run-file.ts'
import type { SpecDescription } from '../report/reporter.ts'
import type { Result } from '../report/result.ts'
import { openCatalogue } from './catalogue.ts'
import { homeFolder, latestRun } from './folders.ts'
import type { Io } from './io.ts'

export interface StoredResult {
  readonly result: Result
  /** The folder of the run. */
  readonly folder: string
  /** Where the command line was started: places are relative to it. */
  readonly cwd: string
}

/** `name` is a run's folder, a `.jsmop` folder (its latest run) or a `result.json`; the project's latest run when absent. */
export function readStoredResult(name: string | undefined, io: Io): StoredResult {
  const file = findResult(name, io)
  const shown = path.relative(io.cwd, file)
  let content: Partial<Result> | null
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as Partial<Result> | null
  } catch (error) {
    throw badResult(shown, `it is not JSON: ${(error as Error).message}`, error)
  }
  if (content?.schema !== 1)
    throw badResult(shown, `its schema is ${JSON.stringify(content?.schema) ?? 'missing'}, not 1`)
  if (!Array.isArray(content.violations) || typeof content.stats?.perSpec !== 'object') {
    throw badResult(shown, 'it has no violations or no statistics')
  }
  const folder = path.dirname(file)
  return { result: content as Result, folder, cwd: startFolder(folder, io) }
}

function findResult(name: string | undefined, io: Io): string {
  const place = name === undefined ? latestRun(homeFolder(io.cwd)) : path.resolve(io.cwd, name)
  if (place === undefined) {
    throw new UserError({
      code: 'no-result',
      message: 'there is no result of a run in .jsmop',
      remedy: 'Run `jsmop -- <command>` here first, or name the folder of a result.',
    })
  }
  if (statSync(place, { throwIfNoEntry: false })?.isFile() === true) return place
  const folders = [place, latestRun(place), latestRun(path.join(place, '.jsmop'))]
  const found = folders.flatMap((folder) => (folder === undefined ? [] : path.join(folder, 'result.json')))
  const file = found.find((candidate) => existsSync(candidate))
  if (file !== undefined) return file
  throw new UserError({
    code: 'no-result',
    message: `there is no result.json in ${name ?? path.relative(io.cwd, place)}`,
    remedy: 'Name the folder of a run (below .jsmop/runs), or one that --out or `jsmop merge` wrote.',
  })
}

function badResult(file: string, why: string, cause?: unknown): UserError {
  return new UserError({
    code: 'bad-result',
    message: `${file} cannot be read as a result: ${why}`,
    remedy: 'Run the command again with this version of JSMOP.',
    cause,
  })
}

/** A result that came from another machine is read where it is looked at. */
function startFolder(folder: string, io: Io): string {
  try {
    const { cwd } = JSON.parse(readFileSync(runFileOf(folder), 'utf8')) as { cwd: string }
    return existsSync(cwd) ? cwd : io.cwd
  } catch {
    return io.cwd
  }
}

/** What is known of the specs: what the run wrote of them, and the catalogue for the rest. */
export async function readSpecDescriptions({ folder, result }: StoredResult): Promise<Map<string, SpecDescription>> {
  const known = new Map<string, SpecDescription>()
  try {
    const stored = JSON.parse(readFileSync(specsOf(folder), 'utf8')) as SpecDescription[]
    for (const spec of stored) known.set(spec.id, spec)
  } catch {
    // A result without its specs: the catalogue knows those that it has.
  }
  const missing = Object.keys(result.stats.perSpec).filter((id) => !known.has(id))
  if (missing.length === 0) return known
  for (const spec of await openCatalogue()) {
    if (!missing.includes(spec.id)) continue
    const { metadata, property } = await spec.prepare()
    known.set(spec.id, { ...metadata, ...property })
  }
  return known
}

export function specsOf(folder: string): string {
  return path.join(folder, 'specs.json')
}

export function tracesOf(folder: string): string {
  return path.join(folder, 'traces.jsonl')
}
