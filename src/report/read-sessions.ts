/**
 * Reads what the sessions of a run wrote (`runtime/session-file.ts` has the format). A last line that a kill cut off is
 * left out; anything else that is no record is counted, never fatal.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestIdentity } from './result.ts'

export interface RawPosition {
  /** As V8 names it: a path or a `file:` address. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly function: string
  /** Whether it is a position in the source already. */
  readonly mapped?: boolean
}

export interface RawViolation {
  readonly spec: string
  readonly category: string
  readonly event: string
  /** The blamed place, by number in `SessionRecords.sites`. */
  readonly site: number
  readonly eventSite: number
  readonly creationSite: number
  readonly creationEvent?: string
  readonly message: string
  readonly test: TestIdentity | null
  readonly trace?: readonly (readonly [event: string, site: number, times: number])[]
  readonly count: number
  readonly instances: number
}

export interface RawStatistics {
  readonly events: number
  readonly monitors: number
  readonly collected: number
  /** Nanoseconds by what they went to, where they were measured. */
  readonly time?: Readonly<Record<string, number>>
  /** Signals by event, and how often its condition was asked for, where time was measured. */
  readonly perEvent?: Readonly<Record<string, number>>
  readonly asked?: Readonly<Record<string, number>>
}

/** What selective monitoring did at one place. */
export interface RawSelection {
  readonly spec: string
  readonly site: number
  readonly created: number
  readonly skipped: number
  readonly unique: number
  readonly duplicate: number
  readonly converged: 'create' | 'skip' | null
}

export interface SessionRecords {
  readonly id: string
  readonly pid: number
  /** The process that started it. */
  readonly parent: number | undefined
  /** The tool's name, for a process that was passed through. */
  readonly skipped: string | undefined
  readonly sites: ReadonlyMap<number, RawPosition>
  /** Source maps that the running text brought along, by file. */
  readonly maps: ReadonlyMap<string, string>
  readonly violations: readonly RawViolation[]
  readonly faults: readonly { readonly part: string; readonly message: string }[]
  readonly notMonitored: readonly { readonly target: string; readonly reason: string }[]
  readonly unparsed: readonly { readonly file: string; readonly reason: string }[]
  readonly selections: readonly RawSelection[]
  /** Events that selection kept from monitors. */
  readonly suppressed: number
  /** Node processes that it started. */
  readonly spawned: readonly { readonly pid: number; readonly command: string }[]
  /** Those that it ended, with how many milliseconds after their start. */
  readonly killed: readonly { readonly pid: number; readonly after: number }[]
  /** Whether code of the program ran in it. */
  readonly hasBegun: boolean
  /** Whether the last that it wrote was its end. */
  readonly isOver: boolean
  /** What it wrote at its last end; undefined when the process ended without coming to one. */
  readonly end:
    | {
        readonly stats: Readonly<Record<string, RawStatistics>>
        readonly sites: { readonly right: number; readonly stale: number; readonly none: number }
        /** Files that were woven, as V8 names them. */
        readonly files?: readonly string[]
        /** Letters of the texts that were woven. */
        readonly woven?: number
        readonly spent?: { readonly startUp: number; readonly weaving: number }
      }
    | undefined
}

export function readSessions(folder: string): SessionRecords[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readSession(readFileSync(path.join(folder, name), 'utf8')))
    .filter((session) => session !== undefined)
}

/** Undefined when not even the header was written. */
export function readSession(text: string): SessionRecords | undefined {
  const records = text.split('\n').flatMap(parseRecord)
  const header = records[0]
  if (header === undefined || typeof header['session'] !== 'string') return undefined
  const all = <T>(key: string): T[] =>
    records.flatMap((record) => (record[key] === undefined ? [] : [record[key] as T]))
  return {
    id: header['session'],
    pid: header['pid'] as number,
    parent: header['parent'] as number | undefined,
    skipped: header['skipped'] as string | undefined,
    sites: new Map(
      all<[number, string, number, number, string, boolean?]>('site').map(
        ([site, file, line, column, name, mapped = false]) => [site, { file, line, column, function: name, mapped }],
      ),
    ),
    maps: new Map(all<[string, string]>('map')),
    violations: withTotals(all<RawViolation>('violation'), all<Totals>('more')),
    faults: all('fault'),
    notMonitored: all('notMonitored'),
    unparsed: all('unparsed'),
    selections: lastOfEach(all<RawSelection>('selection')),
    suppressed: all<number>('suppressed').at(-1) ?? 0,
    spawned: all('spawned'),
    killed: all('killed'),
    hasBegun: all('begun').length > 0,
    isOver:
      records.findLast((record) => record['end'] !== undefined || record['on'] !== undefined)?.['end'] !== undefined,
    end: all<NonNullable<SessionRecords['end']>>('end').at(-1),
  }
}

/** Each end tells of all places. */
function lastOfEach(selections: readonly RawSelection[]): RawSelection[] {
  return [...new Map(selections.map((selection) => [`${selection.site} ${selection.spec}`, selection])).values()]
}

type Totals = Pick<RawViolation, 'spec' | 'category' | 'site' | 'count' | 'instances' | 'test'>

/** The last totals of a violation stand for all that were written before. */
function withTotals(violations: readonly RawViolation[], totals: readonly Totals[]): RawViolation[] {
  const last = new Map(totals.map((total) => [identity(total), total]))
  return violations.map((violation) => {
    const total = last.get(identity(violation))
    return total === undefined ? violation : { ...violation, count: total.count, instances: total.instances }
  })
}

function identity({ spec, category, site, test }: Totals): string {
  return JSON.stringify([spec, category, site, test])
}

function parseRecord(line: string): Record<string, unknown>[] {
  if (line === '') return []
  try {
    return [JSON.parse(line) as Record<string, unknown>]
  } catch {
    return []
  }
}
