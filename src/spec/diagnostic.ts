/** What the checker says about a spec: all mistakes at once, in the order in which they were found. */

import { type Note, type SourceSpan, UserError } from '../diagnostics/user-error.ts'
import { type Place, type Places, pathText } from './places.ts'

export interface Diagnostic {
  /** An `error` keeps the spec from being compiled; a `warning` is something that the author should look at. */
  readonly grade: 'error' | 'warning'
  /** Stable, with a section in `docs/errors.md`. */
  readonly code: string
  readonly message: string
  /** Path inside the definition, `events.next.bind.i`. */
  readonly path: string
  readonly span: SourceSpan
  readonly notes: readonly Note[]
  readonly remedy: string | undefined
}

/** Collects diagnostics while the passes of the compiler go on as far as they can. */
export class Findings {
  readonly all: Diagnostic[] = []
  readonly places: Places

  constructor(places: Places) {
    this.places = places
  }

  get failed(): boolean {
    return this.all.some(({ grade }) => grade === 'error')
  }

  error(code: string, place: Place, message: string, remedy: string, notes: readonly Note[] = []): void {
    this.#add('error', code, place, message, remedy, notes)
  }

  warn(code: string, place: Place, message: string, remedy: string, notes: readonly Note[] = []): void {
    this.#add('warning', code, place, message, remedy, notes)
  }

  /** A note that points at another place of the spec. */
  note(place: Place, message: string): Note {
    return { message, span: this.places(place) }
  }

  /** Keeps a mistake that a reader of texts threw, at the place it carries. */
  caught(error: unknown, place: Place): void {
    if (!(error instanceof UserError)) throw error
    this.all.push({
      grade: 'error',
      code: error.code,
      message: error.message,
      path: pathText(place.path),
      span: error.span ?? this.places(place),
      notes: error.notes,
      remedy: error.remedy,
    })
  }

  #add(
    grade: Diagnostic['grade'],
    code: string,
    place: Place,
    message: string,
    remedy: string,
    notes: readonly Note[],
  ): void {
    this.all.push({ grade, code, message, path: pathText(place.path), span: this.places(place), notes, remedy })
  }
}

/** The first error, with the others as notes; undefined when there is none. */
export function asUserError(diagnostics: readonly Diagnostic[]): UserError | undefined {
  const [first, ...others] = diagnostics.filter(({ grade }) => grade === 'error')
  if (first === undefined) return undefined
  const { code, message, span, notes, remedy } = first
  const rest = others.map((other) => ({
    message: `also, ${other.message} [${other.code}]${other.remedy === undefined ? '' : `. ${other.remedy}`}`,
    span: other.span,
  }))
  return new UserError({ code, message, span, notes: [...notes, ...rest], remedy })
}
