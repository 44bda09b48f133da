/**
 * Builtin classes that were seen, and methods of Node's classes that were patched. A class below may override a patched
 * method, or have a copy of it, and either may come first: each class that arrives is looked at for all methods, each method
 * in all classes.
 */

import type { Operation } from '../plan/plan.ts'
import { addToList, getPrototypeOf, hasOwn, mapGet, ownKeys } from './originals.ts'

/** A patched method of a class of Node's. */
export interface PatchedMethod {
  readonly prototype: object
  readonly key: PropertyKey
  readonly operation: Operation
  /** The instances that it signals for; undefined for all that share the function. */
  readonly only: object | undefined
}

export class BuiltinClasses {
  readonly #methods = new Map<PropertyKey, PatchedMethod[]>()
  readonly #seen = new Set<object>()
  /** The same in a row. */
  readonly #prototypes: object[] = []
  readonly #onOwnMethod: (prototype: object, method: PatchedMethod) => void

  /** `onOwnMethod` hears of each class that has a member of its own of a patched method's name. */
  constructor(onOwnMethod: (prototype: object, method: PatchedMethod) => void) {
    this.#onOwnMethod = onOwnMethod
  }

  /** All classes above go first: an override of an override is found so. */
  add(prototype: object): void {
    if (this.#seen.has(prototype)) return
    const above = getPrototypeOf(prototype)
    if (above !== null) this.add(above)
    this.#seen.add(prototype)
    this.#prototypes[this.#prototypes.length] = prototype
    if (this.#methods.size === 0) return
    const keys = ownKeys(prototype)
    for (let i = 0; i < keys.length; i += 1) {
      const methods = mapGet(this.#methods, keys[i]!) as PatchedMethod[] | undefined
      if (methods !== undefined) for (const method of methods) this.#onOwnMethod(prototype, method)
    }
  }

  addMethod(method: PatchedMethod): void {
    addToList(this.#methods, method.key, method)
    for (let i = 0; i < this.#prototypes.length; i += 1)
      if (hasOwn(this.#prototypes[i], method.key)) this.#onOwnMethod(this.#prototypes[i]!, method)
  }
}
