/**
 * Finds the code that called a wrapper, from a stack: 2–5 µs, so it is done where no woven site is at hand (the patch
 * strategy), to verify a site when it is first seen, and for nothing else.
 *
 * The program may have its own `Error.prepareStackTrace` and `Error.stackTraceLimit`. Both are put aside for the capture
 * and put back as they were, absent if they were absent. Where they may not be changed (frozen intrinsics) nothing is
 * found: calls then count without a place.
 */

import { generatedFile } from '../instrument/plan/generate.ts'
import {
  captureStackTrace,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  isArray,
  setHas,
  stringIndexOf,
  stringLastIndexOf,
  stringSlice,
  stringStartsWith,
} from '../instrument/patch/originals.ts'

export interface Frame {
  /** As V8 names it: a path, a `file:` address, `node:…`. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly function: string
}

/**
 * Who called. `node`: Node's own code, inside an API. `nobody`: nothing of the program is on the stack, since a builtin
 * or Node's loop called the wrapper directly; it was handed over as a callback.
 */
export type Caller =
  | { readonly kind: 'program'; readonly frame: Frame }
  | { readonly kind: 'node' }
  | { readonly kind: 'nobody' }

/** What is asked of a frame. */
type CallSite = Pick<
  NodeJS.CallSite,
  | 'getFileName'
  | 'getLineNumber'
  | 'getColumnNumber'
  | 'getFunctionName'
  | 'getMethodName'
  | 'getEvalOrigin'
  | 'isEval'
  | 'isConstructor'
>

/** Frames to look at: most callers are the first one; the rest is for builtins and chains of overrides in between. */
const searches = [1, 4, 100]
/** Frames of a spy's between the program's call and the function that it stands in the place of: sinon and jest have up to six. */
const spyFrames = 12

/** Functions of Node that only call what they were given: a wrapper right below them was handed over by the program. */
const dispatchers: Readonly<Record<string, readonly string[]>> = {
  'node:events': ['emit', 'onceWrapper'],
  'node:internal/event_target': ['[nodejs.internal.kHybridDispatch]'],
  'node:internal/timers': ['listOnTimeout', 'processTimers', 'processImmediate'],
  'node:internal/process/task_queues': ['processTicksAndRejections', 'runMicrotask'],
  'node:async_hooks': ['runInAsyncScope', 'run', 'exit'],
}

/** What `onceWrapper` calls for itself, before it calls the listener. */
const removers: ReadonlySet<string> = new Set(['off', 'removeListener'])

/** Files of Node that stand between the program and an API without being part of it: `util.promisify` and its kin. */
const adapters: ReadonlySet<string> = new Set(['node:internal/util', 'node:util'])

const realError = Error
const node: Caller = { kind: 'node' }
const nobody: Caller = { kind: 'nobody' }

/** The caller of `callee`, which must be on the stack. `member` is the name that it is called by. */
export function captureCaller(callee: Function, member: string): Caller {
  for (let i = 0; i < searches.length; i += 1) {
    const limit = searches[i]!
    const sites = captureRaw(callee, limit)
    const caller = findCaller(sites, member)
    if (caller !== undefined) return caller
    if (sites.length < limit) return nobody
  }
  return nobody
}

/** Where the program called the spy that called `callee`; `isSpy` is asked about files. Undefined when Node is in between. */
export function captureCallerOfSpy(callee: Function, isSpy: (file: string) => boolean): Frame | undefined {
  const sites = captureRaw(callee, spyFrames)
  for (let i = 0; i < sites.length; i += 1) {
    const file = sites[i]!.getFileName()
    if (typeof file !== 'string' || isOwnFile(file) || setHas(adapters, file)) continue
    if (isNodeFile(file)) return undefined
    if (!isSpy(file)) return frameOf(sites[i]!, file)
  }
  return undefined
}

/**
 * Undefined when none of the frames tells.
 *
 * A function of Node's with the member's own name only passes the call on: `net.Socket.prototype.end` to that of Duplex,
 * the `on` that an HTTP server gives its sockets to that of EventEmitter. Whoever called that is the caller, unless it
 * was called through a wrapper, which has counted the call.
 */
function findCaller(sites: readonly CallSite[], member: string): Caller | undefined {
  let passedOn = false
  for (let i = 0; i < sites.length; i += 1) {
    const site = sites[i]!
    const file = site.getFileName()
    if (typeof file !== 'string') {
      const frame = site.isEval() ? evalOrigin(site) : undefined
      if (frame === undefined && i === 0 && callsByItself(site)) return node
      if (frame === undefined) continue
      return { kind: 'program', frame }
    }
    if (file === generatedFile && passedOn) return node
    if (isOwnFile(file) || setHas(adapters, file)) continue
    if (!isNodeFile(file)) return { kind: 'program', frame: frameOf(site, file) }
    const name = lastName(site.getFunctionName() ?? '')
    if (dispatchers[file]?.includes(name) === true && !(name === 'onceWrapper' && setHas(removers, member)))
      return nobody
    // Asking for the name of a method searches its receiver: only where Node is known to give objects methods of their own.
    if (name !== member && !(file === 'node:_http_server' && site.getMethodName() === member)) return node
    passedOn = true
  }
  return undefined
}

/** Builtins of the language that call methods of their own accord; others call what the program gave them. */
const languageCallers: ReadonlySet<string> = new Set(['catch', 'finally', 'all', 'allSettled', 'any', 'race'])

/** `new Set(values)` calls `add`, `promise.catch(…)` calls `then`: what an API does with itself is not the program's. */
function callsByItself(site: CallSite): boolean {
  return site.isConstructor() || setHas(languageCallers, site.getFunctionName() ?? '')
}

/** `emit` of `EventEmitter.emit`. */
function lastName(name: string): string {
  return stringSlice(name, stringLastIndexOf(name, '.') + 1)
}

/** The first frame of the program's in the text of an error's stack. */
export function originOf(error: object): (Frame & { readonly mapped: boolean }) | undefined {
  const stack = stackOf(error)
  if (typeof stack !== 'string') return undefined
  const lines = linesOf(stack)
  for (let i = 0; i < lines.length; i += 1) {
    const frame = parseFrame(lines[i]!)
    if (frame.file !== '' && !isNodeFile(frame.file) && !isOwnFile(frame.file))
      return { ...frame, mapped: rawSites.formatted }
  }
  return undefined
}

/** Whoever formats stacks for the program may fail at it. */
function stackOf(error: { stack?: unknown }): unknown {
  try {
    return error.stack
  } catch {
    return undefined
  }
}

const frameMark = '\n    at '

/** What the text of a stack says of each frame. */
function linesOf(stack: string): string[] {
  const lines: string[] = []
  for (let at = stringIndexOf(stack, frameMark); at !== -1; at = stringIndexOf(stack, frameMark, at + 1)) {
    const start = at + frameMark.length
    const end = stringIndexOf(stack, '\n', start)
    lines[lines.length] = stringSlice(stack, start, end === -1 ? stack.length : end)
  }
  return lines
}

/** One without a file has an empty one. */
function parseFrame(line: string): Frame {
  const open = stringLastIndexOf(line, '(')
  // Code of `eval` counts as written where it was evaluated: `eval (eval at f (file.js:1:2), <anonymous>:1:1)`.
  const behind = open === -1 ? -1 : stringIndexOf(line, '), ', open)
  const place = parsePlace(open === -1 ? line : stringSlice(line, open + 1, behind === -1 ? -1 : behind))
  return { ...place, function: open <= 0 ? '' : stringSlice(line, 0, open - 1) }
}

export function isNodeFile(file: string): boolean {
  return stringStartsWith(file, 'node:')
}

/** Our own code: the folder of the sources, or the one file that they were bundled into. */
const here = import.meta.url
const sources = stringIndexOf(here, '/runtime/stack.')
const ownAddress = sources === -1 ? here : stringSlice(here, 0, sources + 1)
const ownPath = decodeURIComponent(stringSlice(ownAddress, 'file://'.length))

/** Whether a frame belongs to JSMOP itself. */
export function isOwnFile(file: string): boolean {
  return file === generatedFile || stringStartsWith(file, ownAddress) || stringStartsWith(file, ownPath)
}

const keepSites = (_: Error, sites: NodeJS.CallSite[]): NodeJS.CallSite[] => sites

/** What `Error.prepareStackTrace` gives while a stack is captured, once the stack layer answers for that property. */
export const rawSites: {
  wanted: typeof keepSites | undefined
  layered: boolean
  formatted: boolean
  formatting: boolean
} = {
  /** Whether the program has set a formatter, as tools do that map positions to sources. */
  formatted: false,
  /** Whether a formatter runs: V8 gives any other stack as its own text meanwhile. */
  formatting: false,
  wanted: undefined,
  layered: false,
}

/** A frame of a stack that V8 gave as text, which is read when something is asked of it: most are never asked. */
class TextSite implements CallSite {
  readonly #line: string
  #parsed: Frame | undefined

