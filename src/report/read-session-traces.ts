/**
 * The traces that the sessions of a run wrote (`runtime/session-traces.ts` has the format), with places mapped to original
 * source, as one set.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OriginalPositions } from './original-position.ts'
import type { TestIdentity } from './result.ts'
import { type AddedEvent, type TracePlace, type TraceSet, TraceSetBuilder } from './trace-set.ts'

/**
 * Undefined when no session wrote any. `sessionFolder` is that of the session files, `cwd` where the command line was
 * started; `positions` has the maps that were read so far.
 */
export function readSessionTraces(
  sessionFolder: string,
  cwd: string,
  positions = new OriginalPositions(),
): TraceSet | undefined {
  const folder = path.join(sessionFolder, 'traces')
  if (!existsSync(folder)) return undefined
  const names = new Map<string, string>()
  const nameOf = (file: string): string => {
    let name = names.get(file)
    if (name === undefined) names.set(file, (name = shown(file, cwd)))
    return name
  }
  const set = new TraceSetBuilder()
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.jsonl')) continue
    addTraces(
      set,
      readFileSync(path.join(folder, name), 'utf8'),
      ([, file, line, column, mapped = false], map) => {
        const found = positions.of({ file, line, column, function: '', mapped }, map)
        return [nameOf(found.file), found.line, found.column]
      },
      (test) => ({ ...test, file: nameOf(test.file) }),
    )
  }
  return set.finish()
}

type RawSite = readonly [site: number, file: string, line: number, column: number, mapped?: boolean]

interface Records {
  readonly tests?: readonly (readonly [test: TestIdentity, milliseconds: number])[]
  readonly map?: readonly [file: string, address: string]
  readonly site?: RawSite
  readonly trace?: {
    readonly spec: string
    readonly count: number
    readonly partial?: true
    readonly violating?: true
    readonly tests: number[]
    /** With the session's numbers for places. */
    readonly events: AddedEvent[]
  }
  readonly cut?: { readonly spec: string; readonly instances: number }
}

const nowhere: TracePlace = ['', 0, 0]

/** Adds one session's traces. `locate` is given what is known of a file's source map. A last line that was cut off is left out. */
export function addTraces(
  set: TraceSetBuilder,
  text: string,
  locate: (site: RawSite, map: string | undefined) => TracePlace,
  identify: (test: TestIdentity) => TestIdentity,
): void {
  const maps = new Map<string, string>()
  const sites = new Map<number, RawSite>()
  let tests: NonNullable<Records['tests']> = []
  // The set's numbers by the session's, of what some trace mentions.
  const places = new Map<number, number>()
  const numbers: number[] = []
  const placeOf = (site: number): number => {
    const known = places.get(site)
    if (known !== undefined) return known
    const raw = sites.get(site)
    const place = set.place(raw === undefined ? nowhere : locate(raw, maps.get(raw[1])))
    places.set(site, place)
    return place
  }
  const testOf = (test: number): number => {
    const [identity, ms] = tests[test]!
    return (numbers[test] ??= set.test({ ...identify(identity), ms }))
  }
  for (const line of text.split('\n')) {
    const { trace, site, map, cut, ...record } = parse(line)
    if (trace !== undefined) {
      for (const step of trace.events) step[1] = placeOf(step[1])
      set.add({ ...trace, tests: trace.tests.map(testOf) })
    } else if (site !== undefined) sites.set(site[0], site)
    else if (map !== undefined) maps.set(map[0], map[1])
    else if (cut !== undefined) set.cut(cut.spec, cut.instances)
    else tests = record.tests ?? tests
  }
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
