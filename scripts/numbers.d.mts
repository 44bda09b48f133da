import type { Machine } from '../src/study/describe-machine.ts'
import type { Summary } from '../src/study/report/report-study.ts'

export interface StudySummary {
  readonly name: string
  readonly machine: Machine
  readonly parallel: number
  readonly configurations: Readonly<Record<string, Summary>>
}
export function readSummary(study: string): StudySummary
export function paragraph(summary: StudySummary): string
export function withNumbers(text: string, summary: StudySummary): string
