/**
 * What all sessions of a run found, as one result: places mapped to original source, the same violation from several
 * sessions and tests counted once, processes that were started and never showed up counted as escaped.
 */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SpecMetadata } from '../spec/definition.ts'
import { fingerprint } from './fingerprint.ts'
import { type OriginalPosition, OriginalPositions, pathOf } from './original-position.ts'
import type { RawStatistics, RawViolation, SessionRecords } from './read-sessions.ts'
import { mergeSelections } from './merge-selections.ts'
import { tallyTraces, type TraceSet } from './trace-set.ts'
import type { Result, SpecStatistics, Spent, TestIdentity, TraceEvent, Violation } from './result.ts'

/** What is told of a spec with its violations. */
export type WatchedSpec = Pick<SpecMetadata, 'id' | 'severity' | 'doc'>

export interface MergeInput {
  /** Places are shown relative to this folder. */
  readonly cwd: string
  readonly sessions: readonly SessionRecords[]
  /** Has the source maps that were read so far. */
  readonly positions?: OriginalPositions
  readonly specs: readonly WatchedSpec[]
  /** When they were kept. */
  readonly traces?: TraceSet | undefined
  /** From the start of the command to its end. */
  readonly milliseconds: number
  /** What the command line knows of the run. */
  readonly run: Pick<
    Result,
    'jsmop' | 'command' | 'exitCode' | 'exitReason' | 'algo' | 'strategy' | 'sample' | 'tuned' | 'eager'
  >
}

export function mergeSessions(input: MergeInput): Result {
  const { cwd, sessions, positions = new OriginalPositions(), specs, traces, run, milliseconds } = input
  const metadata = new Map(specs.map((spec) => [spec.id, spec]))
  const groups = new Map<string, Located[]>()
  for (const session of sessions) {
    for (const violation of session.violations) {
      const located = locate(violation, session, positions)
      const key = `${violation.spec}\n${located.place.file}\n${located.place.line}`
      groups.set(key, [...(groups.get(key) ?? []), located])
    }
  }
  const violations = [...groups.values()].map((group) => mergeViolation(group, metadata, cwd))
  const monitored = sessions.filter(({ skipped }) => skipped === undefined)
  // A shell is started in place of what it runs, and may replace itself by that or start it.
  const seen = new Set(sessions.flatMap(({ pid, parent }) => [pid, parent]))
  const stillborn = new Set(
    sessions.flatMap(({ killed }) => killed.flatMap(({ pid, after }) => (after < soon ? [pid] : []))),
  )
  const escaped = sessions.flatMap(({ spawned }) => spawned).filter(({ pid }) => !seen.has(pid) && !stillborn.has(pid))
  const stats = statistics(monitored, specs, violations, traces)
  return {
    schema: 1,
    ...run,
    processes: {
      monitored: new Set(monitored.map(({ pid }) => pid)).size,
      skipped: new Set(sessions.filter(({ skipped }) => skipped !== undefined).map(({ pid }) => pid)).size,
      escaped: escaped.length,
    },
    sites: sumOf(
      sessions.map(({ end }) => end?.sites),
      { right: 0, stale: 0, none: 0 },
    ),
    notMonitored: [
      ...unique(
        sessions.flatMap(({ notMonitored }) =>
          notMonitored.map(({ target, reason }) => ({ what: target, why: reason })),
        ),
      ),
      ...unique(escaped.map(({ command }) => ({ what: command, why: 'JSMOP did not start in this process' }))),
      ...unfinished(monitored),
    ],
    unparsed: unique(
      sessions.flatMap(({ unparsed }) =>
        unparsed.map(({ file, reason }) => ({ file: shown(pathOf(file), cwd), why: reason })),
      ),
    ),
    disabled: unique(sessions.flatMap(({ faults }) => faults.map(({ part, message }) => ({ part, why: message })))),
    stats,
    spent: spent(monitored, stats, milliseconds),
    ...(run.sample === 'none' ? {} : { selection: mergeSelections(monitored, positions, (file) => shown(file, cwd)) }),
    violations,
    files: projectFiles(monitored, cwd),
    woven: monitored.reduce((sum, { end }) => sum + (end?.woven ?? 0), 0),
  }
}

/** Milliseconds of life after which a process has run something: runners start processes that they end at once. */
const soon = 1000

interface Located {
  readonly violation: RawViolation
  readonly place: OriginalPosition
  readonly function: string | undefined
  readonly trace: readonly (OriginalPosition & { readonly event: string; readonly times: number })[]
}

const nowhere: OriginalPosition = { file: '', line: 0, column: 0 }

function locate(violation: RawViolation, { sites, maps }: SessionRecords, positions: OriginalPositions): Located {
  const positionOf = (site: number): OriginalPosition => {
    const raw = sites.get(site)
    return raw === undefined ? nowhere : positions.of(raw, maps.get(raw.file))
  }
  const steps = violation.trace ?? shortTrace(violation)
  return {
    violation,
    place: positionOf(violation.site),
    function: sites.get(violation.site)?.function,
    trace: steps
      .map(([event, site, times = 1]) => ({ event, times, ...positionOf(site) }))
      .filter(({ line }) => line > 0 || violation.trace !== undefined),
  }
}

/** Without explicit traces: where the monitor was created, and the event that broke the rule. */
function shortTrace(violation: RawViolation): [event: string, site: number, times?: number][] {
  const { creationSite, creationEvent = 'began', eventSite, event } = violation
  const last: [string, number] = [event, eventSite]
  return creationSite === 0 || creationSite === eventSite ? [last] : [[creationEvent, creationSite], last]
}

