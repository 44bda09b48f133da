/** The counts of one spec's monitoring. The trace under way has its own number of live monitors; the rest only grows. */

import type { Statistics } from '../monitoring.ts'

export class Tally {
  readonly counts: Statistics = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 }
  /** Monitors defined and collected in earlier traces. */
  #definedBefore = 0
  #collectedBefore = 0

  constructor(timed: boolean) {
    if (timed) this.counts.time = { indexing: 0, stepping: 0, authored: 0 }
  }

  /** Whether there were monitors in this trace. */
  get any(): boolean {
    return this.counts.monitors > this.#definedBefore
  }

  collect(monitors: number): void {
    this.#notePeak()
    this.counts.collected += monitors
  }

  endTrace(): void {
    this.#notePeak()
    this.#definedBefore = this.counts.monitors
    this.#collectedBefore = this.counts.collected
  }

  statistics(): Statistics {
    this.#notePeak()
    return { ...this.counts, live: this.#live() }
  }

  #live(): number {
    const { monitors, collected } = this.counts
    return monitors - this.#definedBefore - (collected - this.#collectedBefore)
  }

  /** Before the number of live monitors falls, and when somebody asks: creations do not count it. */
  #notePeak(): void {
    const live = this.#live()
    if (live > this.counts.peak) this.counts.peak = live
  }
}
