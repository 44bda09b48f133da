/** Idempotent functions of this run, and those that were monitored only once, which this run cannot tell. */

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoredFunction } from '../../evolve/evolution-state.ts'
import { findIdempotentFunctions } from '../../evolve/idempotent-functions.ts'
import type { TraceSet } from '../../report/trace-set.ts'
import type { EvolutionRun } from './evolution-run.ts'
import { readText } from './source-text.ts'

export interface FoundFunctions {
  readonly functions: readonly StoredFunction[]
  readonly leftOut: Readonly<Record<string, number>>
}

export function findFunctions(run: EvolutionRun, traces: TraceSet, mapped: ReadonlySet<string>): FoundFunctions {
  const root = run.options.io.cwd
  const isMapped = (file: string): boolean => mapped.has(file) || mapped.has(pathToFileURL(file).href)
  const { functions, leftOut } = findIdempotentFunctions(traces, (file) =>
    /\.[cm]?js$/.test(file) && !isMapped(path.join(root, file)) ? readText(root, file) : undefined,
  )
  const found = functions.flatMap((one) => {
    const text = run.textDigest(one.file)
    return text === undefined ? [] : [{ ...one, text }]
  })
  const key = ({ spec, file, creation }: StoredFunction): string => `${spec} ${file}:${creation}`
  const known = new Set(found.map(key))
  return { functions: [...found, ...run.idempotent.filter((one) => !known.has(key(one)))], leftOut }
}
