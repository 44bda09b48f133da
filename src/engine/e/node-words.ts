/**
 * Algorithm E's instances of one parameter as words (`d/slots.ts`): the node of the trace store, which says all there is to
 * know of an instance, also where it was created. HOT. For the same specs as algorithm D's (`d/words.ts`), and for
 * properties without a table besides.
 *
 * An instance becomes a slot when its node's number is too large, when a report names it, and for long runs, whose
 * repetitions are counted beside the store (`node-stepping.ts`).
 */

import type { Domain } from '../d/plan.ts'
import { allotWords, Slot, unowned, type Word, type WordOwner } from '../d/slots.ts'
import { knownBits, knownMask, lastKnown } from '../trace/node-layout.ts'
import { type Node, rank, ranked, root, type TraceStore } from '../trace/trace-store.ts'

/** The node of a word. */
export function nodeOf(word: Word): Node {
  return ranked(word & knownMask)
}

export class NodeWords implements WordOwner {
  readonly key: number
  readonly domain: Domain
  readonly #since: number
  readonly #store: TraceStore
  /** What all words have above the rank; `unowned` while there are none, and when ranges have run out. */
  prefix = unowned
  #hasAsked = false

  constructor(key: number, domain: Domain, since: number, store: TraceStore) {
    this.key = key
    this.domain = domain
    this.#since = since
    this.#store = store
  }

  /** The word of an instance at a node, or `unowned`. */
  pack(node: Node): Word {
    if (this.prefix === unowned && !this.#allot()) return unowned
    return node < 0 || node > lastKnown ? unowned : (this.prefix << knownBits) | rank(node)
  }

  #allot(): boolean {
    if (!this.#hasAsked) this.prefix = allotWords(this, knownBits)
    this.#hasAsked = true
    return this.prefix !== unowned
  }

  unpack(word: Word): Slot {
    const node = nodeOf(word)
    const slot = new Slot(this.key, null)
    slot.time = this.#since
    slot.domain = this.domain
    slot.state = node
    slot.site = this.#creationSiteOf(node)
    return slot
  }

  #creationSiteOf(node: Node): number {
    let at = node
    for (let parent = this.#store.parent(at); parent !== root; parent = this.#store.parent(at)) at = parent
    return this.#store.site(at)
  }
}
