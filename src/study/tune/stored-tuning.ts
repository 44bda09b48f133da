/**
 * What tuning found for a project, in `.jsmop/tuning.json`: every evaluation, the best hyperparameters, and checksums of
 * the project's files, by which one sees later how much the code has changed since. `jsmop tune` goes on from it, `jsmop run
 * --sample valg` uses it.
 */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../../report/sha256.ts'
import type { Point } from './parzen.ts'
import type { Policy } from './sample-space.ts'

/** What a run of the command gave. */
export interface Evaluation {
  readonly uniqueTraces: number
  readonly monitors: number
  readonly violations: number
  readonly cpuMs: number
}

export type Objective = 'traces' | 'both'

export interface StoredTuning {
  readonly schema: 1
  readonly jsmop: string
  /** The end of the last evaluation. */
  readonly when: string
  readonly command: readonly string[]
  /** Options that chose the specs. */
  readonly options: readonly string[]
  readonly policy: Policy
  readonly objective: Objective
  /** With every monitor. */
  readonly full: Evaluation
  readonly trials: readonly { readonly point: Point; readonly sample: string; readonly evaluation: Evaluation | null }[]
  /** As `--sample` takes it. */
  readonly best: string
  /** Checksums of the project's files that ran. */
  readonly files: Readonly<Record<string, string>>
}

export function tuningFile(cwd: string): string {
  return path.join(cwd, '.jsmop', 'tuning.json')
}

/** Undefined when there is none that can be read. */
export function readTuning(cwd: string): StoredTuning | undefined {
  try {
    const tuning = JSON.parse(readFileSync(tuningFile(cwd), 'utf8')) as StoredTuning
    return tuning.schema === 1 ? tuning : undefined
  } catch {
    return undefined
  }
}

export function checksums(files: readonly string[], cwd: string): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, checksum(path.resolve(cwd, file))]))
}

/** How many of the files are not what they were. */
export function changedFiles({ files }: StoredTuning, cwd: string): { readonly changed: number; readonly of: number } {
  const entries = Object.entries(files)
  const changed = entries.filter(([file, before]) => checksum(path.resolve(cwd, file)) !== before).length
  return { changed, of: entries.length }
}

/** Empty for a file that is not there. */
function checksum(file: string): string {
  return existsSync(file) ? sha256(readFileSync(file)).slice(0, 16) : ''
}
