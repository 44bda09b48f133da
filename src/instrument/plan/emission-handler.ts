/**
 * The handler of a function that emits, with one of its own for each name of an event. `emit` serves every emitter of a
 * process and dozens of specs, of which each name concerns a few. One function for all names was compiled anew with each
 * spec that saw its first emission, ran through the tests of all of them at every one, and V8 optimized it as a whole.
 */

import type { Moment } from '../../spec/pointcut.ts'
import type { Kernel } from '../kernel.ts'
import { addToList, mapGet, mapSet } from '../patch/originals.ts'
import { both, GrowingHandler, type Handler, MarkedSpecs, type Wanted } from './compile-handler.ts'

export class EmissionHandler {
  readonly #grow: (put: (run: Handler) => void) => GrowingHandler
  /** For those who name the events that they hear of, by name. */
  readonly #named = new Map<string, GrowingHandler>()
  readonly #runs = new Map<unknown, Handler>()
  /** For those who do not. */
  readonly #unnamed: GrowingHandler

  constructor(kernel: Kernel, name: string, moment: Moment, put: (run: Handler) => void) {
    this.#grow = (putPart) => new GrowingHandler(kernel, name, moment, putPart)
    this.#unnamed = this.#grow((run) => put(both(run, this.#dispatch)))
    put(this.#dispatch)
  }

  /** All that a spec hears of one call goes into one handler, which keeps its events in order. */
  add(wanted: readonly Wanted[]): void {
    const unnaming = new MarkedSpecs()
    for (let i = 0; i < wanted.length; i += 1)
      if (namesOf(wanted[i]!) === undefined) unnaming.mark(wanted[i]!.subscription.specIndex)
    const unnamed: Wanted[] = []
    const named = new Map<string, Wanted[]>()
    for (let i = 0; i < wanted.length; i += 1) {
      const one = wanted[i]!
      const names = unnaming.has(one.subscription.specIndex) ? undefined : namesOf(one)
      if (names === undefined) unnamed[unnamed.length] = one
      else for (let j = 0; j < names.length; j += 1) if (isFirst(names, j)) addToList(named, names[j]!, one)
    }
    if (unnamed.length > 0) this.#unnamed.add(unnamed)
    for (const [name, some] of named) this.#handlerOf(name).add(some)
  }

  readonly #dispatch: Handler = (place, receiver, a0, a1, a2, a3, args, outcome, promise) => {
    const run = mapGet(this.#runs, a0) as Handler | undefined
    if (run !== undefined) run(place, receiver, a0, a1, a2, a3, args, outcome, promise)
  }

  #handlerOf(name: string): GrowingHandler {
    let handler = mapGet(this.#named, name) as GrowingHandler | undefined
    if (handler === undefined) {
      handler = this.#grow((run) => mapSet(this.#runs, name, run))
      mapSet(this.#named, name, handler)
    }
    return handler
  }
}

function isFirst(names: readonly string[], at: number): boolean {
  for (let i = 0; i < at; i += 1) if (names[i] === names[at]) return false
  return true
}

/** Names of the emitted events that it hears of; undefined for all, and for what is no emission. */
function namesOf({ kind, subscription }: Wanted): readonly string[] | undefined {
  return kind === 'emit' ? subscription.keys : undefined
}
