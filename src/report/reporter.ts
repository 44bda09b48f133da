/** What every output format is: a function from a result to text. One file per format; `reporters.ts` lists them. */

import type { Automaton } from '../logic/template.ts'
import type { OtherRun } from './html/report-data.ts'
import type { SpecMetadata } from '../spec/definition.ts'
import type { Result } from './result.ts'

export const formats = ['text', 'html', 'json', 'sarif', 'junit', 'github', 'badge'] as const

export type Format = (typeof formats)[number]

/** What reports tell of a spec besides what it found. */
export interface SpecDescription extends SpecMetadata {
  readonly logic: string
  readonly formula: string | undefined
  /** Undefined when the property is not regular. */
  readonly automaton: Automaton | undefined
}

export interface Terminal {
  readonly width: number
  readonly colour: boolean
  /** Only ASCII signs. */
  readonly ascii: boolean
}

export interface ReportContext {
  readonly terminal: Terminal
  /** Lines of a file that the result names; undefined when it cannot be read. */
  readonly sourceLines: (file: string) => readonly string[] | undefined
  /** By id; a spec that is no longer at hand is missing. */
  readonly specs: ReadonlyMap<string, SpecDescription>
  /** Where the full result is, as shown to the user. */
  readonly folder: string
  /** From the root of the repository to where the command line was started: `packages/a/`, or nothing. */
  readonly repositoryPath: string
  /** `traces.jsonl` of the run, when it kept traces; its beginning when it is too long for a page. */
  readonly traces: () => { readonly text: string; readonly whole: boolean } | undefined
  /** The program of the HTML report. */
  readonly app: () => { readonly script: string; readonly style: string }
  /** Another run to compare with. */
  readonly other?: OtherRun
}

export interface Reporter {
  /** The file that it becomes in the folder of a run; undefined for what is printed. */
  readonly file: string | undefined
  readonly render: (result: Result, context: ReportContext) => string | Promise<string>
}
