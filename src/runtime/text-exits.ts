/**
 * Where the text that ran, or positions in it, get out to the program other than through stacks: messages of what cannot be
 * cloned, which quote the function, and the call sites that `util` gives. Only where texts are woven. `stack-layer.ts`
 * answers for stacks and for messages that are made with them, `disguise.ts` for `Function.prototype.toString`.
 *
 * Not here: the line of source that Node prints above an uncaught error, the inspector and profiles. V8 takes them from
 * the running text, and no function of Node's is in between.
 */

import { disguise } from '../instrument/patch/disguise.ts'
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  isArray,
  stringIndexOf,
} from '../instrument/patch/originals.ts'
import { abiName } from '../instrument/weave/abi.ts'
import { unweave } from '../instrument/weave/unweave.ts'
import type { WrittenPositions } from './stack-layer.ts'
import { isOwnFile } from './stack.ts'

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

const { DOMException: realDOMException } = globalThis

export class TextExits {
  readonly #positions: WrittenPositions

  constructor(positions: WrittenPositions) {
    this.#positions = positions
  }

  watchGlobal(global: object): void {
    replace(global, 'structuredClone', withWrittenErrors)
  }

  /** A module of Node was loaded. */
  watchModule(name: string, exports: object): void {
    const { Serializer, MessagePort, Worker } = exports as Record<string, { prototype: object } | undefined>
    switch (name) {
      case 'v8':
        replace(exports, 'serialize', withWrittenErrors)
        if (Serializer !== undefined) replace(Serializer.prototype, 'writeValue', withWrittenErrors)
        return
      case 'worker_threads':
        if (MessagePort !== undefined) replace(MessagePort.prototype, 'postMessage', withWrittenErrors)
        if (Worker !== undefined) replace(Worker.prototype, 'postMessage', withWrittenErrors)
        return
      case 'util':
        replace(exports, 'getCallSites', (original) => this.#withWrittenSites(original))
        return
    }
  }

  #withWrittenSites(original: AnyFunction): AnyFunction {
    // oxlint-disable-next-line typescript/no-this-alias -- the function has a `this` of its own
    const exits = this
    return function getCallSites(this: unknown, ...args: unknown[]): unknown {
      const [count] = args
      const wanted = typeof count === 'number' ? count : 10
      const sites = apply(original, this, typeof count === 'number' ? [count + 1, ...args.slice(1)] : args)
      if (!isArray(sites)) return sites
      const own = sites.filter(({ scriptName }) => !isOwnFile(String(scriptName)))
      return own.slice(0, wanted).map((site) => exits.#writtenSite(site as CallSiteObject))
    }
  }

  #writtenSite(site: CallSiteObject): CallSiteObject {
    const position = this.#positions(site.scriptName)?.unwoven(site.lineNumber, site.columnNumber ?? site.column ?? 0)
    if (position === undefined) return site
    const { line, column } = position
    return {
      ...site,
      lineNumber: line,
      ...(site.columnNumber === undefined ? {} : { columnNumber: column }),
      ...(site.column === undefined ? {} : { column }),
    }
  }
}

interface CallSiteObject {
  readonly scriptName: string
  readonly lineNumber: number
  readonly columnNumber?: number
  readonly column?: number
}

function replace(holder: object, key: string, make: (original: AnyFunction) => AnyFunction): void {
  const descriptor = getOwnPropertyDescriptor(holder, key)
  if (typeof descriptor?.value !== 'function' || descriptor.configurable === false) return
  const original = descriptor.value as AnyFunction
  defineProperty(holder, key, { ...descriptor, value: disguise(make(original), original) })
}

function withWrittenErrors(original: AnyFunction): AnyFunction {
  const { method } = {
    method(this: unknown, ...args: unknown[]): unknown {
      try {
        return apply(original, this, args)
      } catch (error) {
        throw writtenError(error)
      }
    },
  }
  return method
}

/** The error with the text that was written: the same object, or for a DOMException, whose message is for good, its like. */
function writtenError(error: unknown): unknown {
  if (!(error instanceof Error) && !(error instanceof realDOMException)) return error
  const { message, stack } = error
  if (typeof message !== 'string' || stringIndexOf(message, abiName) === -1) return error
  const written =
    error instanceof realDOMException ? (construct(realDOMException, [unweave(message), error.name]) as Error) : error
  const own = getOwnPropertyDescriptor(written, 'message')
  if (own !== undefined) defineProperty(written, 'message', { ...own, value: unweave(message) })
  const descriptor = getOwnPropertyDescriptor(error, 'stack')
  const { enumerable = false, configurable = true } = descriptor ?? {}
  defineProperty(written, 'stack', { value: unweave(String(stack)), writable: true, enumerable, configurable })
  return written
}
