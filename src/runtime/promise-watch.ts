/**
 * Promises being handled and settling, for the specs that ask: through V8's promise hooks, since a reaction of ours would
 * make a rejection count as handled. Hooks slow every promise of the process down, so they are on only if a spec needs
 * them.
 *
 * `init(child, parent)` means that the parent was awaited, returned from an async function, given a reaction or taken into
 * a combinator. `settled` comes when a promise is resolved, before its state changes; a microtask queued there runs before
 * the program's own reactions, and by then the state can be read off the promise's inspected text, the one public way. A
 * fulfilled value is only had by a reaction of ours, which comes after the program's.
 */

import { inspect } from 'node:util'
import type { Kernel } from '../instrument/kernel.ts'
import { promiseThen, weakSetAdd, weakSetHas } from '../instrument/patch/originals.ts'
import type { Handler } from '../instrument/plan/compile-handler.ts'
import { GrowingHandler } from '../instrument/plan/compile-handler.ts'
import type { InstrumentationPlan, Subscription } from '../instrument/plan/plan.ts'

const { queueMicrotask: queue } = globalThis

export type PromiseState = 'pending' | 'fulfilled' | 'rejected'

const look = {
  depth: 0,
  customInspect: false,
  maxArrayLength: 0,
  maxStringLength: 0,
  breakLength: Infinity,
  compact: true,
}

/** Behind the name of the class; on a line of its own from Node 24 on, where what follows has several. */
const unfulfilled = /^[^{]*\{\s*<(pending|rejected)>/

/** The state of a native promise, without a reaction on it. */
export function promiseState(promise: Promise<unknown>): PromiseState {
  const found = unfulfilled.exec(inspect(promise, look))
  return found === null ? 'fulfilled' : (found[1] as PromiseState)
}

export class PromiseWatch {
  readonly #kernel: Kernel
  #handle: Handler | undefined
  #fulfilled: Handler | undefined
  #rejected: Handler | undefined
  /** Promises that watching made: watching these would make others, without end. */
  readonly #ours = new WeakSet<object>()
  #stop: Function | undefined

  constructor(kernel: Kernel, plan: InstrumentationPlan) {
    this.#kernel = kernel
    const handle = (
      kind: 'handle' | 'settle',
      moment: 'before' | 'fulfilled' | 'rejected',
      list: readonly Subscription[],
      put: (run: Handler) => void,
    ): void => {
      if (list.length === 0) return
      const wanted = list.map((subscription) => ({ subscription, kind, only: undefined }))
      // At once, also for specs that sleep: what the hooks must see is decided when they start.
      new GrowingHandler(kernel, `a promise (${kind})`, moment, put).add(wanted)
    }
    const hears = (moment: 'fulfilled' | 'rejected') =>
      plan.settles.filter((one) => one.moment === moment || one.moment === 'settled')
    handle('handle', 'before', plan.handles, (run) => (this.#handle = run))
    handle('settle', 'fulfilled', hears('fulfilled'), (run) => (this.#fulfilled = run))
    handle('settle', 'rejected', hears('rejected'), (run) => (this.#rejected = run))
  }

  start(): void {
    const watchesSettling = this.#fulfilled !== undefined || this.#rejected !== undefined
    // Loaded only here: it brings Node's streams along, a tenth of what starting costs.
    const { promiseHooks } = process.getBuiltinModule('node:v8')
    this.#stop = promiseHooks.createHook({
      ...(this.#handle === undefined ? {} : { init: (_, parent) => this.#initialised(parent) }),
      ...(watchesSettling ? { settled: (promise) => this.#resolved(promise) } : {}),
    })
  }

  stop(): void {
    this.#stop?.()
  }

  #initialised(parent: Promise<unknown> | undefined): void {
    if (parent === undefined || this.#kernel.busy) return
    this.#signal(this.#handle!, parent, undefined)
  }

  #resolved(promise: Promise<unknown>): void {
    if (this.#kernel.busy || weakSetHas(this.#ours, promise)) return
    queue(() => {
      if (this.#kernel.busy) return
      const state = promiseState(promise)
      if (state === 'rejected' && this.#rejected !== undefined) this.#signal(this.#rejected, promise, undefined)
      if (state === 'fulfilled' && this.#fulfilled !== undefined) {
        this.#quietly(() => {
          const ours = promiseThen(promise, (value) => this.#signal(this.#fulfilled!, promise, value))
          weakSetAdd(this.#ours, ours)
        })
      }
    })
  }

  #quietly(run: () => void): void {
    this.#kernel.busy = true
    try {
      run()
    } finally {
      this.#kernel.busy = false
    }
  }

  #signal(handler: Handler, promise: Promise<unknown>, outcome: unknown): void {
    try {
      handler(0, promise, undefined, undefined, undefined, undefined, undefined, outcome, promise)
    } catch {
      // An error to be thrown into the program has no call to be thrown into.
    }
  }
}
