/**
 * The agent of `--sample valg`: it monitors as long as there is something to discover at its place.
 *
 * How likely is the next trace one that was never seen? Good (1953) and Turing: as likely as the share, among the traces seen
 * so far, of those seen exactly once. Three things follow from it.
 *
 * 1. While that share is `rate` or more, every monitor is created. A place of ever different traces stays there.
 * 2. Below it, the agent looks again at growing distances: each duplicate that it finds makes the gap to the next look
 *    `growth` times as long, up to `longest`; a trace that was never seen makes it start over, at once where it is under way
 *    and has left every known path: a test may make hundreds of such, all of which end with it. Gaps are drawn at random
 *    around their mean, so that no period of the program can hide from them. A place that only repeats itself costs
 *    O(log n) monitors up to the longest gap. Of the duplicates whose monitors were created between two changes of the gap
 *    only the first counts: many may end at once, with their test, and the gap would be long before the next was looked at.
 * 3. What is known beforehand splits a place: a loop over a collection of a size that was met fewer than `perContext` times
 *    is looked at in any case. (Loops are most of what is created, and a loop over four elements leaves another
 *    trace than one over three.) That such a trace was never seen was to be expected: it does not count in 1 and 2, which
 *    are about what sizes do not tell.
 *
 * Its first `first` monitors are created without a question, so that it does not judge by less.
 *
 * Against Valg's bandit on the events of eleven programs (`docs/selection.md` has the commands): 99.7 % of unique traces kept
 * instead of 93.2 % on average and 98.9 % instead of 89.0 % in total, with 1.8 % instead of 6.7 % of the redundant monitors.
 * Where foreseen traces counted in 1 and 2 it had 1.7 points more of these and kept 0.8 points more in total (sixteen other
 * programs). Why not a bandit:
 * its reward for skipping is the share of duplicates so far, which says nothing about what is skipped, and its values need
 * two million decisions to settle.
 *
 * Without sizes 6 to 7 points of the unique traces are lost (an earlier form of this agent, those sixteen programs). Left out: looking
 * anew at the beginning of each test. With four monitors a test it took twenty times the monitors on a suite of many
 * small tests; whether it keeps more was not measured apart from specs that count turns.
 */

import { OwnMap } from '../d/slots.ts'
import type { Agent, Seen } from './agent.ts'
import { Random, type Seed } from './random.ts'

export interface DiscoveryOptions {
  readonly first: number
  readonly perContext: number
  readonly rate: number
  readonly growth: number
  readonly longest: number
}

export const discoveryOptions: DiscoveryOptions = { first: 8, perContext: 2, rate: 0.05, growth: 2, longest: 1000 }

/** The mean gap after the first look that finds a duplicate. */
const shortest = 0.25

/** An agent that skips more than this many monitors for each that it looks at counts as converged. */
const convergedGap = 100

/** Contexts that a place tells apart: small ones in a table, a number of others in a map. */
const smallContexts = 64
const mostContexts = 1024

export class Discovery implements Agent {
  readonly final = false
  foreseen = false
  readonly #options: DiscoveryOptions
  readonly #random: Random
  /** Monitors that are yet to be created without a question. */
  #first: number
  /** Traces that have ended and were not foreseen, and those of them that did so alone. */
  #traces = 0
  #singles = 0
  /** The mean gap between two looks, and what is left of the one under way. */
  #gap = 0
  #left = 0
  /** Whether it has looked since the gap became what it is. */
  #looked = false
  /** How often each context was looked at. */
  #small: Uint8Array | undefined = undefined
  #others: OwnMap<number, number> | undefined = undefined
  #contexts = 0

  constructor(options: DiscoveryOptions, seed: Seed) {
    this.#options = options
    this.#random = new Random(seed)
    this.#first = options.first
  }

  get converged(): 'create' | 'skip' | undefined {
    if (this.#gap >= convergedGap) return 'skip'
    return this.#first === 0 && this.#traces >= this.#options.first && this.#isRich() ? 'create' : undefined
  }

  decide(context: number): boolean {
    this.foreseen = context !== 0 && this.#isNews(context)
    if (this.foreseen) {
      if (this.#first > 0) this.#first--
      return true
    }
    if (this.#first > 0) {
      this.#first--
      return true
    }
    if (this.#left > 0) {
      this.#left--
      return false
    }
    if (this.#isRich()) return true
    this.#looked = true
    this.#left = Math.floor(2 * this.#gap * this.#random.next())
    return true
  }

  get patience(): number {
    return this.#first > 0 ? 0 : this.#left
  }

  knows(context: number): boolean {
    if (context === 0) return true
    if (context >= smallContexts) return this.#others !== undefined && this.#isOften(this.#others.get(context))
    return this.#small !== undefined && this.#isOften(this.#small[context])
  }

  decline(monitors: number): void {
    this.#left -= monitors
  }

  foretell(): void {
    this.#gap = 0
    this.#left = 0
    this.#looked = false
  }

  learn(seen: Seen): void {
    this.#traces++
    if (seen === 0) {
      this.#singles++
      this.foretell()
      return
    }
    // The first of its kind may have been foreseen.
    if (seen === 1 && this.#singles > 0) this.#singles--
    if (!this.#looked) return
    this.#looked = false
    this.#gap = Math.min(this.#options.longest, Math.max(shortest, this.#gap * this.#options.growth))
  }

  #isOften(looks: number | undefined): boolean {
    return looks !== undefined && looks >= this.#options.perContext
  }

  /** Whether what was found promises more. Without feedback it does. */
  #isRich(): boolean {
    return this.#traces === 0 || this.#singles >= this.#options.rate * this.#traces
  }

  /** Whether a context was looked at too rarely; it counts as looked at then. */
  #isNews(context: number): boolean {
    if (context >= smallContexts) return this.#isOtherNews(context)
    const looks = (this.#small ??= new Uint8Array(smallContexts))
    if (looks[context]! >= this.#options.perContext) return false
    looks[context]!++
    return true
  }

  #isOtherNews(context: number): boolean {
    const looks = (this.#others ??= new OwnMap())
    const known = looks.get(context) ?? 0
    if (known >= this.#options.perContext || (known === 0 && this.#contexts === mostContexts)) return false
    if (known === 0) this.#contexts++
    looks.set(context, known + 1)
    return true
  }
}
