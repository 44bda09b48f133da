/**
 * What an ES module that is required imports statically, for Nodes whose loader asks no hook for it (those without
 * `module.registerHooks`). mocha requires its test files, so this is all the code of a project of ES modules.
 *
 * Node reads such a file by `fs.readFileSync`, which looks `openSync` up on the exports of `fs` and gives it the address as
 * a `URL`; then, having decided what kind of module it is, decodes what it read with a `TextDecoder` of its own, kept for
 * all modules. No code of the program runs between the two, nor between two modules of one graph: the last address opened
 * is that of the text decoded. That decoder is found by a stack, once, behind `TextDecoder.prototype`; from then on it
 * has a `decode` of its own, which no program can see. CommonJS and JSON are decoded alike and told apart by the stack.
 *
 * Reading files in Node's stead (a descriptor of ours, `readSync` that serves woven text) was rejected: the kind of a
 * module would have to be guessed before Node decides it.
 */

import { URL } from 'node:url'
import { TextDecoder } from 'node:util'
import { apply, defineProperty, getOwnPropertyDescriptor } from '../instrument/patch/originals.ts'
import { disguise } from '../instrument/patch/disguise.ts'
import { captureRaw } from '../runtime/stack.ts'
import { replaceMethod } from './stand-in.ts'

/** Gives the text to run in place of that of an ES module; never throws. */
type TextTransform = (text: string, address: string) => string

export class RequiredImports {
  readonly #transform: TextTransform
  /** What was opened last, since the last text of a module. */
  #opened: unknown
  #watching = false

  constructor(transform: TextTransform) {
    this.#transform = transform
  }

  /** Begins to see what is opened; `fs` are the exports of that module. */
  watch(fs: object): void {
    const before = (args: unknown[]): unknown[] => {
      this.#opened = args[0]
      if (!this.#watching && args[0] instanceof URL && isReadByLoader(before)) {
        this.#watching = true
        watchDecoder((text) => this.#decoded(text))
      }
      return args
    }
    replaceMethod(fs, 'openSync', 'openSync', { before })
  }

  /** A module is about to be compiled that may import others: what the program opened until here is none of them. */
  begin(): void {
    this.#opened = undefined
  }

  #decoded(text: string): string {
    const address = this.#opened
    this.#opened = undefined
    return address instanceof URL ? this.#transform(text, address.href) : text
  }
}

type Decode = (this: object, ...args: unknown[]) => string

/** Frames between the loader and `openSync`: those of `readFileSync`, and of wrappers around both. */
const depth = 10

function isReadByLoader(callee: Function): boolean {
  const sites = captureRaw(callee, depth)
  for (let i = 0; i < sites.length; i += 1)
    if (sites[i]!.getFileName() === 'node:internal/modules/esm/load') return true
  return false
}

/** Hears of the text of each ES module that is imported by a required one, and gives the text to run. */
function watchDecoder(decoded: (text: string) => string): void {
  const { prototype } = TextDecoder
  const descriptor = getOwnPropertyDescriptor(prototype, 'decode')
  if (typeof descriptor?.value !== 'function') return
  const original = descriptor.value as Decode
  const decode: Decode = disguise(function (this, ...args) {
    const text = apply(original, this, args)
    const [stringify, strategy, , load] = captureRaw(decode, 4)
    if (stringify?.getFileName() !== 'node:internal/modules/esm/translators') return text
    if (prototype.decode === decode) defineProperty(prototype, 'decode', descriptor)
    defineProperty(this, 'decode', { value: decode })
    const isImport =
      strategy?.getFunctionName() === 'moduleStrategy' && load?.getFunctionName() === 'getModuleJobForRequire'
    return isImport ? decoded(text) : text
  }, original)
  defineProperty(prototype, 'decode', { ...descriptor, value: decode })
}
