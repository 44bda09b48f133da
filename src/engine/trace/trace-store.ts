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
 * Cost: a step that some instance took before is found by the cache of last successors, else by a probe of an
 * open-addressed table over (parent, key, block of times). All that is known of a node stands together in one array, and
 * instances that pass along a known path are counted where they come from until somebody asks (`#recount`): such a step
 * touches one cache line. 32 bytes a node, and 4 for each entry of the table. The array grows by half, the
 * table doubles at a load of 0.7: 38 to 60 bytes a node in all, none of them the garbage collector's business (a million
 * nodes: a full collection takes 10 ms). Rejected: a Map per node, keyed by texts as TraceMOP does it (`bench/traces`): 508
 * bytes a node, and 700 ms for a full collection.
 *
 * Bound: past `limit` nodes a step to a node that is not there gives `cut`; the trace ends where it is and `cuts` counts it.
 *
 * In this file: no closures, iterators or array methods on the way of an event; nothing that user code may have patched.
 */

import { OwnMap } from '../d/slots.ts'
import type { Site, TraceStep } from '../monitoring.ts'
import { NodeTable, parentOf } from './node-table.ts'
import {
  blockBits,
  countField,
  cut,
  endedBit,
  endedOftenBit,
  eventBits,
  eventMask,
  fieldBits,
  fields,
  kept,
  keyField,
  knownBit,
  lastField,
  lastKeyField,
  lastKnown,
  leadsBit,
  markBits,
  mostNodes,
  parentField,
  passedField,
  pinnedBit,
  reportedBit,
  root,
  seenBit,
  siteBits,
  stateField,
  timesField,
  unjudged,
  type Node,
} from './node-layout.ts'

export { cut, type Node, root } from './node-layout.ts'

function isPlain(event: number, site: Site): boolean {
  return event < eventMask && site >>> siteBits === 0
}

/** Of an event and a place that are small enough. */
function plainKey(event: number, site: Site): number {
  return (site << eventBits) | (event + 1)
}

function isPlainKey(key: number): boolean {
  return (key & eventMask) !== 0
}

/** Taken before the program could replace it. */
const { min } = Math

/** The most pairs that are remembered outside of tests, doubled. */
const touchedLimit = 1 << 13

export interface StoreOptions {
  /** The most nodes. Default five million, a quarter of a gigabyte. */
  readonly limit?: number
}

export class TraceStore {
  /** Keys of events and places whose numbers are too large to stand side by side, and the way back. */
  readonly #oddKeys = new OwnMap<number, number>()
  readonly #oddPairs: { readonly event: number; readonly site: Site }[] = []

  readonly #limit: number
  /** The fields of all nodes. Public for algorithm E, which reads them at every event. */
  nodes = new Int32Array(fields * 16)
  /** One past the last field in use. */
  #end = fields
  #firstFree: Node = 0
  #freeCount = 0
  readonly #table = new NodeTable()
  /** Instances whose trace was cut, or that came into being with the slice of such a one. */
  cuts = 0
  /** Asked before anybody reads counts, and before a test begins or ends: who puts moves off makes them then. */
  settle: () => void = () => {}
  /** Nodes that have had known successors in the current test, or since the last one. */
  #leading: Node[] = []
  /** Instances that have passed, one for each time, since somebody asked. */
  #passes = 0

  /** The current test, 0 outside of tests. */
  #test = 0
  /** Pairs of a node that instances came to during the current test, or since the last one, and how many were there before. */
  #touched: number[] = []
  /** Pairs of a node and a test that left instances there. */
  #produced: number[] = []

  constructor({ limit = 5_000_000 }: StoreOptions = {}) {
    this.#limit = min(limit, mostNodes - 2)
  }

  /** Nodes that there are, the root included. */
  get size(): number {
    this.settle()
    return this.#size
  }

