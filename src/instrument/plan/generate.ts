/**
 * Makes functions from generated text. Each has its own type feedback, and a file name that stacks are cleaned by.
 *
 * A text is compiled once and its script run for each function: V8 gives the functions of every run feedback of their
 * own, as if they had been compiled apart (measured on Node 20–26), and a hundred wrappers of the same four texts cost 2 µs
 * each instead of 80 on Node 20.
 */

import { mapGet, mapSet, runScript, Script } from '../patch/originals.ts'

/**
 * The file name under which generated code appears in stacks. That of an internal module of Node: errors of Node's test
 * runner are formatted past every layer, without frames of such files, and debuggers step over them.
 */
export const generatedFile = 'node:internal/jsmop'

export type CompileScript = (text: string, file: string) => InstanceType<typeof Script>

let compile: CompileScript = (text, filename) => new Script(text, { filename })

/** From here on texts are compiled by one that keeps V8's code for them. */
export function compileWith(other: CompileScript): void {
  compile = other
}

/** By text. */
const scripts = new Map<string, InstanceType<typeof Script>>()

/** Runs `source`, the body of a function that sees `scope` as its variables, and gives what it returns. */
export function generate<T>(source: string, scope: Readonly<Record<string, unknown>>): T {
  return generator<readonly unknown[], T>(source, Object.keys(scope))()(...Object.values(scope))
}

/** The same for many functions of one text: each call gives another function of values for the variables `names`. */
export function generator<Values extends readonly unknown[], T>(
  source: string,
  names: readonly string[],
): () => (...values: Values) => T {
  // Not `new Function`: a program may be run with code generation from strings forbidden.
  const text = `(function (${names.join(', ')}) {${source}\n})`
  let script = mapGet(scripts, text) as InstanceType<typeof Script> | undefined
  if (script === undefined) {
    script = compile(text, generatedFile)
    mapSet(scripts, text, script)
  }
  return () => runScript(script) as (...values: Values) => T
}
