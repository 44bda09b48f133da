/**
 * The explicit traces of one spec: a trie whose nodes are prefixes of slices, in typed arrays. HOT: `advance` runs at every
 * step of every monitor whose trace is kept.
 *
 * Source: the trace store of TraceMOP and LazyMOP (Guan, d'Amorim & Legunsen 2025, §3.1, Algorithm 3). An event and the
 * place where it happened are one integer, the *key*, turned back only when someone reads a trace. An instance is at the
 * node of its slice; a node counts the instances that are there, dead ones included, since nothing tells a slice that has
 * ended from one that goes on. So a count does not depend on when garbage is collected.
 *
 * Runs. A node is (parent, key, times): the same event at the same place, `times` times in a row, after the parent's
 * prefix. A run that goes on leads to the node with the same parent and one more, so equal slices are one node and the
 * length is part of the identity. The first `kept` lengths of a run stay, since the next instance is likely to pass
 * through them; beyond that a node that its last instance leaves, and that no trace goes on from, becomes the longer run
 * itself. A loop of a million turns at one place takes `kept` nodes and one more.
 *
 * Cost: a step that some instance took before costs three loads by the cache of last successors, else one probe of an
 * open-addressed table over (parent, key, block of times). 29 bytes a node and 4 a table entry; arrays grow by half, the
 * table doubles at a load of 0.7: 35 to 55 bytes a node in all, none of them the garbage collector's business. Rejected
 * (prototype, 1.2M nodes): a Map per node, 33 ns a step, 220 bytes a node, a full collection takes 1.2 s against 8 ms.
 *
 * Bound: past `limit` nodes a step to a node that is not there gives `cut`; the trace ends where it is and `cuts` counts it.
 *
 * In this file: no closures, iterators or array methods on the way of an event; nothing that user code may have patched.
 */

import type { Site, TraceStep } from '../monitoring.ts'

/** A prefix of a slice. The root is the empty one. */
export type Node = number

/** Where every slice begins. */
export const root: Node = 0

/** Instead of a node: the store is full. */
export const cut: Node = -1

/** `states` of a node that nobody has judged. */
export const unjudged = -1

/** Lengths of a run that stay, which is also how many lengths share a place in the table. */
const kept = 16
const blockBits = 4

/** Bits of `marks`: a report was made at the prefix or before it; a test is known to have ended there, so it must stay. */
const reportedBit = 1
const pinnedBit = 2

export interface StoreOptions {
  /** The most nodes. Default ten million, half a gigabyte. */
  readonly limit?: number
}

export class TraceStore {
  // Of keys. Key 0 is that of the root and of free nodes.
  #keyCount = 1
  #keySlots = new Int32Array(64)
  #keyEvents = new Int32Array(32)
  #keySites = new Int32Array(32)

  // Of nodes; public for algorithm E, which reads them at every event.
  readonly #limit: number
  #nodeCount = 1
  #firstFree: Node = 0
  #freeCount = 0
  #slots = new Int32Array(256)
  #slotMask = 255
  #parents = new Int32Array(128)
  #times = new Int32Array(128)
  #marks = new Uint8Array(128)
  #stamps = new Int32Array(128)
  /** By node, the key of its last step. */
  keys = new Int32Array(128)
  /** By node, the instances that are there. */
  counts = new Int32Array(128)
  /** By node, the successor that was last gone to; 0: none. Never a node that may go away. */
  last = new Int32Array(128)
  /** By node, whatever who judges prefixes wants to know of it; `unjudged` when the node is born. */
  states = new Int32Array(128).fill(unjudged)
  /** Instances whose trace was cut, or that came into being with the slice of such a one. */
  cuts = 0

  // Of tests. The current one is 0 outside of tests.
  #test = 0
  /** Pairs of a node that instances came to during the current test, and how many were there before. */
  #touched: number[] = []
  /** Pairs of a node and a test that left instances there. */
  #produced: number[] = []

  constructor({ limit = 10_000_000 }: StoreOptions = {}) {
    this.#limit = limit
  }

  /** Nodes that there are, the root included. */
  get size(): number {
    return this.#nodeCount - this.#freeCount
  }

  /** Bytes taken by the arrays of nodes. */
  get bytes(): number {
    return this.#slots.byteLength + this.#parents.byteLength * 7 + this.#marks.byteLength
  }

