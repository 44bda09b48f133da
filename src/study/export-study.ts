/** A study's runs for other programs: CSV with a column for each number, JSON with everything, which reports read too. */

import type { Configuration } from './study.ts'
import type { StoredRun, StoredSubject, StudyRecords } from './study-store.ts'

interface Exported {
  readonly schema: 1
  readonly facts: Readonly<Record<string, unknown>>
  readonly configurations: readonly Configuration[]
  readonly subjects: readonly StoredSubject[]
  readonly runs: readonly StoredRun[]
}

const facts = ['study', 'machine', 'parallel', 'instructions']

export function exportJson(records: StudyRecords): string {
  const content: Exported = {
    schema: 1,
    facts: Object.fromEntries(facts.map((name) => [name, records.fact(name)])),
    configurations: records.configurations(),
    subjects: records.subjects(),
    runs: records.runs(),
  }
  return `${JSON.stringify(content, null, 1)}\n`
}

export function readExport(text: string): StudyRecords {
  const { facts, configurations, subjects, runs } = JSON.parse(text) as Exported
  return {
    fact: (name) => facts[name],
    configurations: () => [...configurations],
    subjects: () => [...subjects],
    runs: () => [...runs],
  }
}

const columns: Readonly<Record<string, (run: StoredRun) => string | number | undefined>> = {
  subject: ({ subject }) => subject,
  configuration: ({ configuration }) => configuration,
  repetition: ({ repetition }) => repetition,
  machine: ({ machine }) => machine,
  started: ({ started }) => started,
  exit_code: ({ exitCode }) => exitCode,
  stopped: ({ stopped }) => stopped,
  passed: ({ tests }) => tests?.passed,
  failed: ({ tests }) => tests?.failed,
  wall_ms: ({ wallMs }) => round(wallMs),
  cpu_ms: ({ cpuMs }) => round(cpuMs),
  instructions: ({ instructions }) => instructions,
  peak_bytes: ({ peakBytes }) => peakBytes,
  preparing_ms: ({ monitoring }) => round(monitoring?.split?.preparing),
  start_up_ms: ({ monitoring }) => round(monitoring?.split?.startUp),
  instrumentation_ms: ({ monitoring }) => round(monitoring?.split?.instrumentation),
  reporting_ms: ({ monitoring }) => round(monitoring?.split?.reporting),
  events: ({ monitoring }) => monitoring?.events,
  monitors: ({ monitoring }) => monitoring?.monitors,
  traces: ({ monitoring }) => monitoring?.traces,
  unique_traces: ({ monitoring }) => monitoring?.uniqueTraces,
  violations: ({ monitoring }) => monitoring?.violations.length,
  difference: ({ difference }) => difference,
  fault: ({ fault }) => fault,
}

/** As RFC 4180 has it. */
export function exportCsv(records: StudyRecords): string {
  const rows = records.runs().map((run) => Object.values(columns).map((column) => cell(column(run))))
  return [Object.keys(columns), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10) / 10
}

function cell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
