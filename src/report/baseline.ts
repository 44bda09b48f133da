/**
 * `jsmop-baseline.json`: the violations that a project knows of and has committed. A run compares by fingerprint, so lines
 * may move; lines with the same text share one, so entries count places and a further one is new. A file may get another
 * name: its lines are looked for in the entries whose file is no more.
 *
 * An entry goes only when its spec and its file were monitored and it did not occur. What was not monitored stays, else
 * it would return as new.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { fingerprint } from './fingerprint.ts'
import { compareText } from './rank-violations.ts'
import type { BaselineEntry, Result, Violation } from './result.ts'

export interface Baseline {
  readonly schema: 1
  readonly violations: readonly BaselineEntry[]
}

/** `name` is how the file is called in errors. */
export function parseBaseline(text: string, name: string): Baseline {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw bad(name, `it is not JSON: ${(error as Error).message}`, error)
  }
  const { schema, violations } = (content ?? {}) as Partial<Baseline>
  if (schema !== 1 || !Array.isArray(violations)) throw bad(name, 'it is no baseline of this version of JSMOP')
  const wrong = violations.findIndex(
    (entry) =>
      typeof entry?.fingerprint !== 'string' ||
      typeof entry.spec !== 'string' ||
      typeof entry.file !== 'string' ||
      !(Number.isInteger(entry.places) && entry.places > 0),
  )
  if (wrong >= 0) throw bad(name, `entry ${wrong + 1} has no fingerprint, spec, file or number of places`)
  return { schema, violations }
}

function bad(name: string, why: string, cause?: unknown): UserError {
  return new UserError({
    code: 'bad-baseline',
    message: `${name} cannot be used: ${why}`,
    remedy: 'Restore it from version control, or delete it and write it again with `jsmop baseline`.',
    cause,
  })
}

export function printBaseline(baseline: Baseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`
}

/**
 * By violation in a file that got another name, the fingerprint that the baseline has for it: the text of the line is the
 * same, and the file that the entry names is no more.
 */
function earlierFingerprints(result: Result, baseline: Baseline, cwd: string): Map<Violation, string> {
  const found = new Map<Violation, string>()
  const lost = baseline.violations.filter((entry) => !existsSync(path.resolve(cwd, entry.file)))
  if (lost.length === 0) return found
  for (const violation of result.violations) {
    const place = { file: path.resolve(cwd, violation.file), line: violation.line }
    const entry = lost.find(
      (known) => known.spec === violation.spec && fingerprint(known.spec, known.file, place) === known.fingerprint,
    )
    if (entry !== undefined) found.set(violation, entry.fingerprint)
  }
  return found
}

/** Marks what is new, and names the entries that can go. */
export function compareWithBaseline(result: Result, baseline: Baseline, file: string, cwd: string): Result {
  const renamed = earlierFingerprints(result, baseline, cwd)
  const known = new Map(baseline.violations.map((entry) => [entry.fingerprint, entry.places]))
  const seen = new Map<string, number>()
  const marked = new Map<Violation, boolean>()
  for (const violation of [...result.violations].sort((a, b) => a.line - b.line)) {
    const name = renamed.get(violation) ?? violation.fingerprint
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    marked.set(violation, count > (known.get(name) ?? 0))
  }
  for (const { fingerprint } of result.ignored ?? []) seen.set(fingerprint, (seen.get(fingerprint) ?? 0) + 1)
  const gone = baseline.violations.filter((entry) => !seen.has(entry.fingerprint) && wasMonitored(entry, result, cwd))
  return {
    ...result,
    violations: result.violations.map((violation) => ({ ...violation, new: marked.get(violation)! })),
    baseline: { file, gone },
  }
}

function wasMonitored({ spec, file }: BaselineEntry, { stats, files }: Result, cwd: string): boolean {
  if (!Object.hasOwn(stats.perSpec, spec)) return false
  return files?.includes(file) === true || !existsSync(path.resolve(cwd, file))
}

export interface BaselineUpdate {
  readonly baseline: Baseline
  readonly added: readonly BaselineEntry[]
  readonly removed: readonly BaselineEntry[]
}

/** All violations of a result, and what an earlier baseline knows that was not monitored. */
export function updateBaseline(result: Result, earlier: Baseline | undefined, cwd: string): BaselineUpdate {
  const entries = new Map<string, BaselineEntry>()
  for (const { fingerprint, spec, file, message } of result.violations) {
    const places = (entries.get(fingerprint)?.places ?? 0) + 1
    entries.set(fingerprint, { fingerprint, spec, file, message, places })
  }
  const before = new Map((earlier?.violations ?? []).map((entry) => [entry.fingerprint, entry]))
  const added = [...entries.values()].filter(
    ({ fingerprint, places }) => places > (before.get(fingerprint)?.places ?? 0),
  )
  const removed: BaselineEntry[] = []
  for (const entry of before.values()) {
    if (entries.has(entry.fingerprint)) continue
    if (wasMonitored(entry, result, cwd)) removed.push(entry)
    else entries.set(entry.fingerprint, entry)
  }
  const violations = [...entries.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.spec, b.spec) || compareText(a.fingerprint, b.fingerprint),
  )
  return { baseline: { schema: 1, violations }, added, removed }
}
