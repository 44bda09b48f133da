/** Makes text of a `UserError`: message, place, notes, remedy. Plain text; colours are the command line's work. */

import { codeFrame } from './code-frame.ts'
import type { UserError } from './user-error.ts'

export function renderError(error: UserError): string {
  const parts = [`error: ${error.message} [${error.code}]`]
  if (error.span !== undefined) parts.push(codeFrame(error.span))
  for (const note of error.notes) {
    parts.push(`note: ${note.message}`)
    if (note.span !== undefined) parts.push(codeFrame(note.span))
  }
  if (error.remedy !== undefined) parts.push(`help: ${error.remedy}`)
  return parts.join('\n')
}