  get #size(): number {
    return this.#end / fields - this.#freeCount
  }

  /** Bytes taken by nodes and their table. */
  get bytes(): number {
    return this.#table.bytes + this.nodes.byteLength
  }

  /** The number of an event at a place, never 0: the two side by side as long as they fit. */
  key(event: number, site: Site): number {
    return isPlain(event, site) ? plainKey(event, site) : this.#oddKey(event, site)
  }

  #oddKey(event: number, site: Site): number {
    const pair = event * 2 ** 32 + site
    let key = this.#oddKeys.get(pair)
    if (key === undefined) {
      this.#oddPairs[this.#oddPairs.length] = { event, site }
      key = this.#oddPairs.length << eventBits
      this.#oddKeys.set(pair, key)
    }
    return key
  }

  /** One instance comes into being at a known node. */
  arrive(node: Node): void {
    this.nodes[node + countField] = this.nodes[node + countField]! + 1
  }

  /** `n` instances come into being at a node: at the root, or with the slice of another instance. */
  enter(node: Node, n: number): void {
    if (node < 0) this.cuts += n
    else this.nodes[node + countField] = this.nodes[node + countField]! + n
  }

  /**
   * Where one instance at a node is after an event at a place, if that is known and was last gone to; else `root`, and
   * nothing has happened. The event must be one that has plain keys. HOT, and small to be inlined.
   */
  pass(from: Node, event: number, site: Site): Node {
    const { nodes } = this
    // The key, and whether it is a plain one, without a call.
    if (nodes[from + lastKeyField] !== ((site << eventBits) | (event + 1)) || site >>> siteBits !== 0) return root
    nodes[from + passedField] = nodes[from + passedField]! + 1
    return nodes[from + lastField]!
  }

  /** The same on a path that was not the last one: `root` if there is no such path that is known. */
  turn(from: Node, event: number, site: Site): Node {
    const to = this.#knownSuccessor(from, event, site)
    if (to === root) return root
    // Counted at once: where paths part, the next instance is likely to turn again, and there is nothing to recount.
    const { nodes } = this
    nodes[from + countField] = nodes[from + countField]! - 1
    nodes[to + countField] = nodes[to + countField]! + 1
    this.#passes++
    return to
  }

  /** The known node of a slice that begins with an event at a place, or `root`. */
  begin(event: number, site: Site): Node {
    const { nodes } = this
    if (nodes[root + lastKeyField] === ((site << eventBits) | (event + 1)) && site >>> siteBits === 0)
      return nodes[root + lastField]!
    return this.#knownSuccessor(root, event, site)
  }

  /** Makes the known successor of a node by an event at a place the one that was last gone to; `root` if there is none. */
  #knownSuccessor(from: Node, event: number, site: Site): Node {
    const { nodes } = this
    const key = plainKey(event, site)
    // A run that goes on does so from its parent.
    if (nodes[from + keyField] === key || !isPlain(event, site)) return root
    const to = this.#table.find(this.nodes, from, key, 1)
    if ((nodes[to + parentField]! & knownBit) === 0) return root
    this.#lead(from, to)
    return to
  }

  /** Makes a successor the one that was last gone to. */
  #lead(from: Node, to: Node): void {
    const { nodes } = this
    if (nodes[from + passedField] !== 0) this.#recount(from)
    nodes[from + lastField] = to
    if ((nodes[to + parentField]! & knownBit) === 0) nodes[from + lastKeyField] = 0
    else {
      nodes[from + lastKeyField] = nodes[to + keyField]!
      if ((nodes[from + parentField]! & leadsBit) === 0) this.#noteLeading(from)
    }
  }

  #noteLeading(node: Node): void {
    this.nodes[node + parentField] = this.nodes[node + parentField]! | leadsBit
    const leading = this.#leading
    if (this.#test !== 0 || leading.length < touchedLimit) leading[leading.length] = node
  }

  #recountAll(): void {
    const { nodes } = this
    const leading = this.#leading
    if (this.#test === 0 && leading.length >= touchedLimit) {
      for (let node = 0; node < this.#end; node += fields) if (nodes[node + passedField] !== 0) this.#recount(node)
    } else
      for (let i = 0; i < leading.length; i++) if (nodes[leading[i]! + passedField] !== 0) this.#recount(leading[i]!)
  }

  /** How often instances have passed since the last time that somebody asked. */
  takePasses(): number {
    this.#recountAll()
    const passes = this.#passes
    this.#passes = 0
    return passes
  }

  /** Counts instances that have passed where they are. */
  #recount(from: Node): void {
    const { nodes } = this
    const passed = nodes[from + passedField]!
    const to = nodes[from + lastField]!
    nodes[from + passedField] = 0
    nodes[from + countField] = nodes[from + countField]! - passed
    nodes[to + countField] = nodes[to + countField]! + passed
    this.#passes += passed
  }

  /** `advance` by an event at a place. */
  follow(from: Node, event: number, site: Site, n: number): Node {
    return this.advance(from, this.key(event, site), n)
  }

  /** Where `n` instances at a node are after a key. A node whose run grows keeps its number: read its state before. */
  advance(from: Node, key: number, n: number): Node {
    if (from < 0) return cut
    const { nodes } = this
    const next = nodes[from + lastField]!
    if (nodes[next + keyField] !== key) return this.#advanceFurther(from, key, n)
    nodes[from + countField] = nodes[from + countField]! - n
    if ((nodes[next + parentField]! & seenBit) === 0) this.#touch(next)
    if (nodes[from + lastKeyField] !== key) this.#lead(from, next)
    nodes[next + countField] = nodes[next + countField]! + n
    return next
  }

  #advanceFurther(from: Node, key: number, n: number): Node {
    if (this.nodes[from + keyField] === key) return this.#continueRun(from, key, n, 1)
    const found = this.#table.find(this.nodes, from, key, 1)
    const to = found === 0 ? this.#add(from, from, key, 1) : found
    if (to === cut) return this.#cut(n)
    this.#move(from, to, n)
    this.#lead(from, to)
    return to
  }

  #continueRun(from: Node, key: number, n: number, more: number): Node {
    const { nodes } = this
    const parent = this.parent(from)
    const times = nodes[from + timesField]! + more
    const found = this.#table.find(this.nodes, parent, key, times)
    const leaves =
      times > kept + 1 &&
      nodes[from + countField] === n &&
      nodes[from + lastField] === 0 &&
      (nodes[from + parentField]! & pinnedBit) === 0
    if (found === 0 && leaves) {
      this.#growRun(from, times)
      return from
    }
    const to = found === 0 ? this.#add(from, parent, key, times) : found
    if (to === cut) return this.#cut(n)
    this.#move(from, to, n)
    if (times <= kept) this.#lead(from, to)
    if (leaves) this.#release(from)
    return to
  }

  /** The same as `more` times `advance` by the key of a node itself, in one. */
  extendRun(node: Node, more: number, n: number): Node {
    return this.#continueRun(node, this.nodes[node + keyField]!, n, more)
  }

  /** Whether a node is of a run so long that its lengths do not stay. */
  isLongRun(node: Node): boolean {
    return this.nodes[node + timesField]! > kept
  }

  /** The successor of a node that was last gone to, if that was by the key and not along a run; else 0. */
  peek(node: Node, key: number): Node {
    const { nodes } = this
    const next = nodes[node + lastField]!
    return nodes[next + keyField] === key && nodes[next + timesField] === 1 ? next : 0
  }

  /** `n` instances are at another node, however they came there. */
  shift(from: Node, to: Node, n: number): void {
    if (from !== to) this.#move(from, to, n)
  }

  /** How many instances are at a node. */
  count(node: Node): number {
    this.#recountAll()
    return this.nodes[node + countField]!
  }

  #growRun(node: Node, times: number): void {
    const { nodes } = this
    const moves = times >>> blockBits !== nodes[node + timesField]! >>> blockBits
    if (moves) this.#table.remove(nodes, node)
    nodes[node + timesField] = times
    if (moves) this.#table.insert(nodes, node)
    nodes[node + stateField] = unjudged
    // As this prefix the node is new: nobody was here before.
    const marks = nodes[node + parentField]!
    if ((marks & seenBit) === 0) this.#pushTouched(node, 0)
    nodes[node + parentField] = (marks | seenBit) & ~knownBit
  }

  #move(from: Node, to: Node, n: number): void {
    const { nodes } = this
    nodes[from + countField] = nodes[from + countField]! - n
    if ((nodes[to + parentField]! & seenBit) === 0) this.#touch(to)
    nodes[to + countField] = nodes[to + countField]! + n
  }

  #cut(n: number): Node {
    this.cuts += n
    return cut
  }

  /** A node, or `cut`. It inherits that a report was made from the prefix that is one event shorter. */
  #add(before: Node, parent: Node, key: number, times: number): Node {
    let node = this.#firstFree
    if (node !== 0) {
      this.#firstFree = this.parent(node)
      this.#freeCount--
    } else {
      if (this.#size > this.#limit) return cut
      node = this.#end
      if (node === this.nodes.length) this.nodes = grown(this.nodes, fields * (8 + Math.floor((node * 1.5) / fields)))
      this.#end += fields
    }
    const { nodes } = this
    nodes[node + parentField] = (rank(parent) << markBits) | (nodes[before + parentField]! & reportedBit)
    nodes[node + keyField] = key
    nodes[node + timesField] = times
    nodes[node + stateField] = unjudged
    if (this.#table.isFull(this.#size)) this.#table.rebuild(nodes, this.#end)
    else this.#table.insert(nodes, node)
    return node
  }

  #release(node: Node): void {
    this.#table.remove(this.nodes, node)
    this.nodes[node + keyField] = 0
    this.nodes[node + parentField] = rank(this.#firstFree) << markBits
    this.#firstFree = node
    this.#freeCount++
  }

  // Reports and tests.

  /** A report was made of instances at a node. */
  markReported(node: Node): void {
    if (node > 0) this.#mark(node, reportedBit)
  }

  /** For whoever reports one instance at a node and not another: what was reported of a prefix holds after it. */
  inherit(from: Node, to: Node): void {
    if (from < 0 || to <= 0) return
    this.#mark(to, this.nodes[from + parentField]! & reportedBit)
  }

  #mark(node: Node, marks: number): void {
    this.nodes[node + parentField] = this.nodes[node + parentField]! | marks
  }

  /** A trace has ended at a node, as selection sees it: how many had before, counted up to two. */
  end(node: Node): 0 | 1 | 2 {
    const marks = this.nodes[node + parentField]!
    const ended = (marks & endedBit) === 0 ? 0 : (marks & endedOftenBit) === 0 ? 1 : 2
    if (ended < 2) this.#mark(node, pinnedBit | (ended === 0 ? endedBit : endedOftenBit))
    return ended
  }

  /**
   * A test begins; its number is above 0. When it ends, the nodes where it left instances are known: those with more of
   * them than before. (An instance of an earlier test that moves on during this one can hide one that comes to the same
   * node; a test is never credited with a trace that it did not leave behind.)
   */
  enterTest(test: number): void {
    this.settle()
    this.leaveTest()
    this.#recountAll()
    this.#forgetTouched()
    this.#test = test
  }

  leaveTest(): void {
    if (this.#test === 0) return
    this.settle()
    this.#recountAll()
    const { nodes } = this
    const touched = this.#touched
    const produced = this.#produced
    for (let i = 0; i < touched.length; i += 2) {
      const node = touched[i]!
      if (nodes[node + keyField] === 0 || nodes[node + countField]! <= touched[i + 1]!) continue
      produced[produced.length] = node
      produced[produced.length] = this.#test
      this.#mark(node, pinnedBit)
    }
    this.#forgetTouched()
    this.#test = 0
  }

  #touch(node: Node): void {
    this.#pushTouched(node, this.nodes[node + countField]! - this.nodes[node + passedField]!)
    this.#mark(node, seenBit)
    if (this.nodes[node + stateField]! >= 0) this.makeKnown(node)
  }

  /** Nothing is to be said of instances that come to a node where one is. */
  makeKnown(node: Node): void {
    const key = this.nodes[node + keyField]!
    if (isPlainKey(key) && node <= lastKnown) this.#mark(node, knownBit)
  }

  #pushTouched(node: Node, before: number): void {
    const touched = this.#touched
    // Outside of tests it only matters which nodes there are: if too many, all.
    if (this.#test === 0 && touched.length >= touchedLimit) return
    touched[touched.length] = node
    touched[touched.length] = before
  }

  /** No instance has come anywhere yet. All that have passed are counted. */
  #forgetTouched(): void {
    const touched = this.#touched
    const leading = this.#leading
    if (this.#test === 0 && (touched.length >= touchedLimit || leading.length >= touchedLimit))
      for (let node = 0; node < this.#end; node += fields) this.#forget(node)
    else {
      for (let i = 0; i < touched.length; i += 2) this.#forget(touched[i]!)
      for (let i = 0; i < leading.length; i++) this.#forget(leading[i]!)
    }
    this.#touched = []
    this.#leading = []
  }

  #forget(node: Node): void {
    const { nodes } = this
    nodes[node + parentField] = nodes[node + parentField]! & ~(seenBit | knownBit | leadsBit)
    nodes[node + lastKeyField] = 0
  }

  // Reading.

  /** The traces that instances ended with, each once, in no particular order. */
  each(visit: (node: Node, count: number) => void): void {
    this.settle()
    this.#recountAll()
    for (let node = fields; node < this.#end; node += fields) {
      const count = this.nodes[node + countField]!
      if (count > 0 && this.nodes[node + keyField] !== 0) visit(node, count)
    }
  }

  /** All nodes but the root, in no particular order. */
  eachNode(visit: (node: Node) => void): void {
    this.settle()
    for (let node = fields; node < this.#end; node += fields) if (this.nodes[node + keyField] !== 0) visit(node)
  }

  /** The slice that a node stands for. */
  steps(node: Node): TraceStep[] {
    let length = 0
    for (let at = node; at > 0; at = this.parent(at)) length++
    const steps: TraceStep[] = []
    for (let at = node, i = length - 1; i >= 0; at = this.parent(at), i--)
      steps[i] = { event: this.event(at), site: this.site(at), times: this.times(at) }
    return steps
  }

  /** How many events a node's slice has. */
  length(node: Node): number {
    let length = 0
    for (let at = node; at > 0; at = this.parent(at)) length += this.times(at)
    return length
  }

  parent(node: Node): Node {
    return parentOf(this.nodes, node)
  }

  /** Names the event and place of a node's last step. */
  stepOf(node: Node): number {
    return this.nodes[node + keyField]!
  }

  times(node: Node): number {
    return this.nodes[node + timesField]!
  }

  event(node: Node): number {
    return this.eventOf(this.nodes[node + keyField]!)
  }

  eventOf(key: number): number {
    return isPlainKey(key) ? (key & eventMask) - 1 : this.#pairOf(key).event
  }

  site(node: Node): Site {
    const key = this.nodes[node + keyField]!
    return isPlainKey(key) ? key >>> eventBits : this.#pairOf(key).site
  }

  #pairOf(oddKey: number): { readonly event: number; readonly site: Site } {
    return this.#oddPairs[(oddKey >>> eventBits) - 1]!
  }

  /** Whether a report was made of a prefix of the node's slice. */
  wasReported(node: Node): boolean {
    return (this.nodes[node + parentField]! & reportedBit) !== 0
  }

  /** Which tests left instances where: their numbers by `rank` of the node, ascending and without duplicates. */
  testsByNode(): number[][] {
    const tests: number[][] = []
    const produced = this.#produced
    for (let i = 0; i < produced.length; i += 2) {
      const known = (tests[rank(produced[i]!)] ??= [])
      if (known[known.length - 1] !== produced[i + 1]) known[known.length] = produced[i + 1]!
    }
    return tests
  }
}

/** Whether an event has plain keys at all places but those with large numbers. */
export function hasPlainKeys(event: number): boolean {
  return event < eventMask
}

/** The place of a node in arrays that others keep beside the store. */
export function rank(node: Node): number {
  return node >>> fieldBits
}

/** The node at a place. */
export function ranked(rank: number): Node {
  return rank << fieldBits
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(array)
  return larger
}
