/** `.jsmop/phase.json`: what the first phase of `--rpp` found, until the second has looked at the rest of the same version. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import type { KnownViolation } from '../../evolve/known-violations.ts'

/** What the first of two phases leaves for the second. */
export interface FirstPhase {
  /** Of the project that both have to see. */
  readonly version: string
  /** Known violations of critical specs. */
  readonly critical: readonly KnownViolation[]
  /** Specs that it saw violated. */
  readonly violated: readonly string[]
}

export function phaseOf(home: string): string {
  return path.join(home, 'phase.json')
}

/** Undefined when there is none of this version. */
export function readFirstPhase(home: string, version: string): FirstPhase | undefined {
  try {
    const first = JSON.parse(readFileSync(phaseOf(home), 'utf8')) as FirstPhase
    return first.version === version ? first : undefined
  } catch {
    return undefined
  }
}

export function writeFirstPhase(home: string, first: FirstPhase): void {
  writeAtomically(phaseOf(home), JSON.stringify(first))
}
