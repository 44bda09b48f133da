/**
 * Stacks as the program would see them without us: frames of ours are left out, positions in woven texts are those of the
 * texts that were written. Node formats every stack through `Error.prepareStackTrace` of the main realm (its own function
 * until the program sets another), so that property is made an accessor: Node reads a formatter that gets corrected call
 * sites, the program reads what it would have read.
 *
 * Wrappers raise `Error.stackTraceLimit` while they run (`instrument/patch/wrap-function.ts`), so that leaving their
 * frames out leaves as many frames as there would have been.
 *
 * Realms of `vm` have no formatter until a program sets one there (jest does); until then Node falls back on the main realm's.
 * So nothing stands on their `Error` before: an accessor above it hears of the first assignment.
 */

import { abiName } from '../instrument/weave/abi.ts'
import { unweave } from '../instrument/weave/unweave.ts'
import { disguise } from '../instrument/patch/disguise.ts'
import {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getProperty,
  stringEndsWith,
  stringIndexOf,
  stringLastIndexOf,
  stringSlice,
} from '../instrument/patch/originals.ts'
import { highestRaise, raisedLimit } from '../instrument/patch/wrap-function.ts'
import { captureText, isNodeFile, isOwnFile, rawSites } from './stack.ts'

export interface Place {
  readonly line: number
  readonly column: number
}

/** Gives written positions for positions in the woven text of a file; undefined for files that are not woven. */
export type WrittenPositions = (file: string) => { unwoven(line: number, column: number): Place } | undefined

type Formatter = (error: Error, sites: NodeJS.CallSite[]) => unknown

const realError = Error
const formattingFile = '(node:internal/errors:'
/** How V8 calls a method that has no name. */
const anonymous = '<anonymous>'

let written: WrittenPositions | undefined

/** Installs the layer, once per thread. */
export function installStackLayer(positions: WrittenPositions): void {
  const first = written === undefined
  written = positions
  if (!first) return
  const descriptor = getOwnPropertyDescriptor(realError, 'prepareStackTrace')
  const nodes: unknown = descriptor?.value
  // Without a formatter of Node's own there is nothing to hand corrected call sites to.
  if (typeof nodes !== 'function' || descriptor?.configurable !== true) return
  const formats = nodes as Formatter
  rawSites.layered = true
  answerFor(realError, disguise(correcting(formats, realError), formats))
}

/** What a realm's `Error` has to do with stacks. */
interface StackSettings {
  stackTraceLimit?: unknown
  prepareStackTrace?: unknown
}

interface StackRealm {
  readonly Error: StackSettings
  readonly Function: { readonly prototype: object }
}

/** Makes a realm of `vm` give corrected call sites to a formatter that its program sets. */
export function layerRealm({ Error: error, Function: { prototype } }: StackRealm): void {
  if (!rawSites.layered) return
  defineProperty(prototype, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get: () => undefined,
    set(this: unknown, value: unknown) {
      if (this === error) {
        deleteProperty(prototype, 'prepareStackTrace')
        answerFor(error, undefined)
        error.prepareStackTrace = value
      } else if (typeof this === 'object' || typeof this === 'function') {
        defineProperty(this!, 'prepareStackTrace', { value, writable: true, enumerable: true, configurable: true })
      }
    },
  })
}

/** Puts the accessor onto a realm's `Error`; `ours` is what Node and the program read until the program sets a formatter. */
function answerFor(error: StackSettings, ours: Formatter | undefined): void {
  let shown: unknown = ours
  let corrected: unknown = ours
  defineProperty(error, 'prepareStackTrace', {
    configurable: true,
    enumerable: ours === undefined,
    get: function read(): unknown {
      if (rawSites.wanted !== undefined) return rawSites.wanted
      if (shown === corrected) return shown
      return isReadByNode(read) ? corrected : shown
    },
    set: (value: unknown) => {
      shown = value
      if (error === realError) rawSites.formatted = typeof value === 'function' && value !== ours
      corrected = typeof value === 'function' && value !== ours ? correcting(value as Formatter, error) : ours
    },
  })
}

function correcting(formatter: Formatter, error: StackSettings): Formatter {
  return function (this: unknown, thrown, sites) {
    correctMessage(thrown)
    const corrected = correctSites(sites, error)
    const { formatting } = rawSites
    rawSites.formatting = true
    try {
      return apply(formatter, this, [thrown, corrected])
    } finally {
      rawSites.formatting = formatting
    }
  }
}

/** `assert.ok` and others quote the text that ran in their messages, which they make before the stack is formatted. */
function correctMessage(error: unknown): void {
  if (typeof error !== 'object' || error === null) return
  const descriptor = getOwnPropertyDescriptor(error, 'message')
  const text: unknown = descriptor?.value
  if (typeof text === 'string' && stringIndexOf(text, abiName) !== -1)
    defineProperty(error, 'message', { ...descriptor, value: unweave(text) })
}

