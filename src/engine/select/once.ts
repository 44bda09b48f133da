/**
 * For a place whose objects are known to have one and the same trace (`evolve/idempotent-functions.ts`): monitors are
 * created until the trace of one has ended, and no more after that. Monitors that exist by then go on, so that none is cut short.
 */

import type { Agent } from './agent.ts'

export class Once implements Agent {
  readonly foreseen = false
  #ended = false

  decide(): boolean {
    return !this.#ended
  }

  learn(): void {
    this.#ended = true
  }

  get converged(): 'skip' | undefined {
    return this.#ended ? 'skip' : undefined
  }

  get final(): boolean {
    return this.#ended
  }

  get patience(): number {
    return this.#ended ? Infinity : 0
  }

  knows(): boolean {
    return true
  }

  decline(): void {}

  foretell(): void {}
}

/** For all other places, where nothing is to be selected. */
export const everyMonitor: Agent = {
  decide: () => true,
  foreseen: false,
  learn: () => {},
  foretell: () => {},
  converged: 'create',
  final: true,
  patience: 0,
  knows: () => true,
  decline: () => {},
}
