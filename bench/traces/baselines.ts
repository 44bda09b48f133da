/**
 * What explicit traces cost other systems: stores that take the place of ours under algorithm D, which then steps every
 * monitor for itself (eager monitoring).
 *
 * - `StringTrie`: TraceMOP's store. One trie for all specs; a node is an object with a map of children, keyed by the event's
 *   name and place as text, which is made anew at every event.
 * - `Lists`: a list of events in every monitor, as in the work before TraceMOP. A list is held as long as its monitor's
 *   slice is of interest, that is to the end.
 *
 * And stores of algorithm E with one of its optimisations taken away:
 *
 * - `TextKeys`: an event and its place are a text that is made at every event, not an integer.
 * - `Locked`: synchronised at every use, as if another thread might come at any time.
 */

import type { TraceStep } from '../../src/engine/monitoring.ts'
import { type Node, root, TraceStore } from '../../src/engine/trace/trace-store.ts'

interface TrieNode {
  readonly children: Map<string, Node>
  readonly text: string
  readonly parent: Node
  count: number
}

export class StringTrie extends TraceStore {
  readonly #spec: string
  readonly #events: readonly string[]
  readonly #nodes: TrieNode[]

  /** Stores of several specs share the nodes. */
  constructor(spec: string, events: readonly string[], shared: TrieNode[] = []) {
    super()
    this.#spec = spec
    this.#events = events
    this.#nodes = shared
    if (shared.length === 0) shared.push({ children: new Map(), text: '', parent: -1, count: 0 })
  }

  /** The text is all there is to a key; who asks for it passes it on as it is. */
  override key(event: number, site: number): number {
    return `${this.#spec}.${this.#events[event]!}~src/file${site}.js:${site}:${event}` as unknown as number
  }

  override enter(node: Node, n: number): void {
    this.#nodes[node]!.count += n
  }

  override advance(from: Node, key: number, n: number): Node {
    const text = key as unknown as string
    const node = this.#nodes[from]!
    node.count -= n
    let to = node.children.get(text)
    if (to === undefined) {
      to = this.#nodes.push({ children: new Map(), text, parent: from, count: 0 }) - 1
      node.children.set(text, to)
    }
    this.#nodes[to]!.count += n
    return to
  }

  override inherit(): void {}

  override markReported(): void {}

  override steps(): TraceStep[] {
    return []
  }

  override get size(): number {
    return this.#nodes.length
  }
}

export class Lists extends TraceStore {
  readonly #lists: string[][] = [[]]
  readonly #spec: string

  constructor(spec: string) {
    super()
    this.#spec = spec
  }

  override key(event: number, site: number): number {
    return `${this.#spec}.${event}~src/file${site}.js:${site}` as unknown as number
  }

  override enter(): void {}

  override advance(from: Node, key: number): Node {
    if (from !== root) {
      this.#lists[from]!.push(key as unknown as string)
      return from
    }
    return this.#lists.push([key as unknown as string]) - 1
  }

  override inherit(): void {}

  override markReported(): void {}

  override steps(): TraceStep[] {
    return []
  }

  override get size(): number {
    return this.#lists.reduce((sum, list) => sum + list.length, 0)
  }
}

export class TextKeys extends TraceStore {
  readonly #keys = new Map<string, number>()
  readonly #spec: string
  readonly #events: readonly string[]

  constructor(spec: string, events: readonly string[]) {
    super()
    this.#spec = spec
    this.#events = events
  }

  override key(event: number, site: number): number {
    const text = `${this.#spec}.${this.#events[event]!}~src/file${site}.js:${site}:${event}`
    let key = this.#keys.get(text)
    if (key === undefined) this.#keys.set(text, (key = super.key(event, site)))
    return key
  }

  override follow(from: Node, event: number, site: number, n: number): Node {
    return this.advance(from, this.key(event, site), n)
  }

  /** Compares integers. */
  override pass(): Node {
    return root
  }

  override turn(): Node {
    return root
  }

  override begin(): Node {
    return root
  }
}

export class Locked extends TraceStore {
  readonly #lock = new Int32Array(new SharedArrayBuffer(4))

  override enter(node: Node, n: number): void {
    this.#take()
    super.enter(node, n)
    this.#release()
  }

  override follow(from: Node, event: number, site: number, n: number): Node {
    return this.advance(from, this.key(event, site), n)
  }

  override pass(from: Node, event: number, site: number): Node {
    this.#take()
    const to = super.pass(from, event, site)
    this.#release()
    return to
  }

  override turn(from: Node, event: number, site: number): Node {
    this.#take()
    const to = super.turn(from, event, site)
    this.#release()
    return to
  }

  override advance(from: Node, key: number, n: number): Node {
    this.#take()
    const to = super.advance(from, key, n)
    this.#release()
    return to
  }

  #take(): void {
    while (Atomics.compareExchange(this.#lock, 0, 0, 1) !== 0) Atomics.wait(this.#lock, 0, 1)
  }

  #release(): void {
    Atomics.store(this.#lock, 0, 0)
    Atomics.notify(this.#lock, 0, 1)
  }
}
