/**
 * Stand-ins for functions of Node that the loader must see called: module compilation, `vm`, starting processes and
 * threads. A Proxy, because nothing about it differs from the original (name, length, properties, class or not,
 * subclassing), and none of these functions is called often enough for its cost to matter.
 */

import { apply, construct } from '../instrument/patch/originals.ts'
import { standFor } from '../instrument/patch/disguise.ts'
import { limitSetters } from '../instrument/patch/wrap-function.ts'

/** Frames of ours that stand below the original in every stack: the trap, `around`, `callOriginal`. */
const framesOfStandIn = 3

const { raise, lower } = limitSetters(globalThis)

type AnyFunction = (this: any, ...args: any[]) => any

/** Gets the receiver and arguments of a call and answers in place of the original. */
type Around = (self: any, args: any[], original: Function) => unknown

export function standInForFunction<F extends Function>(original: F, around: Around): F {
  const proxy = new Proxy(original, {
    apply: (_, self, args) => {
      const raised = raise(framesOfStandIn)
      try {
        return around(self, args, original)
      } finally {
        lower(raised)
      }
    },
  })
  standFor(proxy, original)
  return proxy
}

/**
 * Puts a stand-in for a method into its place. V8 names the frames of a nameless method after the property of the receiver
 * that holds it, which is the stand-in; so the original gets the name, `frame`.
 */
export function replaceMethod(holder: any, name: string, frame: string, around: Around): void {
  const original = holder[name] as Function
  if (original.name === '') Object.defineProperty(original, 'name', { value: frame, configurable: true })
  holder[name] = standInForFunction(original, around)
}

/** `change` gives the arguments that the class is constructed with. */
export function standInForClass<C extends Function>(original: C, change: (args: any[]) => any[]): C {
  const proxy: C = new Proxy(original, {
    construct: (target, args, newTarget) =>
      construct(target as unknown as AnyFunction, change(args), newTarget === proxy ? original : newTarget) as object,
  })
  standFor(proxy, original)
  return proxy
}

/** Calls the original as it was called. */
export function callOriginal(original: Function, self: unknown, args: readonly unknown[]): any {
  return apply(original as AnyFunction, self, args as unknown[])
}
