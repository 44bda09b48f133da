/** A study's runs as a table for other programs: CSV with a column for each number, JSON with everything. */

import type { StudyStore } from './study-store.ts'
import type { StoredRun } from './study-store.ts'

export function exportJson(store: StudyStore): string {
  const content = {
    schema: 1,
    study: store.fact('study'),
    machine: store.fact('machine'),
    parallel: store.fact('parallel'),
    configurations: store.configurations(),
    subjects: store.subjects(),
    runs: store.runs(),
  }
  return `${JSON.stringify(content, null, 1)}\n`
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
export function exportCsv(store: StudyStore): string {
  const rows = store.runs().map((run) => Object.values(columns).map((column) => cell(column(run))))
  return [Object.keys(columns), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10) / 10
}

function cell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
