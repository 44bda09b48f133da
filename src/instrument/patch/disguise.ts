/**
 * Makes a function of ours stand for one of the program's or of Node's, so that nothing a program can ask tells them
 * apart: own properties in order, prototype, extensibility, and the text that `Function.prototype.toString` gives. The
 * same patch of `toString` gives the text of a woven function as it was written. One patch per realm, made when the
 * first function with another text exists.
 */

import {
  defineProperty,
  deleteProperty,
  functionToString,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isExtensible,
  ownKeys,
  preventExtensions,
  setPrototypeOf,
  weakSetAdd,
  weakSetHas,
} from './originals.ts'

/** Gives the text that a function had before it was woven; undefined for what was not. */
export type TextSource = (running: string) => string | undefined

/** A class whose `super()` returns the function it is given, so that a subclass adds its private field to that function. */
// oxlint-disable-next-line typescript/no-extraneous-class -- a constructor is all it is for
class Given {
  constructor(given: Function) {
    // oxlint-disable-next-line no-constructor-return -- the point of this class
    return given
  }
}

/** What a function stands for, as a private field of it: a WeakMap takes several times as long for each new function. */
class StandIn extends Given {
  #original: Function

  constructor(wrapper: Function, original: Function) {
    super(wrapper)
    this.#original = original
  }

  static originalOf(value: Function): Function | undefined {
    return #original in value ? (value as unknown as StandIn).#original : undefined
  }
}

const patchedPrototypes = new WeakSet<object>()
let written: TextSource | undefined
/** Whether a function of this realm stands for another. */
let standsAlready = false

/** Gives `wrapper` the looks of `original`. */
export function disguise<T extends Function>(wrapper: T, original: Function): T {
  const keys = ownKeys(original)
  for (let i = 0; i < keys.length; i += 1)
    defineProperty(wrapper, keys[i]!, getOwnPropertyDescriptor(original, keys[i]!)!)
  const own = ownKeys(wrapper)
  // All that the original has is there: as many are the same.
  if (own.length > keys.length)
    for (let i = 0; i < own.length; i += 1) if (!hasOwn(original, own[i]!)) deleteProperty(wrapper, own[i]!)
  const parent = getPrototypeOf(original)
  if (parent !== getPrototypeOf(wrapper)) setPrototypeOf(wrapper, parent)
  if (!isExtensible(original)) preventExtensions(wrapper)
  standFor(wrapper, original)
  return wrapper
}

/**
 * The same for a wrapper that is nameless and has a length and nothing else, as executors and the resolvers of the language
 * mostly do: those need no more than the text. How their `length` and `name` are defined is not looked at, since a program
 * that changes that of a function without a name has named or frozen it (32,000 → 25,000 instructions for all of an
 * awaited promise; each descriptor of these two takes V8 another 1,500, so looking would cost most of what is saved).
 */
export function disguiseNameless<T extends Function>(wrapper: T, original: Function): T {
  const keys = ownKeys(original)
  const looksAlike =
    keys.length === 2 &&
    keys[1] === 'name' &&
    original.name === '' &&
    original.length === wrapper.length &&
    getPrototypeOf(original) === getPrototypeOf(wrapper) &&
    isExtensible(original)
  if (!looksAlike) return disguise(wrapper, original)
  standFor(wrapper, original)
  return wrapper
}

/** For what needs no looks of its own, a Proxy: only the text. */
export function standFor(wrapper: Function, original: Function): void {
  if (!standsAlready) {
    standsAlready = true
    disguiseText(Function.prototype)
  }
  // oxlint-disable-next-line no-new -- it marks the wrapper
  if (StandIn.originalOf(wrapper) === undefined) new StandIn(wrapper, original)
}

/** The function that a wrapper stands for; the function itself when it is none. */
export function originalOf(value: Function): Function {
  return StandIn.originalOf(value) ?? value
}

/** The weaver's way to take its insertions out of a text again. Woven functions exist in every realm that is patched. */
export function setTextSource(source: TextSource): void {
  disguiseText(Function.prototype)
  written = source
}

/** Patches `Function.prototype.toString` of a realm; once. */
export function disguiseText(functionPrototype: Function): void {
  if (weakSetHas(patchedPrototypes, functionPrototype)) return
  weakSetAdd(patchedPrototypes, functionPrototype)
  const descriptor = getOwnPropertyDescriptor(functionPrototype, 'toString')
  if (typeof descriptor?.value !== 'function') return
  const { toString } = {
    toString(this: Function): string {
      const text = functionToString(typeof this === 'function' ? originalOf(this) : this)
      return written === undefined ? text : (written(text) ?? text)
    },
  }
  disguise(toString, descriptor.value as Function)
  defineProperty(functionPrototype, 'toString', { ...descriptor, value: toString })
}
