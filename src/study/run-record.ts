/** What is kept of one run: the store's rows, the queue's messages and the rows of an export are made of these. */

import type { Outcome } from './outcome.ts'
import type { TestCounts } from './read-output.ts'
import type { TraceSet } from './trace-set.ts'

/** A run is known by these three: no two records of a study share them. */
export interface RunKey {
  readonly subject: string
  readonly configuration: string
  /** 1, 2, …; warm-ups are 0, -1, … */
  readonly repetition: number
}

export interface FoundViolation {
  readonly spec: string
  readonly severity: string
  readonly file: string
  readonly line: number
  /** `name@version` of a library, null for the project's own code. */
  readonly package: string | null
  readonly count: number
  readonly instances: number
  /** Against an earlier version; null or absent when nothing was known of one. */
  readonly new?: boolean | null
}

/** Where the time of a monitored run went, in ms; monitoring itself is what remains over the plain run. */
export interface TimeSplit {
  /** The command line, until the command started. */
  readonly preparing: number
  /** Our code in each process until the program's began, over all processes. */
  readonly startUp: number
  /** Reading, weaving and caching modules, over all processes. */
  readonly instrumentation: number
  /** From the command's end: merging, judging and writing results. */
  readonly reporting: number
}

/** What JSMOP says of a run; undefined fields belong to runs of which it said nothing. */
export interface MonitoringRecord {
  readonly events: number
  readonly monitors: number
  readonly collected: number
  readonly traces: number
  readonly uniqueTraces: number
  readonly processes: { readonly monitored: number; readonly skipped: number; readonly escaped: number }
  readonly disabled: number
  readonly violations: readonly FoundViolation[]
  readonly split: TimeSplit | undefined
  /** Letters of woven text, over all processes. */
  readonly woven?: number
  readonly evolution?: EvolutionRecord
  /** Where traces were kept: unique traces that came more than once, and how many of them lie where. */
  readonly duplicates?: DuplicateTraces
  /** Where traces were kept and the run is stored: which of the subject's they are. */
  readonly traceSet?: TraceSet
}

/** What `--since` decided. */
export interface EvolutionRecord {
  readonly decision: 'full' | 'selected' | 'plain'
  readonly why?: string
  /** Specs that were watched. */
  readonly selected: number
  readonly decisionMs: number
}

export interface DuplicateTraces {
  readonly repeated: number
  /** All events in one file. */
  readonly oneFile: number
  /** All events in libraries. */
  readonly inLibraries: number
  /** Specs that have any. */
  readonly specs: number
  /** Events of all traces that repeat another. */
  readonly events: number
}

export interface RunRecord extends RunKey {
  /** Which machine, by name: runs are only compared with plain runs of the same one. */
  readonly machine: string
  /** ISO date. */
  readonly started: string
  readonly exitCode: number
  readonly stopped: 'time limit' | 'memory limit' | undefined
  readonly tests: TestCounts | undefined
  readonly wallMs: number
  readonly cpuMs: number
  /** Of the whole process tree, where they were counted; its times mean nothing then. */
  readonly instructions?: number
  readonly peakBytes: number | undefined
  readonly monitoring: MonitoringRecord | undefined
  /** What JSMOP itself complained about, if it could not do its work. */
  readonly fault: string | undefined
}

/** A run as it comes from where it was made: with its outputs, which are compared and then dropped. */
export interface FinishedRun {
  readonly record: RunRecord
  readonly outcome: Outcome
  /** Letters of woven text, over all processes. */
  readonly woven?: number
  readonly evolution?: EvolutionRecord
  /** Where traces were kept: digests of the unique ones, which the store numbers. */
  readonly traces?: readonly string[]
}
