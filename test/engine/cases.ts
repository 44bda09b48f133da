/**
 * The engine-independent suite: parametric cases as data in `cases/*.json`, run by every algorithm. A file has named specs
 * and cases that use them, or cases with a spec of their own; traces and reports are as `trace-text.ts` says.
 */

import { readdirSync, readFileSync } from 'node:fs'
import type { SpecText } from '../support/spec-builder.ts'
import type { SoundnessCheck } from './algorithm-d-by-the-book.ts'

export interface Case {
  /** The file without its ending. */
  readonly theme: string
  readonly name: string
  readonly spec: SpecText
  readonly trace: readonly string[]
  /** All reports, by line. */
  readonly reports: readonly string[]
  /** The check of algorithm D without which this case comes out as `without` says. */
  readonly decides?: SoundnessCheck
  readonly without?: readonly string[]
}

interface CaseFile {
  readonly specs?: Readonly<Record<string, SpecText>>
  readonly cases: readonly (Omit<Case, 'theme' | 'spec'> & { readonly spec: string | SpecText })[]
}

const folder = new URL('cases/', import.meta.url)

export function readCases(): Case[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as CaseFile
      return file.cases.map((each) => ({
        ...each,
        theme: name.replace(/\.json$/, ''),
        spec: typeof each.spec === 'string' ? file.specs![each.spec]! : each.spec,
      }))
    })
}
