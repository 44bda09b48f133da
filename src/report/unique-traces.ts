/**
 * The library face of explicit traces: the unique traces of a run, by spec, so that programs can ask about sets of traces
 * what no monitor of single ones can answer.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestIdentity, TraceEvent } from './result.ts'
import { openTraces, parseTraceSet } from './trace-set.ts'

export interface ObservedTrace {
  /** Instances whose slice it was. */
  readonly count: number
  /** Whether a report was made of it. */
  readonly violating: boolean
  /** Whether these instances bound only some of the spec's parameters. */
  readonly partial: boolean
  /** Tests that left such an instance behind. */
  readonly tests: readonly TestIdentity[]
  readonly events: readonly (TraceEvent & { readonly times: number })[]
}

/** `folder` is that of a run that kept traces: it has a `traces.jsonl`. Throws `UserError` when that cannot be read. */
export function uniqueTraces(folder: string): Map<string, ObservedTrace[]> {
  const file = path.join(folder, 'traces.jsonl')
  const bySpec = new Map<string, ObservedTrace[]>()
  for (const { spec, events, tests, ...trace } of openTraces(parseTraceSet(readFileSync(file, 'utf8'), file))) {
    const observed: ObservedTrace = {
      ...trace,
      tests: tests.map(({ runner, file, path }) => ({ runner, file, path })),
      events: events.map(([event, [file, line, column], times]) => ({ event, file, line, column, times })),
    }
    const known = bySpec.get(spec)
    if (known === undefined) bySpec.set(spec, [observed])
    else known.push(observed)
  }
  return bySpec
}