/**
 * Node asks for the formatter from the one function that formats stacks. While it does, V8 formats any other stack itself,
 * as text: that a stack asked for here comes as text is already half of the answer.
 */
function isReadByNode(reader: Function): boolean {
  const stack = captureText(reader)
  return stack !== undefined && stringIndexOf(stack, formattingFile) !== -1
}

function correctSites(sites: NodeJS.CallSite[], error: StackSettings): NodeJS.CallSite[] {
  const kept: NodeJS.CallSite[] = []
  for (let i = 0; i < sites.length; i += 1) {
    const site = sites[i]!
    const file = site.getFileName()
    if (typeof file === 'string' && isOwnFile(file)) {
      if (kept.length > 0) kept[kept.length - 1] = calledAs(site, kept[kept.length - 1]!)
    } else kept[kept.length] = typeof file === 'string' && !isNodeFile(file) ? correctSite(site, file) : site
  }
  // A raised limit may have made the stack longer than the program asked for; a much longer one it asked for itself.
  const { stackTraceLimit } = error
  if (typeof stackTraceLimit !== 'number') return kept
  const limit = stackTraceLimit === raisedLimit.to ? stackTraceLimit - raisedLimit.by : stackTraceLimit
  if (limit >= 0 && kept.length > limit && kept.length <= limit + highestRaise) kept.length = Math.trunc(limit)
  return kept
}

/**
 * What a wrapper calls in its own place. V8 tells under which name a method was called by looking for it among the properties
 * of its receiver, and finds the wrapper there.
 */
function calledAs(own: NodeJS.CallSite, called: NodeJS.CallSite): NodeJS.CallSite {
  const name = own.getMethodName()
  if (name === null || called.getMethodName() !== null || own.getTypeName() !== called.getTypeName()) return called
  return new Proxy(called, new CalledAs(name))
}

function correctSite(site: NodeJS.CallSite, file: string): NodeJS.CallSite {
  const woven = written!(file)
  if (woven === undefined) return site
  const line = site.getLineNumber() ?? 0
  const column = site.getColumnNumber() ?? 0
  const position = woven.unwoven(line, column)
  if (position.line === line && position.column === column) return site
  // A call site's methods work on the genuine object only.
  return new Proxy(site, new Correction(`:${line}:${column}`, position))
}

/** A call site that answers some questions otherwise. */
abstract class Answers implements ProxyHandler<NodeJS.CallSite> {
  get(site: NodeJS.CallSite, key: PropertyKey): unknown {
    const answer = this.answer(site, key)
    if (answer !== undefined) return () => answer
    const value: unknown = getProperty(site, key, site)
    return typeof value === 'function' ? (...args: unknown[]): unknown => apply(value, site, args) : value
  }

  protected abstract answer(site: NodeJS.CallSite, key: PropertyKey): unknown
}

/** For a method that was called under a name. */
class CalledAs extends Answers {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
  }

  protected answer(site: NodeJS.CallSite, key: PropertyKey): unknown {
    return key === 'getMethodName' ? this.#name : key === 'toString' ? this.#text(site) : undefined
  }

  /** As V8 writes it: `Type.function [as name] (place)`, `Type.name (place)` where the function has none. */
  #text(site: NodeJS.CallSite): string {
    // oxlint-disable-next-line typescript/no-base-to-string -- a call site has a `toString` of its own
    const text = site.toString()
    const nameless = `.${anonymous} (`
    const at = stringIndexOf(text, nameless)
    if (at !== -1) return `${stringSlice(text, 0, at)}.${this.#name} (${stringSlice(text, at + nameless.length)}`
    const own = site.getFunctionName()
    const end = stringIndexOf(text, ' (')
    if (own === null || end === -1 || own === this.#name || stringEndsWith(own, `.${this.#name}`)) return text
    return `${stringSlice(text, 0, end)} [as ${this.#name}]${stringSlice(text, end)}`
  }
}

/** For a place in a woven text. */
class Correction extends Answers {
  readonly #running: string
  readonly #written: Place

  constructor(running: string, place: Place) {
    super()
    this.#running = running
    this.#written = place
  }

  protected answer(site: NodeJS.CallSite, key: PropertyKey): unknown {
    switch (key) {
      case 'getLineNumber':
        return this.#written.line
      case 'getColumnNumber':
        return this.#written.column
      case 'toString':
        return this.#text(site)
      default:
        return undefined
    }
  }

  #text(site: NodeJS.CallSite): string {
    // oxlint-disable-next-line typescript/no-base-to-string -- a call site has a `toString` of its own
    const text = site.toString()
    const at = stringLastIndexOf(text, this.#running)
    if (at === -1) return text
    const { line, column } = this.#written
    return `${stringSlice(text, 0, at)}:${line}:${column}${stringSlice(text, at + this.#running.length)}`
  }
}