  constructor(line: string) {
    this.#line = line
  }

  get #frame(): Frame {
    this.#parsed ??= parseFrame(this.#line)
    return this.#parsed
  }

  getFileName(): string | null {
    return this.#frame.file === '' ? null : this.#frame.file
  }

  getLineNumber(): number {
    return this.#frame.line
  }

  getColumnNumber(): number {
    return this.#frame.column
  }

  /** Without its class, and what it was called by: `Readable.on [as addListener]`, `new Map`. */
  getFunctionName(): string {
    const { function: name } = this.#frame
    const alias = stringIndexOf(name, ' [as ')
    return lastName(alias === -1 ? name : stringSlice(name, 0, alias))
  }

  getMethodName(): string {
    const { function: name } = this.#frame
    const alias = stringIndexOf(name, ' [as ')
    return alias === -1 ? lastName(name) : stringSlice(name, alias + ' [as '.length, -1)
  }

  getEvalOrigin(): undefined {
    return undefined
  }

  isEval(): boolean {
    return false
  }

  isConstructor(): boolean {
    return stringStartsWith(this.#frame.function, 'new ')
  }
}

function sitesOf(stack: string): CallSite[] {
  const lines = linesOf(stack)
  const sites: CallSite[] = []
  for (let i = 0; i < lines.length; i += 1) sites[i] = new TextSite(lines[i]!)
  return sites
}

/** The text of the caller's frame, when V8 gives texts: while another stack is being formatted. */
export function captureText(callee: Function): string | undefined {
  const stack = captureLayered(callee, 1)
  return typeof stack === 'string' ? stack : undefined
}

/** Call sites from the caller of `callee` upwards, as V8 gives them; empty where the program forbids to ask. */
export function captureRaw(callee: Function, limit: number): readonly CallSite[] {
  if (rawSites.layered) {
    const stack = captureLayered(callee, limit)
    if (isArray(stack)) return stack as CallSite[]
    if (rawSites.formatting && typeof stack === 'string') return sitesOf(stack)
  }
  return captureRedefining(callee, limit)
}

/** A stack as it comes where the stack layer answers for `Error.prepareStackTrace`; undefined where there is none. */
function captureLayered(callee: Function, limit: number): unknown {
  const holder: { stack?: unknown } = {}
  const { stackTraceLimit } = realError
  // Anything but a number turns stacks off.
  const isOn = typeof stackTraceLimit === 'number'
  const saved = isOn ? undefined : getOwnPropertyDescriptor(realError, 'stackTraceLimit')
  let isSet = false
  try {
    if (isOn) realError.stackTraceLimit = limit
    else if (!setOwn('stackTraceLimit', limit)) return undefined
    isSet = true
    rawSites.wanted = keepSites
    captureStackTrace(holder, callee)
    return holder.stack
  } catch {
    // Frozen.
    return undefined
  } finally {
    rawSites.wanted = undefined
    if (isSet && !isOn) restore('stackTraceLimit', saved)
    else if (isSet && realError.stackTraceLimit === limit) realError.stackTraceLimit = stackTraceLimit!
  }
}

/** The same where the stack layer does not answer for `Error.prepareStackTrace`: not yet, or the program took it away. */
function captureRedefining(callee: Function, limit: number): readonly CallSite[] {
  const holder: { stack?: unknown } = {}
  const savedLimit = getOwnPropertyDescriptor(realError, 'stackTraceLimit')
  const saved = getOwnPropertyDescriptor(realError, 'prepareStackTrace')
  if (!setOwn('prepareStackTrace', keepSites)) return []
  try {
    if (!setOwn('stackTraceLimit', limit)) return []
    captureStackTrace(holder, callee)
    return isArray(holder.stack) ? (holder.stack as CallSite[]) : []
  } finally {
    restore('stackTraceLimit', savedLimit)
    restore('prepareStackTrace', saved)
  }
}

function setOwn(key: 'prepareStackTrace' | 'stackTraceLimit', value: unknown): boolean {
  return defineProperty(realError, key, { value, writable: true, enumerable: true, configurable: true })
}

function restore(key: 'prepareStackTrace' | 'stackTraceLimit', saved: PropertyDescriptor | undefined): void {
  if (saved === undefined) deleteProperty(realError, key)
  else defineProperty(realError, key, saved)
}

function frameOf(site: CallSite, file: string): Frame {
  return {
    file,
    line: site.getLineNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
    function: site.getFunctionName() ?? '',
  }
}

/** Code of `eval` and `new Function` has no file: it counts as written where it was evaluated. */
function evalOrigin(site: CallSite): Frame | undefined {
  const origin = site.getEvalOrigin() ?? ''
  const open = stringLastIndexOf(origin, '(')
  const place = parsePlace(stringSlice(origin, open + 1, -closingParentheses(origin)))
  return open === -1 || place.file === '' ? undefined : { ...place, function: site.getFunctionName() ?? '' }
}

/** How many parentheses close an eval origin (`eval at f (eval at g (file.js:1:2))`). */
function closingParentheses(origin: string): number {
  let count = 0
  while (count < origin.length && origin[origin.length - 1 - count] === ')') count += 1
  return count
}

function parsePlace(text: string): { file: string; line: number; column: number } {
  const columnAt = stringLastIndexOf(text, ':')
  const lineAt = stringLastIndexOf(stringSlice(text, 0, columnAt), ':')
  const line = Number(stringSlice(text, lineAt + 1, columnAt))
  if (columnAt === -1 || lineAt === -1 || !(line > 0)) return { file: '', line: 0, column: 0 }
  return { file: stringSlice(text, 0, lineAt), line, column: Number(stringSlice(text, columnAt + 1)) }
}
