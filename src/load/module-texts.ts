/**
 * The texts of ES modules on Nodes that cannot be asked for them on the thread itself: 20, and 22 before 22.15, have no
 * `module.registerHooks`. Their hooks run on a thread of their own, which costs a process 90 ms and each module a message
 * there and back, and are not asked at all for what a required ES module imports, which is how mocha loads a project.
 *
 * Node reads a module's file by functions that it looks up on the exports of `fs`, and gives them the address as a `URL`:
 * `promises.readFile` for what is imported; `openSync`, from `readFileSync`, for what a required module imports. Then,
 * having decided what kind of module it is, Node decodes what it read, the same buffer, with a `TextDecoder` of its own
 * that it keeps for all modules. That decoder is found by a stack, once, behind `TextDecoder.prototype`; from then on it
 * has a `decode` of its own, which no program can see. CommonJS and JSON are decoded alike and told apart by the stack.
 *
 * No code of the program runs between opening and decoding a file for a required module, nor between two modules of its
 * graph: the last address opened is that of the text decoded.
 *
 * This leans on names inside of Node, of lines that get no more features: tests run on their last versions.
 *
 * Giving Node another text when it reads was rejected: the kind of a module would have to be guessed before Node decides it.
 */

import { URL } from 'node:url'
import { TextDecoder } from 'node:util'
import { disguise } from '../instrument/patch/disguise.ts'
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  promiseThen,
  stringStartsWith,
  weakMapGet,
  weakMapSet,
} from '../instrument/patch/originals.ts'
import { captureRaw } from '../runtime/stack.ts'
import { callOriginal, replaceMethod, standInForFunction } from './stand-in.ts'

/** Gives the text to run in place of that of an ES module; never throws. */
type TextTransform = (text: string, address: string) => string

export class ModuleTexts {
  readonly #transform: TextTransform
  /** What was opened last, since the last text of a module. */
  #opened: unknown
  /** By what was read for an import: its address. */
  readonly #addresses = new WeakMap<object, string>()
  #watching = false
  readonly #onUnseen: () => void

  /** `onUnseen`: ES modules are about to run whose texts nothing tells of. */
  constructor(transform: TextTransform, onUnseen: () => void) {
    this.#transform = transform
    this.#onUnseen = onUnseen
  }

  /** Begins to see what required modules import; `fs` are the exports of that module. */
  seeRequired(fs: object): void {
    const before = (args: unknown[]): unknown[] => {
      this.#opened = args[0]
      if (!this.#watching && args[0] instanceof URL && isLoader(before)) this.#watch()
      return args
    }
    replaceMethod(fs, 'openSync', 'openSync', { before, raises: true })
  }

  /** A module is about to be compiled that may import others: what the program opened until here is none of them. */
  begin(): void {
    this.#opened = undefined
  }

  /** Begins to see what is imported; `promises` are the exports of `fs/promises`. */
  seeImported(promises: { readFile?: Function }): void {
    const readFile = promises.readFile!
    const around = (self: unknown, args: unknown[]): unknown => {
      const result: unknown = callOriginal(readFile, self, args)
      const address = args[0]
      if (!(address instanceof URL) || !isLoader(around)) return result
      this.#watch()
      return promiseThen(result, (body: unknown) => {
        weakMapSet(this.#addresses, body as object, address.href)
        return body
      })
    }
    promises.readFile = standInForFunction(readFile, around)
  }

  #watch(): void {
    if (this.#watching) return
    this.#watching = true
    if (!watchDecoder((text, body, required) => this.#decoded(text, body, required))) this.#onUnseen()
  }

  #decoded(text: string, body: object, required: boolean): string {
    const opened = this.#opened
    this.#opened = undefined
    const address = weakMapGet(this.#addresses, body) ?? (required && opened instanceof URL ? opened.href : undefined)
    return address === undefined ? text : this.#transform(text, address as string)
  }
}

/** Frames between Node's loader and a function that reads: those of `readFileSync`, and of wrappers around both. */
const depth = 10

/** Whether a function was called to read a module. */
function isLoader(callee: Function): boolean {
  const sites = captureRaw(callee, depth)
  for (let i = 0; i < sites.length; i += 1)
    if (sites[i]!.getFileName() === 'node:internal/modules/esm/load') return true
  return false
}

type Decode = (this: object, ...args: unknown[]) => string

/** Tells of the text of each ES module, with what it was decoded from and whether a required one imports it. False where it cannot. */
function watchDecoder(decoded: (text: string, body: object, required: boolean) => string): boolean {
  const { prototype } = TextDecoder
  const descriptor = getOwnPropertyDescriptor(prototype, 'decode')
  if (typeof descriptor?.value !== 'function') return false
  const original = descriptor.value as Decode
  const decode: Decode = disguise(function (this, ...args) {
    const text = apply(original, this, args)
    const [stringify, strategy, , load] = captureRaw(decode, 4)
    if (stringify?.getFunctionName() !== 'stringify' || !isOfLoader(stringify.getFileName())) return text
    if (prototype.decode === decode) defineProperty(prototype, 'decode', descriptor)
    defineProperty(this, 'decode', { value: decode })
    if (strategy?.getFunctionName() !== 'moduleStrategy') return text
    return decoded(text, args[0] as object, load?.getFunctionName() === 'getModuleJobForRequire')
  }, original)
  return defineProperty(prototype, 'decode', { ...descriptor, value: decode })
}

function isOfLoader(file: string | null | undefined): boolean {
  return typeof file === 'string' && stringStartsWith(file, 'node:internal/modules/')
}
