/** Makes a function from generated text. Each has its own type feedback, and a file name that stacks are cleaned by. */

import { compileFunction } from '../patch/originals.ts'

/** The file name under which generated code appears in stacks. */
export const generatedFile = 'jsmop:generated'

/** Runs `source`, the body of a function that sees `scope` as its variables, and gives what it returns. */
export function generate<T>(source: string, scope: Readonly<Record<string, unknown>>): T {
  // Not `new Function`: a program may be run with code generation from strings forbidden.
  const make = compileFunction(source, Object.keys(scope), { filename: generatedFile }) as (...values: unknown[]) => T
  return make(...Object.values(scope))
}
