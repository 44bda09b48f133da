/**
 * The one error class for faults of the user's: a mistake in a formula, a spec, a configuration, a log, a command line.
 * It carries a stable code (one page in `docs/errors.md` each), the place, and what to do; `render-error.ts` makes text
 * of it. A fault of ours is any other error.
 */

/** A place in a text that the user wrote. Offsets are UTF-16; `end` is exclusive. */
export interface SourceSpan {
  /** What the text is called when shown: a file name, or `formula`, `--events`. */
  readonly source: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Note {
  readonly message: string
  readonly span?: SourceSpan
}

export interface UserErrorDetails {
  /** Stable, kebab-case, documented in `docs/errors.md`. */
  readonly code: string
  /** What was found, and what was expected. One sentence, no full stop needed for fragments. */
  readonly message: string
  readonly span?: SourceSpan | undefined
  /** Further places that explain the first. */
  readonly notes?: readonly Note[]
  /** What to do. One sentence. */
  readonly remedy?: string | undefined
  readonly cause?: unknown
}

export class UserError extends Error {
  override readonly name = 'UserError'
  readonly code: string
  readonly span: SourceSpan | undefined
  readonly notes: readonly Note[]
  readonly remedy: string | undefined

  constructor(details: UserErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.span = details.span
    this.notes = details.notes ?? []
    this.remedy = details.remedy
  }
}
