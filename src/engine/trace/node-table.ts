/**
 * Finds the nodes of a trace store by (parent, key, times): an open-addressed table of their numbers, which are looked up in
 * the nodes themselves, so an entry is 4 bytes. It doubles at a load of 0.7. HOT: every step off the last path comes here.
 *
 * Lengths of a run share a place in blocks: then a run that grows within its block does not move.
 */

import { blockBits, fieldBits, fields, keyField, markBits, type Node, parentField, timesField } from './node-layout.ts'

export class NodeTable {
  #slots = new Int32Array(128)
  #mask = 127

  get bytes(): number {
    return this.#slots.byteLength
  }

  /** The node, or 0. */
  find(nodes: Int32Array, parent: Node, key: number, times: number): Node {
    const slots = this.#slots
    const mask = this.#mask
    for (let at = hash(parent, key, times) & mask; ; at = (at + 1) & mask) {
      const node = slots[at]!
      if (node === 0) return 0
      if (nodes[node + keyField] === key && nodes[node + timesField] === times && parentOf(nodes, node) === parent)
        return node
    }
  }

  insert(nodes: Int32Array, node: Node): void {
    const slots = this.#slots
    let at = hashOf(nodes, node) & this.#mask
    while (slots[at] !== 0) at = (at + 1) & this.#mask
    slots[at] = node
  }

  /** Closes the gap: whatever stands behind it and would no longer be found moves up. */
  remove(nodes: Int32Array, node: Node): void {
    const slots = this.#slots
    const mask = this.#mask
    let gap = hashOf(nodes, node) & mask
    while (slots[gap] !== node) gap = (gap + 1) & mask
    for (let at = (gap + 1) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const home = hashOf(nodes, slots[at]!) & mask
      if (((at - home) & mask) < ((at - gap) & mask)) continue
      slots[gap] = slots[at]!
      gap = at
    }
    slots[gap] = 0
  }

  /** Whether so many nodes are too many for it. */
  isFull(size: number): boolean {
    return size * 10 > this.#slots.length * 7
  }

  /** Twice as large, with all nodes below `end` that are not free. */
  rebuild(nodes: Int32Array, end: number): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    this.#mask = this.#slots.length - 1
    for (let node = fields; node < end; node += fields) if (nodes[node + keyField] !== 0) this.insert(nodes, node)
  }
}

/** The node that a node follows. */
export function parentOf(nodes: Int32Array, node: Node): Node {
  return (nodes[node + parentField]! >>> markBits) << fieldBits
}

function hash(parent: Node, key: number, times: number): number {
  let x = Math.imul(parent, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b) ^ Math.imul(times >>> blockBits, 0xc2b2ae35)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  return x ^ (x >>> 13)
}

function hashOf(nodes: Int32Array, node: Node): number {
  return hash(parentOf(nodes, node), nodes[node + keyField]!, nodes[node + timesField]!)
}