function mergeViolation(group: readonly Located[], metadata: ReadonlyMap<string, WatchedSpec>, cwd: string): Violation {
  const { violation, place, function: name, trace } = group[0]!
  const spec = metadata.get(violation.spec)!
  const file = shown(place.file, cwd)
  return {
    fingerprint: fingerprint(violation.spec, file, place),
    spec: violation.spec,
    severity: spec.severity,
    category: violation.category,
    message: violation.message,
    file,
    line: place.line,
    column: place.column,
    function: name === undefined || name === '' ? null : name,
    package: packageOf(place.file),
    count: total(group, ({ count }) => count),
    instances: total(group, ({ instances }) => instances),
    tests: unique(
      group.flatMap(({ violation: { test } }): TestIdentity[] =>
        test === null ? [] : [{ ...test, file: shown(test.file, cwd) }],
      ),
    ),
    new: null,
    trace: trace.map(({ event, file, line, column, times }): TraceEvent => ({
      event,
      file: shown(file, cwd),
      line,
      column,
      ...(times === 1 ? {} : { times }),
    })),
    doc: spec.doc,
  }
}

function total(group: readonly Located[], count: (violation: RawViolation) => number): number {
  return group.reduce((sum, { violation }) => sum + count(violation), 0)
}

/** Relative to where the command line was started, with `/`; a file elsewhere keeps its whole path. */
function shown(file: string, cwd: string): string {
  if (!path.isAbsolute(file)) return file
  return path.relative(cwd, file).split(path.sep).join('/')
}

/** `name@version` of the library that a file belongs to, null for the project's own. */
function packageOf(file: string): string | null {
  const match = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(file)
  if (match === null) return null
  const manifest = path.join(match[1]!, 'package.json')
  const name = match[2]!.replaceAll('\\', '/')
  if (!existsSync(manifest)) return name
  try {
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }
    return version === undefined ? name : `${name}@${version}`
  } catch {
    return name
  }
}

/** The project's own files that were woven, as far as sessions came to their end. */
function projectFiles(monitored: readonly SessionRecords[], cwd: string): string[] {
  const files = monitored.flatMap(({ end }) => end?.files ?? []).map((file) => shown(pathOf(file), cwd))
  return unique(files.filter((file) => !/(^|\/)node_modules\//.test(file))).sort()
}

function unfinished(monitored: readonly SessionRecords[]): { what: string; why: string }[] {
  const open = monitored.filter(({ isOver, hasBegun }) => hasBegun && !isOver).length
  if (open === 0) return []
  const what = open === 1 ? 'the end of a process or worker' : `the ends of ${open} processes or workers`
  return [{ what, why: 'killed or still running; what was seen before is reported' }]
}

function statistics(
  monitored: readonly SessionRecords[],
  specs: readonly WatchedSpec[],
  violations: readonly Violation[],
  set: TraceSet | undefined,
): Result['stats'] {
  const tallies = tallyTraces(set?.traces ?? [])
  const perSpec = Object.fromEntries(
    specs.map(({ id }): [string, SpecStatistics] => {
      const sums = sumOf(
        monitored.map(({ end }) => end?.stats[id]),
        { events: 0, monitors: 0, collected: 0 },
      )
      const found = violations.filter(({ spec }) => spec === id).length
      const { traces, uniqueTraces } = tallies.get(id) ?? { traces: 0, uniqueTraces: 0 }
      const own = monitored.map(({ end }) => end?.stats[id])
      return [id, { ...sums, traces, uniqueTraces, violations: found, ...measuredOf(own) }]
    }),
  )
  const totals = sumOf(Object.values(perSpec), { events: 0, monitors: 0, collected: 0, traces: 0, uniqueTraces: 0 })
  return { ...totals, perSpec }
}

/** Milliseconds and events of a spec in all sessions; nothing when none measured them. */
function measuredOf(parts: readonly (RawStatistics | undefined)[]): Partial<SpecStatistics> {
  const times = parts.flatMap((part) => (part?.time === undefined ? [] : Object.values(part.time)))
  if (times.length === 0) return {}
  const time = times.reduce((sum, time) => sum + time, 0) / 1e6
  return {
    time,
    perEvent: sumByName(parts.map((part) => part?.perEvent ?? {})),
    asked: sumByName(parts.map((part) => part?.asked ?? {})),
  }
}

function spent(monitored: readonly SessionRecords[], { perSpec }: Result['stats'], command: number): Spent {
  const sums = sumOf(
    monitored.map(({ end }) => end?.spent),
    { startUp: 0, weaving: 0 },
  )
  const times = Object.values(perSpec).flatMap(({ time }) => time ?? [])
  if (times.length === 0) return { command, ...sums }
  return { command, ...sums, monitoring: times.reduce((sum, time) => sum + time, 0) }
}

function sumByName(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  return sumOf(parts, Object.fromEntries(parts.flatMap((part) => Object.keys(part)).map((name) => [name, 0])))
}

/** Field by field; what is undefined counts as nothing. */
function sumOf<T extends Readonly<Record<string, number>>>(parts: readonly (Partial<T> | undefined)[], zero: T): T {
  const sums: Record<string, number> = { ...zero }
  for (const part of parts) for (const key of Object.keys(zero)) sums[key] = sums[key]! + (part?.[key] ?? 0)
  return sums as T
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
