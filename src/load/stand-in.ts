/**
 * Stand-ins for functions of Node that the loader must see called: module compilation, `vm`, starting processes and
 * threads. A Proxy, because nothing about it differs from the original (name, length, properties, class or not,
 * subclassing), and none of these functions is called often enough for its cost to matter.
 *
 * Our frames are taken out of stacks that are formatted, which leaves a stack from a module's top level a few frames of
 * Node's loader short of ten. Raising `Error.stackTraceLimit` meanwhile, as wrappers do around callbacks, would make up
 * for them and show every module another limit than its own.
 */

import { apply, construct, defineProperty, getOwnPropertyDescriptor, hasOwn } from '../instrument/patch/originals.ts'
import { disguise, originalOf, standFor } from '../instrument/patch/disguise.ts'
import { limitSetters } from '../instrument/patch/wrap-function.ts'

type AnyFunction = (this: any, ...args: any[]) => any

/** Gets the receiver and arguments of a call and answers in place of the original. */
type Around = (self: any, args: any[], original: Function) => unknown

export function standInForFunction<F extends Function>(original: F, around: Around): F {
  const proxy = new Proxy(innermost(original), { apply: (_, self, args) => around(self, args, original) })
  standFor(proxy, original)
  return proxy
}

/** Behind a second Proxy, that of a wrapper, a class would no longer look like one, and a wrapper has a text of its own. */
function innermost<F extends Function>(value: F): F {
  return originalOf(value) as F
}

/** What happens around a replaced method. None runs while the original does, so none is in its stacks. */
interface MethodHooks {
  /** Gives the arguments for the original, which is called on `self`. */
  readonly before?: (args: unknown[], self: unknown) => unknown[]
  readonly after?: (args: readonly unknown[], result: unknown) => void
  /** It threw. */
  readonly failed?: () => void
  /** Whether stacks made below it are to have as many frames besides ours: where no code of the program runs. */
  readonly raises?: boolean
}

interface Call {
  readonly given: unknown[]
  readonly raised: number
  isDone: boolean
  result: unknown
}

/**
 * Puts a function of ours into the place of a method that all code of a module runs below: one frame more in its stacks,
 * where a Proxy with its trap would be three. V8 names the frames of a nameless method after the property of the receiver
 * that holds it, which is ours; so the original gets the name, `frame`.
 */
export function replaceMethod(holder: any, name: string, frame: string, hooks: MethodHooks): void {
  const { before, after, failed, raises = false } = hooks
  const limits = raises ? limitSetters(globalThis) : undefined
  // Both are over while the original runs.
  const begin = (args: unknown[], self: unknown): Call => ({
    given: before === undefined ? args : before(args, self),
    raised: limits === undefined ? 0 : limits.raise(1),
    isDone: false,
    result: undefined,
  })
  const end = ({ raised, isDone }: Call): void => {
    if (limits !== undefined) limits.lower(raised)
    if (!isDone) failed?.()
  }
  const original = holder[name] as AnyFunction
  const isNameless = original.name === ''
  if (isNameless) Object.defineProperty(original, 'name', { value: frame, configurable: true })
  let replacement: AnyFunction
  if (hasOwn(original, 'prototype'))
    replacement = function (this: unknown, ...args: unknown[]): unknown {
      const call = begin(args, this)
      try {
        if (new.target === undefined) call.result = apply(original, this, call.given)
        else call.result = construct(original, call.given, new.target === replacement ? original : new.target)
        call.isDone = true
      } finally {
        end(call)
      }
      after?.(args, call.result)
      return call.result
    }
  else
    ({ method: replacement } = {
      method(this: unknown, ...args: unknown[]): unknown {
        const call = begin(args, this)
        try {
          call.result = apply(original, this, call.given)
          call.isDone = true
        } finally {
          end(call)
        }
        after?.(args, call.result)
        return call.result
      },
    })
  holder[name] = disguise(replacement, innermost(original))
  if (isNameless) Object.defineProperty(replacement, 'name', { value: '', configurable: true })
}

/**
 * `change` gives the arguments that the class is constructed with; `made` hears of each object.
 *
 * Where the class is wrapped, its instances have the wrapper as their `constructor`, and now the stand-in. Where it is not, they keep
 * the class: in stacks V8 names objects of derived classes after that property, and only if it is no Proxy. `Script.runInContext` is
 * read in many stacks; that `constructor` is asked for at all is rare.
 */
export function standInForClass<C extends Function>(
  original: C,
  change: (args: any[]) => any[],
  made?: (instance: object, args: readonly unknown[]) => void,
): C {
  const proxy: C = new Proxy(innermost(original), {
    apply: (_, self, args) => apply(original, self, args),
    construct: (_, args, newTarget) => {
      const target = newTarget === proxy ? original : newTarget
      const instance = construct(original as unknown as AnyFunction, change(args), target) as object
      made?.(instance, args)
      return instance
    },
  })
  standFor(proxy, original)
  const prototype = original.prototype as object
  const constructor = getOwnPropertyDescriptor(prototype, 'constructor')
  if (constructor?.value === original && original !== innermost(original))
    defineProperty(prototype, 'constructor', { ...constructor, value: proxy })
  return proxy
}

/** Calls the original as it was called. */
export function callOriginal(original: Function, self: unknown, args: readonly unknown[]): any {
  return apply(original as AnyFunction, self, args as unknown[])
}
