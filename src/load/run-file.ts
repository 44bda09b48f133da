/**
 * `run.json`: what the command line tells every process of a run. Written once before the command starts, read by each
 * preload. Plain data; specs come with what checking, synthesis and planning found, and with their modules where they have
 * code.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PlacedPlan } from '../instrument/plan/pack-plan.ts'
import type { NamedWeavePlan } from '../instrument/weave/weave-plan.ts'
import type { LeftOut } from '../runtime/blind-spots.ts'
import type { Precompiled } from '../spec/assemble-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import type { OptionValues } from '../spec/with-options.ts'
import type { PackedCode } from './spec-code.ts'

/** A text in a file of packed texts: where it begins and ends, in bytes. */
export type PackedText = readonly [start: number, end: number]

export interface SelectedSpec {
  readonly id: string
  /** `SpecData`, read only when an event of the spec happens. */
  readonly data: PackedText
}

export interface SpecData {
  /** Absent for a spec with code: its module gives it. */
  readonly definition?: SpecDefinition
  /** What the configuration sets of a spec with code. */
  readonly options?: OptionValues
  readonly precompiled: Precompiled
}

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
  /** As `--sample` has it. */
  readonly sample: string
  readonly sampleLog: boolean
  /** By spec, places (`file:line:column`) where one complete trace is enough. */
  readonly once?: Readonly<Record<string, readonly string[]>>
  readonly libraries: boolean
  /** Packages that are woven, modules that are not, and those that make a process need no monitoring (`own-code.ts`). */
  readonly packages?: readonly string[]
  readonly excluded?: readonly string[]
  readonly idle?: readonly string[]
  /** Drops monitors that can report no more. */
  readonly collection: boolean
  readonly verifySites: boolean
  /** Measures the time of each spec. */
  readonly profile: boolean
  readonly onViolation: 'report' | 'throw' | 'debugger'
  readonly record: string | undefined
  /** The file of packed texts: texts that a process may come to need, loaded at once, decoded when they are needed. */
  readonly texts: string
  readonly specs: readonly SelectedSpec[]
  /** Specs that were chosen and are not among these, because the strategy cannot judge them. */
  readonly left: readonly LeftOut[]
  /** The instrumentation of the specs. */
  readonly plan: PlacedPlan
  /** What is woven, which may be more than these specs need; absent where texts are left alone, or a user's strategy decides. */
  readonly weaves?: NamedWeavePlan
  /** Absent when neither a selected spec nor the strategy has code. */
  readonly code?: PackedCode
  /** The module, among those of `code`, of a strategy of the user's: it decides in each process what is left out and planned. */
  readonly ownStrategy?: string
}

export function runFileOf(run: string): string {
  return path.join(run, 'run.json')
}

/** Where sessions of a run write, below the run's folder. */
export function sessionsOf(run: string): string {
  return path.join(run, 'sessions')
}

/** Packed texts of the run's own, where it watches specs that are not in the catalogue as it was built. */
export function packedTextsOf(run: string): string {
  return path.join(run, 'packed-texts')
}

export function readRunFile(run: string): RunFile {
  return JSON.parse(readFileSync(runFileOf(run), 'utf8')) as RunFile
}
