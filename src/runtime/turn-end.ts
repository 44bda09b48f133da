/**
 * The end of the current turn of the event loop, for specs that judge then: when its ticks and microtasks are done, before
 * any timer, callback or immediate of another turn. Nothing in Node says when that is; but ticks queued by a tick run in
 * the same turn, after all microtasks that are due, so a few rounds of ticks outlast everything but a program that
 * alternates ticks and promises for longer than that. Such a turn is taken to end early, which can miss a violation and
 * never makes one.
 *
 * Rejected: an immediate, which comes after the timers of the next turn.
 */

import { weakSetAdd, weakSetHas } from '../instrument/patch/originals.ts'
import { readData } from '../spec/expression/read-data.ts'

const { nextTick } = process
const rounds = 8
/** The functions that are ticks of ours. */
const own = new WeakSet<object>()

/** Whether what Node tells hooks of is a tick of ours. It may be anything of the program's, which is not to be asked. */
export function isOwnTick(resource: unknown): boolean {
  const callback = readData(resource, 'callback')
  return typeof callback === 'function' && weakSetHas(own, callback)
}

let onTick: (() => void) | undefined

/** Calls the listener within each tick of ours from here on. */
export function whenTicking(listener: () => void): void {
  onTick = listener
}

export class TurnEnd {
  #waiting = false
  #left = 0
  readonly #signal: () => void

  constructor(signal: () => void) {
    this.#signal = signal
    weakSetAdd(own, this.#round)
  }

  /** Something happened in this turn that its end may decide on. */
  await(): void {
    if (this.#waiting) return
    this.#waiting = true
    this.#left = rounds
    nextTick(this.#round)
  }

  /** One function for all rounds: there are nine in each turn. */
  readonly #round = (): void => {
    onTick?.()
    if (this.#left > 0) {
      this.#left -= 1
      nextTick(this.#round)
      return
    }
    // The signal is an event too, and must not ask for another end.
    this.#signal()
    this.#waiting = false
  }
}
