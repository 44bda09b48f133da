/**
 * Seeded random numbers for agents: the same seed gives the same choices, in every process and on every platform.
 *
 * Source: the 32-bit finalizer of Steele, Lea & Flood's SplitMix (2014) over a Weyl sequence. One word of state, so that an
 * agent at each place costs nothing; its quality is far beyond what a coin for a monitor needs. Math.random cannot be seeded,
 * and belongs to the program.
 */

/** Asked for when the first random number is wanted: most places never want one, and naming them takes time. */
export type Seed = () => number

export class Random {
  readonly #seed: Seed
  #state: number | undefined = undefined

  constructor(seed: Seed) {
    this.#seed = seed
  }

  /** Uniform in [0, 1). */
  next(): number {
    const state = ((this.#state ?? this.#seed()) + 0x9e3779b9) | 0
    this.#state = state
    return mix(state) / 0x1_0000_0000
  }

  /** Uniform among the whole numbers from 0 to below `n`. */
  below(n: number): number {
    return Math.floor(this.next() * n)
  }
}

/** A seed for each name, from the seed of the run. */
export function seedFor(seed: number, name: string): number {
  let hash = mix(seed | 0)
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return mix(hash)
}

function mix(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}
