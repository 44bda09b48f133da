/** What a study keeps of a run's `traces.jsonl`: which traces there were, and how much of them was repetition. */

import { createHash } from 'node:crypto'
import type { DuplicateTraces } from './run-record.ts'

export interface ReadTraces {
  /**
   * Of each unique trace, what tells it from all others of the subject, in every run. Events without a place, such as the
   * end of a turn of the event loop, do not by how often they come in a row, nor after the last event that has one: that is
   * time, and no two runs take the same.
   */
  readonly digests: readonly string[]
  readonly duplicates: DuplicateTraces
}

type Event = readonly [event: string, site: number, times: number]

interface StoredTrace {
  readonly spec: string
  readonly count: number
  readonly events: readonly Event[]
}

/** Undefined without traces. */
export function readTraces(content: string): ReadTraces | undefined {
  const [head, ...lines] = content.split('\n').filter((line) => line !== '')
  if (head === undefined) return undefined
  const { sites } = JSON.parse(head) as { sites: readonly (readonly [file: string, line: number, column: number])[] }
  const traces = lines.map((line) => JSON.parse(line) as StoredTrace)
  const repeated = traces.filter(({ count }) => count > 1)
  const files = repeated.map(({ events }) => new Set(events.map(([, site]) => sites[site]?.[0] ?? '')))
  const digests = traces.map(({ spec, events }) => {
    const last = events.findLastIndex(([, site]) => (sites[site]?.[0] ?? '') !== '')
    const steps = events.slice(0, Math.max(last, 0) + 1).map(([event, site, times]) => {
      const [file = '', ...position] = sites[site] ?? []
      return file === '' ? [event] : [event, file, ...position, times]
    })
    return createHash('sha256')
      .update(JSON.stringify([spec, steps]))
      .digest('hex')
      .slice(0, 16)
  })
  return {
    digests: [...new Set(digests)],
    duplicates: {
      repeated: repeated.length,
      oneFile: files.filter((own) => own.size === 1).length,
      inLibraries: files.filter((own) => [...own].every((name) => /(^|\/)node_modules\//.test(name))).length,
      specs: new Set(repeated.map(({ spec }) => spec)).size,
      events: repeated.reduce((sum, { count, events }) => sum + (count - 1) * lengthOf(events), 0),
    },
  }
}

function lengthOf(events: readonly Event[]): number {
  return events.reduce((sum, [, , times]) => sum + times, 0)
}
