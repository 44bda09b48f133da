/**
 * Builtins that the program has replaced, put aside while JSMOP does longer work: assembling a spec, weaving a text, telling
 * of a violation. Code that runs for every event uses originals (`originals.ts`); this is for the code that does not, and
 * which a spy on `Map.prototype.set`, a mocked `Math.random` or a poisoned `Array.prototype.map` would see, or break.
 *
 * What is kept is what the language's objects had when the session began, our own wrappers included. Nothing of the program
 * runs meanwhile. A process asks a hundred times before it has done anything, and V8 knows nothing yet; so whether all are
 * there is asked by a text that names each of them, at a place of its own: a loop took more in each process. Only where
 * something was replaced is anything written.
 */

import { generate } from '../plan/generate.ts'
import { defineProperty, deleteProperty, getOwnPropertyDescriptor, min, ownKeys, stringify } from './originals.ts'

interface Kept {
  readonly holder: Record<PropertyKey, unknown>
  /** The number of the holder. */
  readonly at: number
  readonly key: PropertyKey
  readonly value: unknown
}

interface Replaced {
  readonly kept: Kept
  /** What stands there; undefined where the program deleted it. */
  readonly found: PropertyDescriptor | undefined
}

const holders: readonly object[] = [
  Object,
  Object.prototype,
  Function.prototype,
  Array,
  Array.prototype,
  String,
  String.prototype,
  Number,
  Number.prototype,
  RegExp.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  WeakRef.prototype,
  Promise,
  Promise.prototype,
  Reflect,
  JSON,
  Math,
  Date,
  Symbol,
]

let kept: Kept[] = []
/** Whether all that is kept stands in its place. */
let areInPlace = (): boolean => true
let atWork = false

/** From here on what is replaced was replaced by the program. */
export function keepBuiltins(): void {
  kept = []
  for (let at = 0; at < holders.length; at += 1) {
    const holder = holders[at]! as Kept['holder']
    const keys = ownKeys(holder)
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i]!
      const value: unknown = getOwnPropertyDescriptor(holder, key)?.value
      // A constructor is what it is asked for by; nothing of ours does.
      if (typeof value !== 'function' || key === 'constructor') continue
      kept[kept.length] = { holder, at, key, value }
    }
  }
  areInPlace = compileCheck()
}

/**
 * Builtins that one function asks for. V8 optimizes a long function after the same thousand calls as a short one, at a
 * price that grows faster than the length: all of them in one took 60 ms of a suite that loads 300 modules.
 */
const askedTogether = 8

function compileCheck(): () => boolean {
  const holdersText = holders.map((_, i) => `h${i} = holders[${i}]`).join(', ')
  const valuesText = kept.map((_, i) => `v${i} = kept[${i}].value`).join(', ')
  let functions = ''
  let calls = 'true'
  for (let first = 0; first < kept.length; first += askedTogether) {
    functions += `const ask${first} = () => ${checkText(first, min(first + askedTogether, kept.length))}\n`
    calls += ` && ask${first}()`
  }
  return generate(`const ${holdersText}, ${valuesText}\n${functions}return () => ${calls}`, { holders, kept })
}

function checkText(first: number, end: number): string {
  let text = 'true'
  for (let i = first; i < end; i += 1) {
    const { at, key } = kept[i]!
    const name = typeof key === 'string' ? stringify(key) : `kept[${i}].key`
    text += ` && h${at}[${name}] === v${i}`
  }
  return text
}

/**
 * Runs work of ours, which must not call the program, on the builtins that were kept. Work within such work is not asked for
 * again: loading a module is three deep, and asking took a tenth of what jest's modules cost.
 */
export function pristinely<T>(work: () => T): T {
  if (atWork) return work()
  atWork = true
  let replaced: readonly Replaced[] | undefined
  try {
    if (!areInPlace()) replaced = putAside()
    return work()
  } finally {
    if (replaced !== undefined) putBack(replaced)
    atWork = false
  }
}

/** Puts what was kept into the place of what the program has replaced; undefined where it has replaced nothing. */
function putAside(): readonly Replaced[] | undefined {
  let replaced: Replaced[] | undefined
  for (let i = 0; i < kept.length; i += 1) {
    const each = kept[i]!
    if (each.holder[each.key] === each.value) continue
    replaced ??= []
    replaced[replaced.length] = { kept: each, found: getOwnPropertyDescriptor(each.holder, each.key) }
  }
  if (replaced === undefined) return undefined
  // A property that may not be changed stays as it is: `defineProperty` here tells, and does not throw.
  for (let i = 0; i < replaced.length; i += 1) {
    const { holder, key, value } = replaced[i]!.kept
    defineProperty(holder, key, { value, writable: true, enumerable: false, configurable: true })
  }
  return replaced
}

function putBack(replaced: readonly Replaced[]): void {
  for (let i = 0; i < replaced.length; i += 1) {
    const {
      kept: { holder, key },
      found,
    } = replaced[i]!
    if (found === undefined) deleteProperty(holder, key)
    else defineProperty(holder, key, found)
  }
}
