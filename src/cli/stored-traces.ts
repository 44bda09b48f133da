/** The traces that a run has left behind: `traces.jsonl`, written in pieces, since a set can be longer than any string. */

import { closeSync, existsSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../diagnostics/user-error.ts'
import { parseTraceSet, printTraceSet, type TraceSet } from '../report/trace-set.ts'
import type { Io } from './io.ts'
import { type StoredResult, tracesOf } from './stored-result.ts'

/** Characters that are written at once. */
const chunk = 1 << 20

export function writeTraces(folder: string, set: TraceSet): void {
  const file = tracesOf(folder)
  const unfinished = `${file}.${process.pid}.tmp`
  const descriptor = openSync(unfinished, 'w')
  let waiting = ''
  for (const line of printTraceSet(set)) {
    waiting += line
    if (waiting.length < chunk) continue
    writeSync(descriptor, waiting)
    waiting = ''
  }
  writeSync(descriptor, waiting)
  closeSync(descriptor)
  renameSync(unfinished, file)
}

/** Undefined when the run kept none. */
export function findTraces({ folder }: Pick<StoredResult, 'folder'>, io: Io): TraceSet | undefined {
  const file = tracesOf(folder)
  if (!existsSync(file)) return undefined
  return parseTraceSet(readFileSync(file, 'utf8'), path.relative(io.cwd, file))
}

export function readTraces(stored: Pick<StoredResult, 'folder'>, io: Io): TraceSet {
  const found = findTraces(stored, io)
  if (found !== undefined) return found
  throw new UserError({
    code: 'no-traces',
    message: `the run in ${path.relative(io.cwd, stored.folder) || '.'} kept no traces`,
    remedy: 'Run the command again with --traces, or with --algo E, which always keeps them.',
  })
}
