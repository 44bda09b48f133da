/**
 * `run.json`: what the command line tells every process of a run. Written once before the command starts, read by each
 * preload. Plain data; specs of the catalogue are named, a user's own stand in it or name their compiled module.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SpecDefinition } from '../spec/definition.ts'

export type SelectedSpec =
  | { readonly from: 'catalogue'; readonly id: string }
  /** A spec without code: its definition. */
  | { readonly from: 'data'; readonly definition: SpecDefinition }

export interface RunFile {
  readonly schema: 1
  readonly jsmop: string
  /** Where the command line was started. */
  readonly cwd: string
  /** The folder of woven texts. */
  readonly cache: string
  readonly shim: string | undefined
  readonly strategy: string
  readonly algo: string
  readonly traces: boolean
  readonly libraries: boolean
  readonly verifySites: boolean
  readonly onViolation: 'report' | 'throw' | 'debugger'
  readonly record: string | undefined
  readonly specs: readonly SelectedSpec[]
}

export function runFileOf(run: string): string {
  return path.join(run, 'run.json')
}

/** Where sessions of a run write, below the run's folder. */
export function sessionsOf(run: string): string {
  return path.join(run, 'sessions')
}

export function readRunFile(run: string): RunFile {
  return JSON.parse(readFileSync(runFileOf(run), 'utf8')) as RunFile
}
