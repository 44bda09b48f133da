/** What a run found, as `result.json` keeps it (schema 1) and every reporter reads it. */

import type { Severity } from '../spec/definition.ts'

/** A place in original source: `file` relative to where the command line was started, with `/`; line and column 1-based. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Without a place (file empty, line 0) where no code of the program was the cause, such as the end of the program. */
export interface TraceEvent extends Place {
  readonly event: string
  /** How often in a row; absent for once. */
  readonly times?: number
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

/** A violation that someone decided not to hear of, and where they said so. */
export interface IgnoredViolation extends Violation {
  readonly ignored: {
    readonly by: 'comment' | 'configuration'
    /** Of the comment or the configuration; 0 where there is no line. */
    readonly file: string
    readonly line: number
    readonly reason: string | null
  }
}

/** An ignore comment that no violation needed, in a file that ran. */
export interface UnusedIgnore {
  readonly file: string
  readonly line: number
  /** Null for a comment that names no spec. */
  readonly spec: string | null
}

/** What the committed baseline keeps of a violation. Its line is left out: it moves. */
export interface BaselineEntry {
  readonly fingerprint: string
  readonly spec: string
  readonly file: string
  readonly message: string
  /** Lines of the file with the same text that break the same rule. */
  readonly places: number
}

export interface SpecStatistics {
  readonly events: number
  readonly monitors: number
  readonly collected: number
  readonly traces: number
  readonly uniqueTraces: number
  readonly violations: number
  /** Milliseconds, where they were measured. */
  readonly time?: number
  /** How often each event was signalled, where time was measured. */
  readonly perEvent?: Readonly<Record<string, number>>
  /** How often an operation came to the condition of each event, whatever the answer. */
  readonly asked?: Readonly<Record<string, number>>
}

/** Milliseconds. All but `command` are JSMOP's own, over all processes. */
export interface Spent {
  /** From the start of the command to its end. */
  readonly command: number
  /** Before the programs started. */
  readonly startUp: number
  /** Reading, weaving and caching their texts. */
  readonly weaving: number
  /** With `--profile`: monitors and conditions. */
  readonly monitoring?: number
}

/** What `--since` decided, and what it found out against the earlier version. */
export interface Evolution {
  /** As given: `last`, a commit, a branch, a file. */
  readonly since: string
  /** `plain`: nothing had to be monitored again. */
  readonly decision: 'full' | 'selected' | 'plain'
  /** Why everything is monitored. */
  readonly why?: string
  /** The variant of selection; absent when everything is monitored. */
  readonly variant?: string
  /** Modules, packages and data files that are new or differ. */
  readonly changed: readonly string[]
  readonly affected: number
  readonly modules: number
  /** Modules that were not woven since no change affects them. */
  readonly excluded: number
  /** Tests in processes of their own that were left alone, since none of them depends on a change; absent where there are none. */
  readonly idle?: number
  /** Ids of specs that were watched, out of `specs`. */
  readonly selected: readonly string[]
  readonly specs: number
  readonly decisionMs: number
  /** Violations that are known after this run, those that were not monitored again included. */
  readonly known: number
  /** Violations that no change explains. */
  readonly flaky: number
  /** Known violations that were looked for and not found. */
  readonly gone: readonly { readonly spec: string; readonly file: string; readonly line: number }[]
  /** What must hold for nothing to be missed. */
  readonly assumptions: readonly string[]
  /** What the variant may miss. */
  readonly weakness?: string
  /** Test files that were run, out of `of`; or why all were. */
  readonly tests?: { readonly run: number; readonly of: number; readonly why?: string }
  /** Specs of this phase, and what moved between the phases. */
  readonly phase?: { readonly name: 'critical' | 'background'; readonly moved: readonly string[] }
  /** Places whose objects are monitored only once, by spec. */
  readonly idempotent?: { readonly functions: number; readonly leftOut: Readonly<Record<string, number>> }
}

/** What selective monitoring did at the places where it skipped monitors or learnt something. */
export interface SelectedPlace extends Place {
  readonly spec: string
  readonly created: number
  readonly skipped: number
  /** Of the traces that have ended. */
  readonly unique: number
  readonly duplicate: number
  /** What the agent does from here on, null while it learns or where processes differ. */
  readonly converged: 'create' | 'skip' | null
}

export interface SelectionStatistics {
  readonly created: number
  readonly skipped: number
  readonly unique: number
  readonly duplicate: number
  /** Events that were not signalled, since their place had broken the same rule. */
  readonly suppressed: number
  /** Most skipped first. */
  readonly places: readonly SelectedPlace[]
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
  /** When the settings of `sample` were tuned, and how many of the files that ran then have changed since. */
  readonly tuned?: { readonly when: string; readonly changed: number; readonly of: number }
  /** With algorithm E: specs that need a state for each monitor and were left to algorithm D, traces kept. */
  readonly eager?: readonly string[]
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
  readonly spent?: Spent
  /** Absent without selective monitoring. */
  readonly selection?: SelectionStatistics
  readonly violations: readonly Violation[]
  /** Files of the project that were woven, as far as sessions came to their end. Absent when nobody knows. */
  readonly files?: readonly string[]
  /** Letters of woven text, over all processes. */
  readonly woven?: number
  readonly ignored?: readonly IgnoredViolation[]
  readonly unusedIgnores?: readonly UnusedIgnore[]
  /** Absent without a baseline. `gone`: entries whose spec and file were monitored and that did not occur. */
  readonly baseline?: { readonly file: string; readonly gone: readonly BaselineEntry[] }
  /** Absent without `--since`. */
  readonly evolution?: Evolution
}