  /** The number of an event at a place. */
  key(event: number, site: Site): number {
    const slots = this.#keySlots
    const mask = slots.length - 1
    let at = (Math.imul(site, 0x2545f491) + Math.imul(event, 0x9e3779b1)) & mask
    for (;;) {
      const key = slots[at]!
      if (key === 0) return this.#addKey(event, site, at)
      if (this.#keySites[key] === site && this.#keyEvents[key] === event) return key
      at = (at + 1) & mask
    }
  }

  #addKey(event: number, site: Site, at: number): number {
    const key = this.#keyCount++
    if (key === this.#keySites.length) {
      this.#keySites = grown(this.#keySites, key * 2)
      this.#keyEvents = grown(this.#keyEvents, key * 2)
    }
    this.#keySites[key] = site
    this.#keyEvents[key] = event
    this.#keySlots[at] = key
    if (this.#keyCount * 2 > this.#keySlots.length) this.#rebuildKeys()
    return key
  }

  #rebuildKeys(): void {
    const slots = new Int32Array(this.#keySlots.length * 2)
    const mask = slots.length - 1
    for (let key = 1; key < this.#keyCount; key++) {
      let at = (Math.imul(this.#keySites[key]!, 0x2545f491) + Math.imul(this.#keyEvents[key]!, 0x9e3779b1)) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = key
    }
    this.#keySlots = slots
  }

  /** `n` instances come into being at a node: at the root, or with the slice of another instance. */
  enter(node: Node, n: number): void {
    if (node < 0) this.cuts += n
    else this.counts[node] = this.counts[node]! + n
  }

  /** Where `n` instances at a node are after a key. A node whose run grows keeps its number: read its state before. */
  advance(from: Node, key: number, n: number): Node {
    if (from < 0) return cut
    const next = this.last[from]!
    if (this.keys[next] !== key) return this.#advanceFurther(from, key, n)
    const { counts } = this
    counts[from] = counts[from]! - n
    if (this.#stamps[next] !== this.#test) this.#touch(next)
    counts[next] = counts[next]! + n
    return next
  }

  #advanceFurther(from: Node, key: number, n: number): Node {
    if (this.keys[from] === key) return this.#continueRun(from, key, n)
    const found = this.#find(from, key, 1)
    const to = found === 0 ? this.#add(from, from, key, 1) : found
    if (to === cut) return this.#cut(n)
    this.last[from] = to
    this.#move(from, to, n)
    return to
  }

  #continueRun(from: Node, key: number, n: number): Node {
    const parent = this.#parents[from]!
    const times = this.#times[from]! + 1
    const found = this.#find(parent, key, times)
    const leaves =
      times > kept + 1 && this.counts[from] === n && this.last[from] === 0 && (this.#marks[from]! & pinnedBit) === 0
    if (found === 0 && leaves) {
      this.#growRun(from, times)
      return from
    }
    const to = found === 0 ? this.#add(from, parent, key, times) : found
    if (to === cut) return this.#cut(n)
    if (times <= kept) this.last[from] = to
    this.#move(from, to, n)
    if (leaves) this.#release(from)
    return to
  }

  #growRun(node: Node, times: number): void {
    const moves = times >>> blockBits !== (times - 1) >>> blockBits
    if (moves) this.#removeSlot(node)
    this.#times[node] = times
    if (moves) this.#insertSlot(node)
    this.states[node] = unjudged
    if (this.#stamps[node] === this.#test) return
    // As this prefix the node is new: nobody was here before.
    this.#stamps[node] = this.#test
    if (this.#test !== 0) this.#pushTouched(node, 0)
  }

  #move(from: Node, to: Node, n: number): void {
    const { counts } = this
    counts[from] = counts[from]! - n
    if (this.#stamps[to] !== this.#test) this.#touch(to)
    counts[to] = counts[to]! + n
  }

  #cut(n: number): Node {
    this.cuts += n
    return cut
  }

  #hash(parent: Node, key: number, times: number): number {
    let x = Math.imul(parent, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b) ^ Math.imul(times >>> blockBits, 0xc2b2ae35)
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
    return (x ^ (x >>> 13)) & this.#slotMask
  }

  #find(parent: Node, key: number, times: number): Node {
    const slots = this.#slots
    for (let at = this.#hash(parent, key, times); ; at = (at + 1) & this.#slotMask) {
      const node = slots[at]!
      if (node === 0) return 0
      if (this.#parents[node] === parent && this.keys[node] === key && this.#times[node] === times) return node
    }
  }

  /** A node, or `cut`. It inherits that a report was made from the prefix that is one event shorter. */
  #add(before: Node, parent: Node, key: number, times: number): Node {
    let node = this.#firstFree
    if (node !== 0) {
      this.#firstFree = this.#parents[node]!
      this.#freeCount--
    } else {
      if (this.#nodeCount > this.#limit) return cut
      if (this.#nodeCount === this.keys.length) this.#growNodes()
      node = this.#nodeCount++
    }
    this.#parents[node] = parent
    this.#times[node] = times
    this.#marks[node] = this.#marks[before]! & reportedBit
    this.keys[node] = key
    if (this.size * 10 > this.#slots.length * 7) this.#rebuildSlots()
    else this.#insertSlot(node)
    return node
  }

  #release(node: Node): void {
    this.#removeSlot(node)
    this.keys[node] = 0
    this.states[node] = unjudged
    this.#parents[node] = this.#firstFree
    this.#firstFree = node
    this.#freeCount++
  }

  #insertSlot(node: Node): void {
    let at = this.#hash(this.#parents[node]!, this.keys[node]!, this.#times[node]!)
    while (this.#slots[at] !== 0) at = (at + 1) & this.#slotMask
    this.#slots[at] = node
  }

  /** Closes the gap: whatever stands behind it and would no longer be found moves up. */
  #removeSlot(node: Node): void {
    const slots = this.#slots
    const mask = this.#slotMask
    let gap = this.#hash(this.#parents[node]!, this.keys[node]!, this.#times[node]!)
    while (slots[gap] !== node) gap = (gap + 1) & mask
    for (let at = (gap + 1) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const other = slots[at]!
      const home = this.#hash(this.#parents[other]!, this.keys[other]!, this.#times[other]!)
      if (((at - home) & mask) < ((at - gap) & mask)) continue
      slots[gap] = other
      gap = at
    }
    slots[gap] = 0
  }

  #rebuildSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    this.#slotMask = this.#slots.length - 1
    for (let node = 1; node < this.#nodeCount; node++) if (this.keys[node] !== 0) this.#insertSlot(node)
  }

  #growNodes(): void {
    const length = this.keys.length + (this.keys.length >> 1)
    this.#parents = grown(this.#parents, length)
    this.#times = grown(this.#times, length)
    this.#stamps = grown(this.#stamps, length)
    this.keys = grown(this.keys, length)
    this.counts = grown(this.counts, length)
    this.last = grown(this.last, length)
    const states = grown(this.states, length)
    states.fill(unjudged, this.states.length)
    this.states = states
    const marks = new Uint8Array(length)
    marks.set(this.#marks)
    this.#marks = marks
  }

  // Reports and tests.

  /** A report was made of instances at a node. */
  markReported(node: Node): void {
    if (node > 0) this.#marks[node] = this.#marks[node]! | reportedBit
  }

  /** For whoever reports one instance at a node and not another: what was reported of a prefix holds after it. */
  inherit(from: Node, to: Node): void {
    if (from >= 0 && to > 0) this.#marks[to] = this.#marks[to]! | (this.#marks[from]! & reportedBit)
  }

  /**
   * A test begins; its number is above 0. When it ends, the nodes where it left instances are known: those with more of
   * them than before. (An instance of an earlier test that moves on during this one can hide one that comes to the same
   * node; a test is never credited with a trace that it did not leave behind.)
   */
  enterTest(test: number): void {
    this.leaveTest()
    this.#test = test
  }

  leaveTest(): void {
    if (this.#test === 0) return
    const touched = this.#touched
    for (let i = 0; i < touched.length; i += 2) {
      const node = touched[i]!
      if (this.keys[node] === 0 || this.counts[node]! <= touched[i + 1]!) continue
      this.#produced[this.#produced.length] = node
      this.#produced[this.#produced.length] = this.#test
      this.#marks[node] = this.#marks[node]! | pinnedBit
    }
    this.#touched = []
    this.#test = 0
  }

  #touch(node: Node): void {
    this.#stamps[node] = this.#test
    if (this.#test !== 0) this.#pushTouched(node, this.counts[node]!)
  }

  #pushTouched(node: Node, before: number): void {
    const touched = this.#touched
    touched[touched.length] = node
    touched[touched.length] = before
  }

  // Reading.

  /** The traces that instances ended with, each once, in no particular order. */
  each(visit: (node: Node, count: number) => void): void {
    for (let node = 1; node < this.#nodeCount; node++)
      if (this.keys[node] !== 0 && this.counts[node]! > 0) visit(node, this.counts[node]!)
  }

  /** The slice that a node stands for. */
  steps(node: Node): TraceStep[] {
    let length = 0
    for (let at = node; at > 0; at = this.#parents[at]!) length++
    const steps: TraceStep[] = []
    for (let at = node, i = length - 1; i >= 0; at = this.#parents[at]!, i--) {
      const key = this.keys[at]!
      steps[i] = { event: this.#keyEvents[key]!, site: this.#keySites[key]!, times: this.#times[at]! }
    }
    return steps
  }

  parent(node: Node): Node {
    return this.#parents[node]!
  }

  times(node: Node): number {
    return this.#times[node]!
  }

  event(node: Node): number {
    return this.#keyEvents[this.keys[node]!]!
  }

  site(node: Node): Site {
    return this.#keySites[this.keys[node]!]!
  }

  /** Whether a report was made of a prefix of the node's slice. */
  wasReported(node: Node): boolean {
    return (this.#marks[node]! & reportedBit) !== 0
  }

  /** Which tests left instances where: test numbers by node, ascending and without duplicates. */
  testsByNode(): number[][] {
    const tests: number[][] = []
    const produced = this.#produced
    for (let i = 0; i < produced.length; i += 2) {
      const known = (tests[produced[i]!] ??= [])
      if (known[known.length - 1] !== produced[i + 1]) known[known.length] = produced[i + 1]!
    }
    return tests
  }

  /** One past the highest node number. */
  get end(): Node {
    return this.#nodeCount
  }

  /** Whether a number below `end` is a node, and not one that went away. */
  exists(node: Node): boolean {
    return node === root || this.keys[node] !== 0
  }
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(array)
  return larger
}
