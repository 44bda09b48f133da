/**
 * Valg's agent: a two-armed bandit with the arms create and ncreate (here: skip).
 *
 * Source: Kim, Dutta & Legunsen, "Faster Runtime Verification during Testing via Feedback-Guided Selective Monitoring",
 * Algorithm 1 and equations 1 to 6. The value of an arm after a reward R is
 *
 *     Q ← Q + α (R − Q)        exponential recency-weighted average
 *     Q ← Q + (R − Q) / n      sample average, after n rewards of the arm
 *
 * R(create) is 0 for a trace that was seen before and 1 for another; R(skip) is the share of duplicates among all traces
 * that were observed at the place. The greater value wins but for a random choice with probability ε, and the agent
 * converges when the values are 1 apart.
 *
 * Where paper and published code differ, or are silent:
 *
 * - Convergence is |1 − |Q(create) − Q(skip)|| < δ, as the prose and the code have it; Algorithm 1 prints |Qc − Qn| < δ,
 *   which would freeze a place of duplicates at create after seven steps. δ is the paper's 1e-5 (the code has 1e-4).
 * - Equal values mean create. A share of 0/0 is no feedback, and without any feedback the agent creates.
 * - The paper rewards a creation at the next decision, whatever its trace is by then; here `learn` is called when it ended.
 *
 * Known behaviour with the defaults: a place where all traces are unique converges to create after 6 rewards; one where
 * all are alike reaches a share of 1 − δ, and with it convergence, after 1 / δ = 100,000 creations, which exploration alone
 * makes: about 2 million decisions.
 */

import type { Agent, Seen } from './agent.ts'
import { Random, type Seed } from './random.ts'

export interface BanditOptions {
  /** The learning rate; null for the sample average. */
  readonly alpha: number | null
  /** The probability of a random choice. */
  readonly epsilon: number
  /** The threshold of convergence. */
  readonly delta: number
  /** Initial values of the arms. */
  readonly create: number
  readonly skip: number
}

export const paperOptions: BanditOptions = { alpha: 0.9, epsilon: 0.1, delta: 1e-5, create: 5, skip: 0 }

export class Bandit implements Agent {
  readonly #options: BanditOptions
  readonly #random: Random
  /** The values of the arms, and how many rewards made them. */
  #create: number
  #skip: number
  #creates = 0
  #skips = 0
  #observed = 0
  #duplicates = 0
  #skippedLast = false
  converged: 'create' | 'skip' | undefined = undefined
  readonly foreseen = false

  get final(): boolean {
    return this.converged !== undefined
  }

  constructor(options: BanditOptions, seed: Seed) {
    this.#options = options
    this.#random = new Random(seed)
    this.#create = options.create
    this.#skip = options.skip
  }

  /** Q(create) and Q(skip). */
  get values(): readonly [create: number, skip: number] {
    return [this.#create, this.#skip]
  }

  decide(): boolean {
    if (this.converged !== undefined) return this.converged === 'create'
    if (this.#observed === 0) return true
    if (this.#skippedLast) {
      this.#skips++
      this.#skip += this.#weight(this.#skips) * (this.#duplicates / this.#observed - this.#skip)
    }
    const greedy = this.#create >= this.#skip
    if (Math.abs(1 - Math.abs(this.#create - this.#skip)) < this.#options.delta)
      this.converged = greedy ? 'create' : 'skip'
    const chosen = this.#random.next() < this.#options.epsilon ? this.#random.next() < 0.5 : greedy
    this.#skippedLast = !chosen
    return chosen
  }

  get patience(): number {
    return this.converged === 'skip' ? Infinity : 0
  }

  knows(): boolean {
    return true
  }

  decline(): void {}

  foretell(): void {}

  learn(seen: Seen): void {
    if (this.converged !== undefined) return
    this.#observed++
    if (seen > 0) this.#duplicates++
    this.#creates++
    this.#create += this.#weight(this.#creates) * ((seen > 0 ? 0 : 1) - this.#create)
  }

  #weight(rewards: number): number {
    return this.#options.alpha ?? 1 / rewards
  }
}
