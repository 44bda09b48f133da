/**
 * Violations that a test provokes on purpose: inside `assert.throws` and its like a broken rule is what is tested. Events
 * still reach the monitors, so their states stay right; reports made meanwhile are only counted.
 */

import type { Kernel } from '../instrument/kernel.ts'

export class IntendedViolations {
  /** Reports that were not made. */
  count = 0
  #depth = 0
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  get active(): boolean {
    return this.#depth > 0
  }

  enter(): void {
    this.#depth += 1
  }

  leave(): void {
    if (this.#depth === 0) this.#kernel.fault('intended violations', new Error('left more often than entered'))
    else this.#depth -= 1
  }
}
