/**
 * Results of several jobs as one: shards of a test suite, packages of a monorepo. A violation is the same when spec, file
 * and line are; counts add up. An ignore comment is unused only if no job that ran its file needed it. What the baseline
 * knows is to be asked again of the whole.
 */

import { joinSelections } from './merge-selections.ts'
import type { Result, SpecStatistics, UnusedIgnore, Violation } from './result.ts'

/** At least one result. Their files must be relative to the same folder; `relocate` makes them so. */
export function mergeResults(results: readonly Result[]): Result {
  const [first] = results
  const all = <T>(part: (result: Result) => readonly T[] | undefined): T[] =>
    results.flatMap((result) => part(result) ?? [])
  const failed = results.find(({ exitCode }) => exitCode !== 0) ?? first!
  const violations = mergeViolations(all(({ violations }) => violations))
  const files = results.some((result) => result.files !== undefined)
    ? { files: unique(all(({ files }) => files)).sort() }
    : {}
  const spent = results.flatMap((result) => result.spent ?? [])
  const selections = results.flatMap((result) => result.selection ?? [])
  return {
    schema: 1,
    jsmop: first!.jsmop,
    command: same(results.map(({ command }) => JSON.stringify(command))) ? first!.command : failed.command,
    exitCode: failed.exitCode,
    exitReason: failed.exitReason,
    algo: joined(results.map(({ algo }) => algo)),
    strategy: joined(results.map(({ strategy }) => strategy)),
    sample: joined(results.map(({ sample }) => sample)),
    processes: sum(results.map(({ processes }) => processes)),
    sites: sum(results.map(({ sites }) => sites)),
    notMonitored: unique(all(({ notMonitored }) => notMonitored)),
    unparsed: unique(all(({ unparsed }) => unparsed)),
    disabled: unique(all(({ disabled }) => disabled)),
    stats: mergeStatistics(results, violations),
    ...(spent.length === 0 ? {} : { spent: sum(spent) }),
    ...(selections.length === 0 ? {} : { selection: joinSelections(selections) }),
    violations,
    ...files,
    ignored: mergeViolations(all(({ ignored }) => ignored)),
    unusedIgnores: unique(all(({ unusedIgnores }) => unusedIgnores)).filter((ignore) =>
      results.every((result) => isUnused(ignore, result)),
    ),
  }
}

/** A result whose files are relative to another folder: `prefix` leads from there to where it was made. */
export function relocate(result: Result, prefix: string): Result {
  if (prefix === '') return result
  const moved = (file: string) => (file === '' || file.startsWith('/') ? file : `${prefix}${file}`)
  const place = <T extends { readonly file: string }>(value: T): T => ({ ...value, file: moved(value.file) })
  const violation = <T extends Violation>(found: T): T => ({
    ...place(found),
    tests: found.tests.map(place),
    trace: found.trace.map(place),
  })
  return {
    ...result,
    unparsed: result.unparsed.map(place),
    ...(result.selection === undefined
      ? {}
      : { selection: { ...result.selection, places: result.selection.places.map(place) } }),
    violations: result.violations.map(violation),
    ...(result.files === undefined ? {} : { files: result.files.map(moved) }),
    ...(result.ignored === undefined
      ? {}
      : { ignored: result.ignored.map((found) => ({ ...violation(found), ignored: place(found.ignored) })) }),
    ...(result.unusedIgnores === undefined ? {} : { unusedIgnores: result.unusedIgnores.map(place) }),
  }
}

function mergeViolations<T extends Violation>(violations: readonly T[]): T[] {
  const merged = new Map<string, T>()
  for (const violation of violations) {
    const key = JSON.stringify([violation.spec, violation.file, violation.line])
    const before = merged.get(key)
    merged.set(
      key,
      before === undefined
        ? { ...violation, new: null }
        : {
            ...before,
            count: before.count + violation.count,
            instances: before.instances + violation.instances,
            tests: unique([...before.tests, ...violation.tests]),
          },
    )
  }
  return [...merged.values()]
}

function isUnused(ignore: UnusedIgnore, { files, unusedIgnores = [] }: Result): boolean {
  if (!files?.includes(ignore.file)) return true
  return unusedIgnores.some(
    ({ file, line, spec }) => file === ignore.file && line === ignore.line && spec === ignore.spec,
  )
}

function mergeStatistics(results: readonly Result[], violations: readonly Violation[]): Result['stats'] {
  const ids = unique(results.flatMap(({ stats }) => Object.keys(stats.perSpec)))
  const perSpec = Object.fromEntries(
    ids.map((id): [string, SpecStatistics] => {
      const parts = results.flatMap(({ stats }) => stats.perSpec[id] ?? [])
      return [
        id,
        {
          ...sum(parts.map(countsOf)),
          violations: violations.filter(({ spec }) => spec === id).length,
          ...sumNamed('perEvent', parts),
          ...sumNamed('asked', parts),
        },
      ]
    }),
  )
  const { events, monitors, collected, traces, uniqueTraces } = sum(Object.values(perSpec).map(countsOf))
  return { events, monitors, collected, traces, uniqueTraces, perSpec }
}

/** Without what is counted by event. */
function countsOf(statistics: SpecStatistics): Omit<SpecStatistics, 'perEvent' | 'asked'> {
  const { events, monitors, collected, traces, uniqueTraces, violations, time } = statistics
  const counts = { events, monitors, collected, traces, uniqueTraces, violations }
  return time === undefined ? counts : { ...counts, time }
}

/** Of counts by event; absent where no part has them. */
function sumNamed(key: 'perEvent' | 'asked', parts: readonly SpecStatistics[]): Partial<SpecStatistics> {
  const named = parts.flatMap((part) => (part[key] === undefined ? [] : [part[key]]))
  return named.length === 0 ? {} : { [key]: sum(named) }
}

/** Field by field; a field that only some have is summed over those. */
function sum<T extends { readonly [K in keyof T]: number | undefined }>(parts: readonly T[]): T {
  const sums: Record<string, number> = {}
  for (const part of parts) {
    for (const [key, value] of Object.entries<number | undefined>(part)) sums[key] = (sums[key] ?? 0) + (value ?? 0)
  }
  return sums as T
}

function joined(words: readonly string[]): string {
  return unique(words).join('+')
}

function same(words: readonly string[]): boolean {
  return new Set(words).size === 1
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
