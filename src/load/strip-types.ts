/**
 * TypeScript that Node runs by itself: it strips the types after every hook, so hooks get the text with its types. Blanks
 * take their place, so what is woven into the stripped text is at the right lines and columns; Node then finds nothing more
 * to strip in it, and warns and complains as it does without us.
 */

import Module from 'node:module'

/** Node 22.13 and later. Not in the types of the oldest Node that is supported. */
interface Stripping {
  stripTypeScriptTypes?(text: string): string
}

/** Undefined where Node does more than to strip, or refuses the text: then it says so itself. */
export function stripTypes(text: string): string | undefined {
  const { stripTypeScriptTypes } = Module as unknown as Stripping
  const { features } = process as { features: { readonly typescript?: unknown } }
  if (stripTypeScriptTypes === undefined || features.typescript === 'transform') return undefined
  // That the function is experimental is nothing to tell a program that does not call it.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
  } catch {
    return undefined
  } finally {
    process.emitWarning = emitWarning
  }
}
