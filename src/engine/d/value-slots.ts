/**
 * What algorithm D keeps of values that are no objects: they cannot carry their slots (`slots.ts`), nor does the garbage
 * collector say when nobody has them any more, so there is a map for each parameter, and a limit to it.
 */

import { OwnMap, Slot } from './slots.ts'

/** Of the bits that tombstones are: there are 2²⁰ of them. */
const tombMask = (1 << 20) - 1

/** A slot of a value; all of one parameter stand in a ring, the newest before the oldest. */
export class ValueSlot extends Slot {
  readonly value: unknown
  /** Set at each look-up, cleared when an eviction passes: a second chance. */
  used = true
  newer: ValueSlot = this
  older: ValueSlot = this

  constructor(key: number, time: number, value: unknown) {
    super(key, null)
    this.time = time
    this.value = value
  }
}

/**
 * The slots of one parameter's values, equal by SameValueZero, bytes by content. At most `limit` of them: one more evicts
 * the oldest that was not used since the last eviction came by. The evicted value leaves a tombstone, so that it never
 * gets a slot again and no verdict is given on the rest of a slice. Tombstones are bits in a fixed field, found by hash:
 * a collision silences a value that was never evicted (about one in a thousand after 1,000 evictions) and never makes a
 * false report.
 */
export class ValueSlots {
  readonly #key: number
  readonly #limit: number
  readonly #slots = new OwnMap<unknown, ValueSlot>()
  #size = 0
  #oldest: ValueSlot | null = null
  #tombs: Int32Array | null = null

  constructor(key: number, limit: number) {
    this.#key = key
    this.#limit = limit
  }

  /** The same for the next trace; what was evicted is forgotten with the rest. */
  emptied(): ValueSlots {
    return this.#size === 0 && this.#tombs === null ? this : new ValueSlots(this.#key, this.#limit)
  }

  find(value: unknown): ValueSlot | null {
    const slot = this.#slots.get(value)
    if (slot === undefined) return null
    slot.used = true
    return slot
  }

  isBuried(value: unknown): boolean {
    if (this.#tombs === null) return false
    const bit = hashOf(value) & tombMask
    return (this.#tombs[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  /** Adds a slot for a value that has none, and returns it. Ask `crowded` first. */
  add(value: unknown, time: number): ValueSlot {
    const slot = new ValueSlot(this.#key, time, value)
    const oldest = this.#oldest
    if (oldest === null) this.#oldest = slot
    else {
      slot.older = oldest.older
      slot.newer = oldest
      oldest.older.newer = slot
      oldest.older = slot
    }
    this.#slots.set(value, slot)
    this.#size++
    return slot
  }

  get crowded(): boolean {
    return this.#size >= this.#limit
  }

  /** Takes out the slot whose turn it is, leaving a tombstone. */
  evict(): ValueSlot {
    let slot = this.#oldest!
    while (slot.used) {
      slot.used = false
      slot = slot.newer
    }
    this.#oldest = slot
    this.#tombs ??= new Int32Array((tombMask + 1) >>> 5)
    const bit = hashOf(slot.value) & tombMask
    this.#tombs[bit >>> 5] = this.#tombs[bit >>> 5]! | (1 << (bit & 31))
    this.remove(slot)
    return slot
  }

  remove(slot: ValueSlot): void {
    this.#slots.delete(slot.value)
    this.#size--
    slot.key = -1
    if (this.#oldest === slot) this.#oldest = slot.newer === slot ? null : slot.newer
    slot.older.newer = slot.newer
    slot.newer.older = slot.older
  }
}

function hashOf(value: unknown): number {
  const text = typeof value === 'symbol' ? (value.description ?? '') : String(value)
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}
