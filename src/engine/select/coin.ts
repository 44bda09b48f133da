/** The baseline that learns nothing: each monitor is created with the same probability (the paper's RS). */

import type { Agent } from './agent.ts'
import { Random, type Seed } from './random.ts'

export class Coin implements Agent {
  readonly converged = undefined
  readonly final = true
  readonly foreseen = false
  readonly patience = 0
  readonly #probability: number
  readonly #random: Random

  constructor(probability: number, seed: Seed) {
    this.#probability = probability
    this.#random = new Random(seed)
  }

  decide(): boolean {
    return this.#random.next() < this.#probability
  }

  learn(): void {}

  foretell(): void {}

  knows(): boolean {
    return true
  }

  decline(): void {}
}
