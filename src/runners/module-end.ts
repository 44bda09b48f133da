/**
 * The end of a module's own code in the text that is compiled, where what the module defined is in scope. Runners compile
 * modules in wrappings of their own: jest before 30 makes a script of one, an object with a function in it. A call at
 * the end of such a text would stand outside of the module, and take the place of the script's value.
 */

import type { SourceKind } from '../instrument/weave/weave.ts'

const jestWrapping = { begins: '({"Object.<anonymous>":function(module,exports,require,', ends: '\n}});' }

/** The text with a statement at the module's end; undefined for a script, which is no module. */
export function appendToModule(text: string, kind: SourceKind, statement: string): string | undefined {
  if (kind !== 'script') return `${text}\n;${statement}`
  const { begins, ends } = jestWrapping
  if (!text.startsWith(begins) || !text.endsWith(ends)) return undefined
  return `${text.slice(0, -ends.length)}\n;${statement}${ends}`
}
