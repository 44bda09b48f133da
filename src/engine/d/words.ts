/**
 * Instances of one parameter as words (`slots.ts`): the state in the lower bits, above it which of the spec's creation sites
 * made it. HOT. For specs whose instances are nothing else: one domain of one object parameter, no groups, no values to
 * keep. No event of theirs is without parameters, so there is one trace only and no word is ever void.
 *
 * When ranges of words have run out, or a spec has too many sites, slots take over.
 */

import type { Site } from '../monitoring.ts'
import type { Domain } from './plan.ts'
import { allotWords, OwnMap, Slot, unowned, type Word, type WordOwner } from './slots.ts'

const siteBits = 10
const stateBitsLimit = 10

const bitsFor = (rows: Int32Array): number => 32 - Math.clz32(rows.length - 1)

/** Whether the states of a domain fit into words. */
export const fitsWords = ({ rows }: Domain): boolean => rows !== null && bitsFor(rows) <= stateBitsLimit

export class Words implements WordOwner {
  readonly key: number
  readonly #domain: Domain
  /** When the trace began: instances of one domain need no times to be told apart. */
  readonly #since: number
  readonly #stateBits: number
  readonly stateMask: number
  /** What is below the prefix of a word. */
  readonly bits: number
  /** What all words have above their `bits`; `unowned` while there are none. */
  prefix = unowned
  /** Creation sites by index, and back. */
  readonly #sites: Site[] = []
  readonly #indexes = new OwnMap<Site, number>()
  /** The last site that was asked for, and the word of its instances in state 0. */
  #lastSite: Site = -1
  #lastWord: Word = unowned

  constructor(key: number, domain: Domain, since: number) {
    this.key = key
    this.#domain = domain
    this.#since = since
    this.#stateBits = bitsFor(domain.rows!)
    this.stateMask = (1 << this.#stateBits) - 1
    this.bits = this.#stateBits + siteBits
  }

  /** The word of an instance that was created at a site, or `unowned`. */
  pack(site: Site, state: number): Word {
    if (site !== this.#lastSite) this.#lastWord = this.#firstWordOf((this.#lastSite = site))
    return this.#lastWord === unowned ? unowned : this.#lastWord | state
  }

  #firstWordOf(site: Site): Word {
    let index = this.#indexes.get(site)
    if (index === undefined) {
      index = this.#sites.length
      if (index === 0) this.prefix = allotWords(this, this.bits)
      if (index === 1 << siteBits || this.prefix === unowned) return unowned
      this.#sites[index] = site
      this.#indexes.set(site, index)
    }
    return (this.prefix << this.bits) | (index << this.#stateBits)
  }

  unpack(word: Word): Slot {
    const slot = new Slot(this.key, null)
    slot.time = this.#since
    slot.domain = this.#domain
    slot.state = word & this.stateMask
    slot.site = this.#sites[(word >>> this.#stateBits) & ((1 << siteBits) - 1)]!
    return slot
  }
}
