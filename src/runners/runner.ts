/**
 * What JSMOP must know of a test runner or an assertion library: which of its modules hold the functions that say where a
 * test begins and ends, or that a fault is provoked on purpose. One file per runner; nothing here is woven into the
 * runner's code: a call at the very end of the module hands over what it defined.
 */

import { apply } from '../instrument/patch/originals.ts'
import { type LimitSetters, limitSetters } from '../instrument/patch/wrap-function.ts'
import type { SourceKind } from '../instrument/weave/weave.ts'
import type { Tests } from './tests.ts'

/** The name that appended calls refer to, a constant of each realm's script scope like those of woven text. */
export const handOverName = 'J$mopT'

export interface RunnerModule {
  /** The runner's name in reports, and of the module where it has several. */
  readonly name: string
  /** Files that may be the module, with `/`. */
  readonly file: RegExp
  /** What is handed over: an expression that is valid at the end of the text; undefined when it is another module. */
  wants(text: string, kind: SourceKind): string | undefined
  /** Called with it as soon as the module was evaluated. */
  found(value: any, context: RunnerContext): void
}

export interface RunnerContext {
  readonly tests: Tests
  readonly intended: IntendedFaults
}

/** Faults that happen meanwhile are provoked by a test. */
export interface IntendedFaults {
  enter(): void
  leave(): void
}

type Method = (this: any, ...args: any[]) => any

/** While frames of ours stand below the program's, stacks of its errors may have as many more, so that they are not cut short. */
export const limits: LimitSetters = limitSetters(globalThis)

/** The method, its replacement, and the function that this calls. */
const framesAround = 3

/** Puts a method before one of a runner's own. `around` must call `original`. */
export function around(
  holder: any,
  name: string,
  replacement: (self: any, args: any[], original: () => any) => unknown,
): void {
  const original = holder[name] as Method | undefined
  if (typeof original !== 'function') return
  const { [name]: method } = {
    [name](this: any, ...args: any[]): unknown {
      return replacement(this, args, () => {
        const raised = limits.raise(framesAround)
        try {
          return apply(original, this, args)
        } finally {
          limits.lower(raised)
        }
      })
    },
  }
  Object.defineProperty(holder, name, { ...Object.getOwnPropertyDescriptor(holder, name), value: method })
}

/**
 * Names from the outermost suite down to a test. Calls no builtin: those may be wrapped, and a call from here would be
 * looked into like one of the program's, for every test.
 */
export function outermostFirst<T>(test: T, outer: (each: T) => T | undefined, nameOf: (each: T) => string): string[] {
  let depth = 0
  for (let each: T | undefined = test; each !== undefined; each = outer(each)) depth += 1
  const names: string[] = []
  for (let at = 0; at < depth; at += 1) names[at] = ''
  for (let each: T | undefined = test; each !== undefined; each = outer(each)) names[(depth -= 1)] = nameOf(each)
  return names
}
