/**
 * The agent of `--sample valg`: monitors while there is something to discover. (First form.)
 */

import type { Agent, Seen } from './agent.ts'
import { Random } from './random.ts'

export interface DiscoveryOptions {
  readonly first: number
  readonly perTest: number
  readonly growth: number
  readonly longest: number
}

export const discoveryOptions: DiscoveryOptions = { first: 16, perTest: 4, growth: 1.5, longest: 1000 }

export class Discovery implements Agent {
  readonly #options: DiscoveryOptions
  readonly #random: Random
  #budget: number
  #gap = 0
  #wait = 0
  #test = 0

  constructor(options: DiscoveryOptions, seed: number) {
    this.#options = options
    this.#random = new Random(seed)
    this.#budget = options.first
  }

  get converged(): undefined {
    return undefined
  }

  decide(test: number): boolean {
    if (test !== this.#test) {
      this.#test = test
      this.#budget = Math.max(this.#budget, this.#options.perTest)
    }
    if (this.#budget > 0) {
      this.#budget--
      return true
    }
    if (this.#wait > 0) {
      this.#wait--
      return false
    }
    this.#wait = Math.floor(this.#gap * 2 * this.#random.next())
    return true
  }

  learn(seen: Seen): void {
    if (seen === 0) {
      this.#gap = 0
      this.#wait = 0
    } else this.#gap = Math.min(this.#options.longest, this.#gap * this.#options.growth + 0.25)
  }
}
