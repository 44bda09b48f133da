/**
 * The end of the current turn of the event loop, for specs that judge then: when its ticks and microtasks are done, before
 * any timer, callback or immediate of another turn. Nothing in Node says when that is; but ticks queued by a tick run in
 * the same turn, after all microtasks that are due, so a few rounds of ticks outlast everything but a program that
 * alternates ticks and promises for longer than that. Such a turn is taken to end early, which can miss a violation and
 * never makes one.
 *
 * Rejected: an immediate, which comes after the timers of the next turn.
 */

const { nextTick } = process
const rounds = 8

export class TurnEnd {
  #waiting = false
  #left = 0
  readonly #signal: () => void

  constructor(signal: () => void) {
    this.#signal = signal
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
