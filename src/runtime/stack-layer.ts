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
  stringCharCodeAt,
  stringEndsWith,
  stringIndexOf,
  stringSlice,
} from '../instrument/patch/originals.ts'
import { highestRaise, limitOfProgram } from '../instrument/patch/wrap-function.ts'
import { captureText, isNodeFile, isOwnFile, rawSites } from './stack.ts'

export interface Place {
  readonly line: number
  readonly column: number
}

/** Gives the written position for one in a woven text. */
interface WovenPositions {
  unwoven(line: number, column: number): Place
}

/** Undefined for files that are not woven. */
export type WrittenPositions = (file: string) => WovenPositions | undefined

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
  answerFor(realError, disguise(correcting(formats, realError, joinsTexts), formats))
}

const mapsSources = getOwnPropertyDescriptor(process, 'sourceMapsEnabled')?.get

/** Whether Node's own formatter joins the texts of call sites; with source maps it asks them for more. */
function joinsTexts(): boolean {
  return mapsSources !== undefined && !apply(mapsSources, process, [])
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
  // Node reads a formatter twice, to see whether it is one and to call it, and nothing runs in between.
  let readByNode = false
  defineProperty(error, 'prepareStackTrace', {
    configurable: true,
    enumerable: ours === undefined,
    get: function read(): unknown {
      if (rawSites.wanted !== undefined) return rawSites.wanted
      if (shown === corrected) return shown
      if (readByNode) readByNode = false
      else if (isReadByNode(read)) readByNode = typeof corrected === 'function'
      else return shown
      return corrected
    },
    set: (value: unknown) => {
      readByNode = false
      shown = value
      if (error === realError) rawSites.formatted = typeof value === 'function' && value !== ours
      corrected = typeof value === 'function' && value !== ours ? correcting(value as Formatter, error) : ours
    },
  })
}

