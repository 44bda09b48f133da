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

/** `around` gets the receiver and arguments of a call and answers in place of the original. */
export function standInForFunction<F extends Function>(original: F, around: (self: any, args: any[]) => unknown): F {
  const proxy = new Proxy(original, {
    apply: (_, self, args) => {
      const raised = raise(framesOfStandIn)
      try {
        return around(self, args)
      } finally {
        lower(raised)
      }
    },
  })
  standFor(proxy, original)
  return proxy
}

/**
 * Puts a stand-in for a method into its place. V8 names the frames of a method after the property of the receiver that
 * holds it, so the original stays within its reach: under the same name, on an object behind the holder.
 */
export function replaceMethod(
  holder: any,
  name: string,
  around: (self: any, args: any[], original: Function) => unknown,
) {
  const original = holder[name] as Function
  const behind = Object.create(Object.getPrototypeOf(holder) as object, {
    [name]: { value: original, configurable: true, writable: true, enumerable: false },
  }) as object
  Object.setPrototypeOf(holder, behind)
  holder[name] = standInForFunction(original, (self, args) => around(self, args, original))
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
