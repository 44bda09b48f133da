/**
 * What a study is, once `check-study.ts` has read it: projects in one or several versions, configurations to compare with
 * the plain run, and how often and within which limits. `docs/studies.md` is the user's page of the same.
 */

/** Where a project's files come from. Each is pinned: an exact version, a commit; a folder by its own content. */
export type Source =
  | { readonly kind: 'npm'; readonly name: string; readonly version: string }
  | { readonly kind: 'git'; readonly repository: string; readonly commit: string }
  | { readonly kind: 'folder'; readonly folder: string }

/** One version of one project. */
export interface Subject {
  /** Unique in the study: the project's name and, where it has several, its version. */
  readonly id: string
  readonly project: string
  readonly version: string
  readonly source: Source
  /** Shell commands, run in the project's folder. */
  readonly install: string
  readonly test: string
  /** Registry state to install from, as a date: what was published later does not exist. */
  readonly before: string | undefined
  /** What the study wants to tell projects apart by: the runner, the kind of modules. */
  readonly labels: Readonly<Record<string, string>>
}

/** Versions of one project, oldest first: they run on one machine, in this order. */
export interface Project {
  readonly name: string
  readonly subjects: readonly Subject[]
}

/** How a run differs from the plain one. `plain` itself is always there and needs no configuration. */
export interface Configuration {
  readonly name: string
  /** Options of `jsmop run`, as words. */
  readonly options: readonly string[]
  /** Monitors recorded logs after the command has ended, by this algorithm, instead of while it runs. */
  readonly offline?: string
  /** Monitors selectively, by settings that this many trials find on the first version of a project. */
  readonly tune?: number
  /** The state goes from one version of a project to its next, as it would in a checkout; kept under this name. */
  readonly keepsResults?: string
  /** Starts where another configuration that keeps results under the same name has left this version. */
  readonly goesOn?: true
  /**
   * Another tool in JSMOP's place: a shell command in which `{command}` stands for the project's test command. In the file,
   * `{study}` stands for the folder of the study file.
   */
  readonly wrap?: string
}

export const plain = 'plain'

export interface Limits {
  readonly seconds: number
  readonly megabytes: number
}

export interface Study {
  readonly name: string
  readonly projects: readonly Project[]
  readonly configurations: readonly Configuration[]
  readonly repetitions: number
  /** Plain runs that a subject has to pass alike before anything is compared with it. */
  readonly screening: number
  /** Runs of each configuration that fill the caches and are kept apart: the first run, cold. */
  readonly warmups: number
  readonly limits: Limits
  /** Counts instructions, and takes no times. */
  readonly instructions: boolean
}
