/**
 * Keeps the ticks by which the runtime waits for the end of a turn (`runtime/turn-end.ts`) from the program's `async_hooks`: a
 * program that counts operations, as Node's own streams do in their tests, would find nine of them in each turn.
 *
 * A hook gets no callback that the program did not give: one that hears of beginnings or ends makes each promise of the process
 * several times slower. So a tick is told by its resource, and by its number only where ends are heard of.
 *
 * The hooks that Node makes for itself (`AsyncLocalStorage`) are not made through the module and hear of them; they only hand
 * the store on.
 */

import type * as asyncHooks from 'node:async_hooks'
import { apply, setAdd, setHas } from '../instrument/patch/originals.ts'
import { disguise } from '../instrument/patch/disguise.ts'
import { isOwnTick, whenTicking } from '../runtime/turn-end.ts'
import { replaceMethod } from './stand-in.ts'

type Callback = (this: unknown, ...args: unknown[]) => void

/** Node reads them in this order. */
const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'] as const

/** Numbers of ticks whose end hooks may still hear of: it comes a few turns after. */
const mostRemembered = 1000

export function hideTicks(module: typeof asyncHooks): void {
  const { executionAsyncId, executionAsyncResource } = module
  const ended = new Set<number>()
  const isRunning = (): boolean => isOwnTick(executionAsyncResource())
  const isOwn = {
    init: (args: unknown[]) => isOwnTick(args[3]),
    before: isRunning,
    after: isRunning,
    destroy: (args: unknown[]) => setHas(ended, args[0]),
    promiseResolve: undefined,
  } as const
  const remember = (): void => {
    if (ended.size >= mostRemembered) ended.clear()
    setAdd(ended, executionAsyncId())
  }
  const withoutOwn = (callbacks: unknown): unknown => {
    if (typeof callbacks !== 'object' || callbacks === null) return callbacks
    const given: Partial<Record<(typeof names)[number], unknown>> = {}
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      const callback = (callbacks as typeof given)[name]
      const skips = isOwn[name]
      given[name] = typeof callback === 'function' && skips ? unless(skips, callback as Callback) : callback
    }
    if (given.destroy !== undefined) whenTicking(remember)
    return given
  }
  replaceMethod(module, 'createHook', 'createHook', {
    before: ([callbacks, ...rest]) => [withoutOwn(callbacks), ...rest],
  })
}

function unless(skips: (args: unknown[]) => boolean, callback: Callback): Callback {
  const { method } = {
    method(this: unknown, ...args: unknown[]): void {
      if (!skips(args)) apply(callback, this, args)
    },
  }
  return disguise(method, callback)
}
