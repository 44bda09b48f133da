/**
 * What the HTML report carries, in script elements that are data. `report-result` stands before the program, which shows
 * it while the browser still reads the rest: sources, another run to compare with, and the lines of `traces.jsonl`, each
 * parsed when it is first shown.
 */

import type { Automaton } from '../../logic/template.ts'
import type { AutomatonLayout } from '../automaton/automaton-layout.ts'
import type { Result } from '../result.ts'

export interface ReportedSpec {
  readonly description: string
  readonly doc: string
  readonly logic: string
  readonly formula: string | null
  readonly falseAlarms: readonly string[]
  readonly automaton: Automaton | null
  readonly layout: AutomatonLayout | null
}

export interface ReportData {
  /** Violations in the order in which they should be read. */
  readonly result: Result
  readonly specs: Readonly<Record<string, ReportedSpec>>
  readonly traces: 'none' | 'some' | 'all'
}

/** Another run to compare with. */
export interface OtherRun {
  readonly name: string
  readonly result: Result
}

/** Lines of a file around places that matter. */
export interface SourceSegment {
  /** 1-based number of the first line. */
  readonly from: number
  readonly lines: readonly string[]
}

export type Sources = Readonly<Record<string, readonly SourceSegment[]>>

export const elementIds = {
  result: 'report-result',
  sources: 'report-sources',
  other: 'report-other',
  traces: 'report-traces',
} as const
