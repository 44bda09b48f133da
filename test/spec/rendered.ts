/** Errors and diagnostics as the tests compare them: whole, as the command line shows them. */

import { renderError } from '#src/diagnostics/render-error.ts'
import { UserError } from '#src/diagnostics/user-error.ts'
import type { Diagnostic } from '#src/spec/diagnostic.ts'

export function renderedErrorOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof UserError) return renderError(error)
    throw error
  }
  return 'no error'
}

export function rendered(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(renderError).join('\n')
}
