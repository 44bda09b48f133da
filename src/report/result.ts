/** What a run found, as `result.json` keeps it (schema 1) and every reporter reads it. */

import type { Severity } from '../spec/definition.ts'

/** A place in original source: `file` relative to where the command line was started, with `/`; line and column 1-based. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface TraceEvent extends Place {
  readonly event: string
}

export interface TestIdentity {
  readonly runner: string
  readonly file: string
  readonly path: readonly string[]
}

/** One rule broken at one line: all reports of a spec with the same blamed file and line. */
export interface Violation extends Place {
  /** Stable over runs as long as spec, file and the text of the line stay. */
  readonly fingerprint: string
  readonly spec: string
  readonly severity: Severity
  readonly category: string
  readonly message: string
  readonly function: string | null
  /** `name@version` for code in a library, null for the project's own. */
  readonly package: string | null
  /** Reports made. */
  readonly count: number
  /** Instances that were violated. */
  readonly instances: number
  readonly tests: readonly TestIdentity[]
  /** Against a baseline; null without one. */
  readonly new: boolean | null
  readonly trace: readonly TraceEvent[]
  readonly doc: string
}

export interface SpecStatistics {
  readonly events: number
  readonly monitors: number
  readonly collected: number
  readonly traces: number
  readonly uniqueTraces: number
  readonly violations: number
}

export interface Result {
  readonly schema: 1
  /** Version of JSMOP. */
  readonly jsmop: string
  readonly command: readonly string[]
  readonly exitCode: number
  /** `exit`, `signal SIGTERM`, or why nothing could be monitored. */
  readonly exitReason: string
  readonly algo: string
  readonly strategy: string
  readonly sample: string
  readonly processes: { readonly monitored: number; readonly skipped: number; readonly escaped: number }
  readonly sites: { readonly right: number; readonly stale: number; readonly none: number }
  /** Code that ran unmonitored, with the reason. */
  readonly notMonitored: readonly { readonly what: string; readonly why: string }[]
  /** Files that could not be parsed and ran unwoven. */
  readonly unparsed: readonly { readonly file: string; readonly why: string }[]
  /** Parts of specs or of JSMOP that failed and were switched off. */
  readonly disabled: readonly { readonly part: string; readonly why: string }[]
  readonly stats: {
    readonly events: number
    readonly monitors: number
    readonly collected: number
    readonly traces: number
    readonly uniqueTraces: number
    readonly perSpec: Readonly<Record<string, SpecStatistics>>
  }
  readonly violations: readonly Violation[]
}