/** `asTexts` tells of a formatter that makes nothing of call sites but their texts: these need no stand-ins. */
function correcting(formatter: Formatter, error: StackSettings, asTexts?: () => boolean): Formatter {
  return function (this: unknown, thrown, sites) {
    correctMessage(thrown)
    const areTexts = asTexts?.() === true
    const frames = framesOf(sites, error, areTexts)
    const correct = areTexts ? correctedText : correctedSite
    const corrected: (NodeJS.CallSite | string)[] = []
    for (let i = 0; i < frames.length; i += 1) corrected[i] = correct(frames[i]!)
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

/** A frame that is the program's. */
interface Frame {
  readonly site: NodeJS.CallSite
  /** Undefined where it has no positions of ours: evaluated code, Node's own. */
  readonly file: string | undefined
  /** The name that a wrapper was called by which called the function in its own place. */
  calledAs: string | undefined
}

function framesOf(sites: readonly NodeJS.CallSite[], error: StackSettings, areTexts: boolean): Frame[] {
  const frames: Frame[] = []
  for (let i = 0; i < sites.length; i += 1) {
    const site = sites[i]!
    // A program may hand a formatter anything.
    const file = typeof site?.getFileName === 'function' ? site.getFileName() : undefined
    if (typeof file === 'string' && isOwnFile(file)) {
      const called = frames[frames.length - 1]
      if (called !== undefined && !(areTexts && haveOneName(called.site, site))) nameAfter(called, site)
    } else {
      const ofProgram = typeof file === 'string' && !isNodeFile(file) ? file : undefined
      frames[frames.length] = { site, file: ofProgram, calledAs: undefined }
    }
  }
  // A raised limit may have made the stack longer than the program asked for; a much longer one it asked for itself.
  const { stackTraceLimit } = error
  if (typeof stackTraceLimit !== 'number') return frames
  const limit = limitOfProgram(stackTraceLimit)
  if (limit >= 0 && frames.length > limit && frames.length <= limit + highestRaise) frames.length = Math.trunc(limit)
  return frames
}

/**
 * Whether V8 would find the function under its own name, and so write no other: it looks for that first, and what a class has is
 * there. Plain objects hold functions of anybody's. To ask what it was called by takes V8 a search of all that the receiver inherits.
 */
function haveOneName(called: NodeJS.CallSite, own: NodeJS.CallSite): boolean {
  const name = own.getFunctionName()
  return name !== null && name !== '' && name === called.getFunctionName() && called.getTypeName() !== 'Object'
}

/**
 * What a wrapper calls in its own place. V8 tells under which name a method was called by looking for it among the properties
 * of its receiver, and finds the wrapper there.
 */
function nameAfter(frame: Frame, own: NodeJS.CallSite): void {
  const { site } = frame
  const name = own.getMethodName()
  // The trap of a Proxy is no name that anything was called by.
  if (name === null || own.getFunctionName() === 'apply') return
  if (site.getMethodName() === null && own.getTypeName() === site.getTypeName()) frame.calledAs = name
}

function correctedSite({ site, file, calledAs }: Frame): NodeJS.CallSite {
  const woven = file === undefined ? undefined : written!(file)
  // A call site's methods work on the genuine object only.
  const corrected = woven === undefined ? site : new Proxy(site, new Correction(woven))
  return calledAs === undefined ? corrected : new Proxy(corrected, new CalledAs(calledAs))
}

/** The text of a corrected call site, or one that needs no correction. */
function correctedText({ site, file, calledAs }: Frame): NodeJS.CallSite | string {
  const woven = file === undefined ? undefined : written!(file)
  if (woven === undefined && calledAs === undefined) return site
  // oxlint-disable-next-line typescript/no-base-to-string -- a call site has a `toString` of its own
  const running = site.toString()
  const text = woven === undefined ? running : withWrittenPosition(running, woven)
  return calledAs === undefined ? text : textAs(calledAs, text, site)
}

/**
 * The text ends with a line and a column, in parentheses or without. They are read digit by digit: patterns leave a last
 * match that programs can see, and V8 looks for the last of something outside of compiled code.
 */
function withWrittenPosition(text: string, woven: WovenPositions): string {
  const end = stringCharCodeAt(text, text.length - 1) === closing ? text.length - 1 : text.length
  const beforeColumn = numberBefore(text, end)
  const beforeLine = numberBefore(text, beforeColumn)
  if (beforeLine === 0) return text
  const line = Number(stringSlice(text, beforeLine + 1, beforeColumn))
  const place = woven.unwoven(line, Number(stringSlice(text, beforeColumn + 1, end)))
  return `${stringSlice(text, 0, beforeLine)}:${place.line}:${place.column}${stringSlice(text, end)}`
}

const [colon, zero, nine, closing] = [58, 48, 57, 41]

/** Where the colon is before the number that stands before `end`; 0 if there is none. */
function numberBefore(text: string, end: number): number {
  let at = end - 1
  for (let code = stringCharCodeAt(text, at); code >= zero && code <= nine; code = stringCharCodeAt(text, at)) at -= 1
  return at > 0 && at < end - 1 && stringCharCodeAt(text, at) === colon ? at : 0
}

/** As V8 writes it: `Type.function [as name] (place)`, `Type.name (place)` where the function has none. */
function textAs(name: string, text: string, site: NodeJS.CallSite): string {
  const nameless = `.${anonymous} (`
  const at = stringIndexOf(text, nameless)
  if (at !== -1) return `${stringSlice(text, 0, at)}.${name} (${stringSlice(text, at + nameless.length)}`
  const own = site.getFunctionName()
  const end = stringIndexOf(text, ' (')
  if (own === null || end === -1 || own === name || stringEndsWith(own, `.${name}`)) return text
  return `${stringSlice(text, 0, end)} [as ${name}]${stringSlice(text, end)}`
}

/** A call site that answers some questions otherwise. */
abstract class Answers implements ProxyHandler<NodeJS.CallSite> {
  get(site: NodeJS.CallSite, key: PropertyKey): unknown {
    const answer = this.answer(site, key)
    if (answer !== undefined) return () => answer
    const value: unknown = getProperty(site, key, site)
    // Some tell a call site by its class (tap does).
    if (key === 'constructor') return value
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
    switch (key) {
      case 'getMethodName':
        return this.#name
      case 'toString':
        // oxlint-disable-next-line typescript/no-base-to-string -- a call site has a `toString` of its own
        return textAs(this.#name, site.toString(), site)
      default:
        return undefined
    }
  }
}

/** For a place in a woven text. Many programs ask for stacks of which they look at one frame: what is not asked for is not looked up. */
class Correction extends Answers {
  readonly #woven: WovenPositions

  constructor(woven: WovenPositions) {
    super()
    this.#woven = woven
  }

  protected answer(site: NodeJS.CallSite, key: PropertyKey): unknown {
    switch (key) {
      case 'getLineNumber':
        return this.#place(site).line
      case 'getColumnNumber':
        return this.#place(site).column
      case 'toString':
        // oxlint-disable-next-line typescript/no-base-to-string -- a call site has a `toString` of its own
        return withWrittenPosition(site.toString(), this.#woven)
      default:
        return undefined
    }
  }

  #place(site: NodeJS.CallSite): Place {
    return this.#woven.unwoven(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
  }
}
