/**
 * Whether a loop can ask a value for an iterator, found without running any of the program's code: a getter or a Proxy may
 * say yes, and then V8 decides. Woven loops ask it of everything but arrays, before they begin. Hot.
 *
 * Looking through the prototypes makes a descriptor at each and asks Node of each whether it is a Proxy. Loops of a program
 * go over objects of few classes, so each realm remembers where the last few of these have their method; it must still be
 * there.
 */

import { types } from 'node:util'
import { getOwnPropertyDescriptor, getPrototypeOf, hasOwn, min } from '../instrument/patch/originals.ts'
import type { RealmAbi } from '../instrument/weave/abi.ts'

const { isProxy } = types
const { iterator } = Symbol

/** Classes to remember: loops are mostly given maps, sets and their iterators. */
const mostClasses = 4

export function isIterable(value: unknown, realm: RealmAbi): boolean {
  if (typeof value === 'string') return true
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return hasPrimitive(value, iterator)
  if (isProxy(value)) return true
  const prototype = getPrototypeOf(value)
  const { iterables } = realm
  if (iterables !== undefined)
    for (let i = 0; i < iterables.length; i += 1) {
      const known = iterables[i]!
      if (known.prototype !== prototype) continue
      // Its descriptor, 300 instructions more than a look: the program may have put an accessor there meanwhile.
      if (!hasOwn(value, iterator) && getOwnPropertyDescriptor(known.holder, iterator)?.value === known.method)
        return true
      break
    }
  return hasMethod(value, prototype, realm)
}

export function isAsyncIterable(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return hasPrimitive(value, Symbol.asyncIterator)
  return isProxy(value) || findHolder(value, Symbol.asyncIterator) !== undefined
}

function hasMethod(value: object, prototype: object | null, realm: RealmAbi): boolean {
  const holder = findHolder(value, iterator)
  if (holder === undefined) return false
  // Only a plain value: a second look at an accessor would run it.
  const method: unknown = isProxy(holder) ? undefined : getOwnPropertyDescriptor(holder, iterator)!.value
  if (holder === value || method === undefined) return true
  const iterables = (realm.iterables ??= [])
  // The oldest goes.
  for (let i = min(iterables.length, mostClasses - 1); i > 0; i -= 1) iterables[i] = iterables[i - 1]!
  iterables[0] = { prototype: prototype!, holder, method }
  return true
}

/** The object that gives the method, or may: a Proxy, or one that has a getter. */
function findHolder(value: object, key: symbol): object | undefined {
  for (let holder: object | null = value; holder !== null; holder = getPrototypeOf(holder)) {
    if (isProxy(holder)) return holder
    const descriptor = getOwnPropertyDescriptor(holder, key)
    if (descriptor !== undefined)
      return descriptor.get !== undefined || typeof descriptor.value === 'function' ? holder : undefined
  }
  return undefined
}

/** Numbers and the like are iterable only where a program made them so. */
function hasPrimitive(value: unknown, key: symbol): boolean {
  return value !== null && value !== undefined && key in Object(value)
}
