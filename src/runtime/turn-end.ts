/**
 * The end of the current macrotask, for specs that judge then. An immediate that does not keep the process alive: when it
 * runs, all microtasks and ticks of the turn in which it was asked for are done.
 */

const { setImmediate: defer } = globalThis

export class TurnEnd {
  #waiting = false
  readonly #signal: () => void

  constructor(signal: () => void) {
    this.#signal = signal
  }

  /** Something happened in this turn that its end may decide on. */
  await(): void {
    if (this.#waiting) return
    this.#waiting = true
    defer(() => {
      this.#waiting = false
      this.#signal()
    }).unref()
  }
}
