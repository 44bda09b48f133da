/**
 * What the HTML report carries, in script elements that are data: `report-result` is read when the page opens,
 * `report-sources` when the first source is shown, `report-traces` (lines of `traces.jsonl`) when traces are.
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
  readonly other: { readonly name: string; readonly result: Result } | null
  readonly hasTraces: boolean
}

/** Lines of a file around places that matter. */
export interface SourceSegment {
  /** 1-based number of the first line. */
  readonly from: number
  readonly lines: readonly string[]
}

export type Sources = Readonly<Record<string, readonly SourceSegment[]>>

export const elementIds = { result: 'report-result', sources: 'report-sources', traces: 'report-traces' } as const
