/**
 * The text of functions as the program may see it: `Function.prototype.toString` gives for a wrapper the text of its
 * original, and for a woven function the text that was written. One patch per realm, made when the first function with
 * another text exists.
 */

import {
  defineProperty,
  functionToString,
  getOwnPropertyDescriptor,
  weakMapGet,
  weakMapSet,
  weakSetAdd,
  weakSetHas,
} from './originals.ts'

/** Gives the text that a function had before it was woven; undefined for what was not. */
export type TextSource = (running: string) => string | undefined

const originals = new WeakMap<Function, Function>()
const disguised = new WeakSet<object>()
let written: TextSource | undefined

/** A wrapper stands for its original, here and wherever someone asks what a function was. */
export function standFor(wrapper: Function, original: Function): void {
  weakMapSet(originals, wrapper, original)
}

/** The function that a wrapper stands for; the function itself when it is none. */
export function originalOf(value: Function): Function {
  return (weakMapGet(originals, value) as Function | undefined) ?? value
}

/** The weaver's way to take its insertions out of a text again. */
export function setTextSource(source: TextSource | undefined): void {
  written = source
}

/** Patches `Function.prototype.toString` of a realm; once. */
export function disguiseText(functionPrototype: Function): void {
  if (weakSetHas(disguised, functionPrototype)) return
  weakSetAdd(disguised, functionPrototype)
  const descriptor = getOwnPropertyDescriptor(functionPrototype, 'toString')
  if (descriptor === undefined || typeof descriptor.value !== 'function') return
  const original = descriptor.value as Function
  const { toString } = {
    toString(this: Function): string {
      const text = functionToString(typeof this === 'function' ? originalOf(this) : this)
      return written?.(text) ?? text
    },
  }
  standFor(toString, original)
  defineProperty(functionPrototype, 'toString', { ...descriptor, value: toString })
}
