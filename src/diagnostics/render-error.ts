/**
 * Makes text of a `UserError`, or of a finding of the same form: message, place, notes, remedy. Plain text; colours are the
 * command line's work.
 */

import { codeFrame } from './code-frame.ts'
import type { UserError } from './user-error.ts'

/** What `renderError` shows; `grade` is `error` unless it says otherwise. */
export interface Finding extends Pick<UserError, 'code' | 'message' | 'span' | 'notes' | 'remedy'> {
  readonly grade?: 'error' | 'warning'
}

export function renderError(error: Finding): string {
  const parts = [`${error.grade ?? 'error'}: ${error.message} [${error.code}]`]
  if (error.span !== undefined) parts.push(codeFrame(error.span))
  for (const note of error.notes) {
    parts.push(`note: ${note.message}`)
    if (note.span !== undefined) parts.push(codeFrame(note.span))
  }
  if (error.remedy !== undefined) parts.push(`help: ${error.remedy}`)
  return parts.join('\n')
}
