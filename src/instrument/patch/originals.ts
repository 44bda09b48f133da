/**
 * Builtins as they were when JSMOP was loaded, before anything was patched and before a user's program could change
 * them. Wrappers and the runtime use these and never the globals: a patched global would signal events from inside the
 * monitor, a mocked one would change what the monitor does.
 *
 * Methods are uncurried: `mapGet(map, key)` is `map.get(key)` whatever happened to `Map.prototype` since.
 */

import * as fs from 'node:fs'
import { types } from 'node:util'
import * as vm from 'node:vm'

const { bind, call } = Function.prototype

/** Turns a method into a function that takes its receiver first. */
export const uncurryThis = bind.bind(call) as <A extends unknown[], R>(
  method: (this: any, ...args: A) => R,
) => (receiver: unknown, ...args: A) => R
export const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  get: getProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  preventExtensions,
  setPrototypeOf,
} = Reflect
export const { isExtensible } = Object
export const isPrototypeOf = uncurryThis(Object.prototype.isPrototypeOf)
export const hasOwn = uncurryThis(Object.prototype.hasOwnProperty)
export const functionToString = uncurryThis(Function.prototype.toString)

export const mapGet = uncurryThis(Map.prototype.get)
export const mapSet = uncurryThis(Map.prototype.set)
export const mapDelete = uncurryThis(Map.prototype.delete)
export const mapHas = uncurryThis(Map.prototype.has)
export const setAdd = uncurryThis(Set.prototype.add)
export const setHas = uncurryThis(Set.prototype.has)
export const weakMapGet = uncurryThis(WeakMap.prototype.get)
export const weakMapSet = uncurryThis(WeakMap.prototype.set)
export const weakSetAdd = uncurryThis(WeakSet.prototype.add)
export const weakSetHas = uncurryThis(WeakSet.prototype.has)

export const arraySlice = uncurryThis(Array.prototype.slice)
export const stringSlice = uncurryThis(String.prototype.slice) as (text: string, start: number, end?: number) => string
export const stringIndexOf = uncurryThis(String.prototype.indexOf) as (
  text: string,
  part: string,
  from?: number,
) => number
export const stringLastIndexOf = uncurryThis(String.prototype.lastIndexOf) as (text: string, part: string) => number
export const stringCharCodeAt = uncurryThis(String.prototype.charCodeAt) as (text: string, at: number) => number
export const stringStartsWith = uncurryThis(String.prototype.startsWith) as (text: string, part: string) => boolean
export const stringEndsWith = uncurryThis(String.prototype.endsWith) as (text: string, part: string) => boolean

/** One for each encoding: what finds them by its name is more for V8 to compile than all else that reads a file of ours. */
type ReadLetters = (bytes: Buffer, start: number, end: number) => string
const { latin1Slice, utf8Slice, ucs2Slice } = Buffer.prototype as unknown as Record<string, (this: Buffer) => unknown>
export const latin1In = uncurryThis(latin1Slice!) as ReadLetters
export const utf8In = uncurryThis(utf8Slice!) as ReadLetters
export const ucs2In = uncurryThis(ucs2Slice!) as ReadLetters

export const promiseThen = uncurryThis(Promise.prototype.then)
export const { isArray } = Array
export const { captureStackTrace } = Error
export const { isAsyncFunction } = types
export const { stringify } = JSON
export const { now } = Date
export const { min, max } = Math

export const { Script } = vm
export const runScript = uncurryThis(Script.prototype.runInThisContext)
export const {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} = fs

/** Appends to the list that a map has for a key. */
export function addToList<K, T>(map: Map<K, T[]>, key: K, one: T): void {
  const list = mapGet(map, key) as T[] | undefined
  if (list === undefined) mapSet(map, key, [one])
  else list[list.length] = one
}
