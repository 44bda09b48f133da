/**
 * How expressions and messages look at the values of a program: data properties only, own or inherited. A getter is never
 * called and a Proxy never asked, since both run the program's code; what cannot be read that way is undefined. A few
 * getters of the language itself read an internal slot and are called through the originals saved here: the length of
 * typed arrays, the size of Map and Set.
 *
 * Nothing here throws, and nothing looks a global up at run time: the program may have replaced it.
 */

import { types } from 'node:util'
import { isForbiddenKey } from './parse.ts'

const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object
const { isMap, isProxy, isSet, isTypedArray } = types
const { apply } = Reflect
const { isArray } = Array

const getter = (prototype: object, key: string): Function =>
  Reflect.get(getOwnPropertyDescriptor(prototype, key)!, 'get') as Function
const typedArrayLength = getter(getPrototypeOf(Uint8Array.prototype) as object, 'length')
const mapSize = getter(Map.prototype, 'size')
const setSize = getter(Set.prototype, 'size')

/** What `getOwnPropertyDescriptor` can be asked about. */
function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

export function readData(value: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined
  if (typeof value === 'string') {
    if (key === 'length') return value.length
    return typeof key === 'number' ? value[key] : undefined
  }
  // First of all whether it is a Proxy: even Array.isArray fails on a revoked one.
  if (!isObject(value) || isProxy(value) || isForbiddenKey(key)) return undefined
  return intrinsicSize(value, key) ?? dataProperty(value, key)
}

/** Whether a property of that name exists, data or accessor; false where a Proxy would have to be asked. */
export function hasKey(value: unknown, key: unknown): boolean {
  if ((typeof key !== 'string' && typeof key !== 'number') || !isObject(value)) return false
  for (let holder: unknown = value; isObject(holder) && !isProxy(holder); holder = getPrototypeOf(holder)) {
    if (ownProperty(holder, key) !== undefined) return true
  }
  return false
}

/** Elements or characters; undefined for what has no size. */
export function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return value.length
  if (!isObject(value) || isProxy(value)) return undefined
  if (isArray(value)) return value.length
  if (isMap(value)) return apply(mapSize, value, []) as number
  if (isSet(value)) return apply(setSize, value, []) as number
  return isTypedArray(value) ? (apply(typedArrayLength, value, []) as number) : undefined
}

/** Maps and Sets have a size, arrays and typed arrays a length. */
function intrinsicSize(value: object, key: string | number): number | undefined {
  if (key === 'length' ? isArray(value) || isTypedArray(value) : key === 'size' && (isMap(value) || isSet(value))) {
    return sizeOf(value)
  }
  return undefined
}

/** Whether the value was made by a class of that name, or a subclass of it, in whichever realm. */
export function isInstanceOf(value: unknown, className: unknown): boolean {
  if (!isObject(value) || typeof className !== 'string') return false
  for (let holder: unknown = value; isObject(holder) && !isProxy(holder); holder = getPrototypeOf(holder)) {
    const maker = ownData(holder, 'constructor')
    if (isObject(maker) && !isProxy(maker) && ownData(maker, 'name') === className) return true
  }
  return false
}

function dataProperty(value: object, key: string | number): unknown {
  for (let holder: unknown = value; isObject(holder) && !isProxy(holder); holder = getPrototypeOf(holder)) {
    const descriptor = ownProperty(holder, key)
    if (descriptor !== undefined) return valueIn(descriptor)
  }
  return undefined
}

function ownData(holder: object, key: string): unknown {
  const descriptor = ownProperty(holder, key)
  return descriptor === undefined ? undefined : valueIn(descriptor)
}

function valueIn(descriptor: PropertyDescriptor): unknown {
  return hasOwn(descriptor, 'value') ? descriptor.value : undefined
}

function ownProperty(holder: object, key: string | number): PropertyDescriptor | undefined {
  try {
    return getOwnPropertyDescriptor(holder, key)
  } catch {
    // An export of a module that is still being evaluated: it exists and has no value.
    return {}
  }
}
