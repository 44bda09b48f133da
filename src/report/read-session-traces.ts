/**
 * The traces that the sessions of a run wrote (`runtime/session-traces.ts` has the format), with places mapped to original
 * source, as one set.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OriginalPositions } from './original-position.ts'
import type { SessionRecords } from './read-sessions.ts'
import type { TestIdentity } from './result.ts'
import {
  mergeTraceSets,
  type OpenTrace,
  type TracedTest,
  type TracePlace,
  type TraceSet,
  traceSetOf,
} from './trace-set.ts'

/** Undefined when no session wrote any. `sessionFolder` is that of the session files, `cwd` where the command line was started. */
export function readSessionTraces(
  sessionFolder: string,
  sessions: readonly SessionRecords[],
  cwd: string,
): TraceSet | undefined {
  const folder = path.join(sessionFolder, 'traces')
  if (!existsSync(folder)) return undefined
  const positions = new OriginalPositions()
  const maps = new Map(sessions.map((session) => [session.id, session.maps]))
  const sets = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => {
      const ofSession = maps.get(path.basename(name, '.jsonl')) ?? new Map<string, string>()
      return readTraces(
        readFileSync(path.join(folder, name), 'utf8'),
        (file, line, column) => {
          const found = positions.of({ file, line, column, function: '' }, ofSession.get(file))
          return [shown(found.file, cwd), found.line, found.column]
        },
        (test) => ({ ...test, file: shown(test.file, cwd) }),
      )
    })
  return mergeTraceSets(sets)
}

type Records = {
  readonly tests?: readonly (readonly [test: TestIdentity, milliseconds: number])[]
  readonly site?: readonly [site: number, file: string, line: number, column: number]
  readonly trace?: RawTrace
  readonly cut?: { readonly spec: string; readonly instances: number }
}

interface RawTrace {
  readonly spec: string
  readonly count: number
  readonly partial?: true
  readonly violating?: true
  readonly tests: readonly number[]
  readonly events: readonly (readonly [event: string, site: number, times: number])[]
}

const nowhere: TracePlace = ['', 0, 0]

/** One session's traces. A last line that was cut off is left out. */
export function readTraces(
  text: string,
  locate: (file: string, line: number, column: number) => TracePlace,
  identify: (test: TestIdentity) => TestIdentity,
): TraceSet {
  const places = new Map<number, TracePlace>()
  const traces: OpenTrace[] = []
  const cuts: [string, number][] = []
  let tests: TracedTest[] = []
  for (const line of text.split('\n')) {
    const record = parse(line)
    if (record.tests !== undefined) tests = record.tests.map(([test, ms]) => ({ ...identify(test), ms }))
    if (record.site !== undefined) {
      const [site, file, at, column] = record.site
      places.set(site, locate(file, at, column))
    }
    if (record.trace !== undefined) {
      const { partial, violating, events, ...trace } = record.trace
      traces.push({
        spec: trace.spec,
        count: trace.count,
        partial: partial === true,
        violating: violating === true,
        tests: trace.tests.map((test) => tests[test]!),
        events: events.map(([event, site, times]) => [event, places.get(site) ?? nowhere, times] as const),
      })
    }
    if (record.cut !== undefined) cuts.push([record.cut.spec, record.cut.instances])
  }
  return traceSetOf(traces, cuts)
}

function parse(line: string): Records {
  try {
    return JSON.parse(line) as Records
  } catch {
    return {}
  }
}

function shown(file: string, cwd: string): string {
  if (!path.isAbsolute(file)) return file
  return path.relative(cwd, file).split(path.sep).join('/')
}
