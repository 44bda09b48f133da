/**
 * Which values are the same parameter value. Bindings hold identities, small numbers, instead of the values: comparing
 * is cheap, and no parameter object is kept alive by being bound.
 *
 * Objects are the same by identity and are held weakly, whatever the kind of the parameter. Other values are the same by
 * SameValueZero (that is how `Map` compares keys). Byte arrays of a `bytes` parameter are the same by content.
 */

import type { ParameterKind } from '../spec/compiled-spec.ts'

/** A positive number; 0 stands for "unbound". Never given twice. */
export type Identity = number

/** Where a value that is not held weakly is kept: one map each, so that a text and bytes of the same content differ. */
type Shelf = ParameterKind

export class Identities {
  #last: Identity = 0
  #objects = new WeakMap<object, Identity>()
  readonly #shelves: Record<Shelf, Map<unknown, Identity>> = { object: new Map(), value: new Map(), bytes: new Map() }
  /** What an identity stands for. */
  readonly #held = new Map<Identity, WeakRef<object> | { readonly shelf: Shelf; readonly key: unknown }>()
  readonly #registry: FinalizationRegistry<Identity>
  /** Whether values can still be asked for after they were let go of, by who judges later. */
  readonly #remembers: boolean

  /** `onDeath` hears of objects that the garbage collector took. */
  constructor(onDeath: (identity: Identity) => void, remembers: boolean) {
    this.#remembers = remembers
    this.#registry = new FinalizationRegistry((identity) => {
      if (this.#held.delete(identity)) onDeath(identity)
    })
  }

  /** The identity of a value that was seen, else 0. */
  find(kind: ParameterKind, value: unknown): Identity {
    if (kind === 'bytes' && isBytes(value)) return this.#shelves.bytes.get(contentKey(value)) ?? 0
    if (isObject(value)) return this.#objects.get(value) ?? 0
    return this.#shelves[kind === 'object' ? 'object' : 'value'].get(value) ?? 0
  }

  /** The identity of a value, given on first sight. */
  of(kind: ParameterKind, value: unknown): Identity {
    const known = this.find(kind, value)
    if (known !== 0) return known
    const identity = (this.#last += 1)
    if (kind === 'bytes' && isBytes(value)) this.#shelve(identity, 'bytes', contentKey(value))
    else if (isObject(value)) {
      this.#objects.set(value, identity)
      this.#held.set(identity, new WeakRef(value))
      this.#registry.register(value, identity)
    } else this.#shelve(identity, kind === 'object' ? 'object' : 'value', value)
    return identity
  }

  #shelve(identity: Identity, shelf: Shelf, key: unknown): void {
    this.#shelves[shelf].set(key, identity)
    this.#held.set(identity, { shelf, key })
  }

  /** The value of an identity; undefined when it is dead. Bytes come back as a copy. */
  value(identity: Identity): unknown {
    const held = this.#held.get(identity)
    if (held === undefined) return undefined
    if (held instanceof WeakRef) return held.deref()
    return held.shelf === 'bytes' ? Uint8Array.from(Buffer.from(held.key as string, 'latin1')) : held.key
  }

  /** Lets go of a dead value: seen again, it would be another one. */
  forget(identity: Identity): void {
    const held = this.#held.get(identity)
    if (held === undefined) return
    if (!this.#remembers) this.#held.delete(identity)
    if (!(held instanceof WeakRef)) this.#shelves[held.shelf].delete(held.key)
    else {
      const object = held.deref()
      if (object !== undefined) this.#objects.delete(object)
    }
  }

  forgetAll(): void {
    this.#objects = new WeakMap()
    for (const shelf of Object.values(this.#shelves)) shelf.clear()
    if (!this.#remembers) this.#held.clear()
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

export function isBytes(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

/** Equal for byte arrays of equal content, whatever view shows them. */
export function contentKey(bytes: ArrayBufferView | ArrayBuffer): string {
  const view = ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes)
  return view.toString('latin1')
}
