/**
 * Globals that Node gives lazily, the web's mostly: which there are, what a program has with which, and those that wait for
 * a text to mention them. From Node 22 on V8 itself gives them, without a getter that could be replaced: there the patcher
 * looks for their names in every text that is about to run.
 */

import type { Operation } from '../plan/plan.ts'

const readableStreams = [
  'ReadableStream',
  'ReadableStreamDefaultReader',
  'ReadableStreamBYOBReader',
  'ReadableStreamDefaultController',
  'ReadableByteStreamController',
]
const writableStreams = ['WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController']
const transformStreams = [...readableStreams, ...writableStreams, 'TransformStream', 'TransformStreamDefaultController']

/**
 * By the name of a global, a module or a class: lazily given globals that a program can have hold of without ever naming
 * them, once it has that.
 */
export const arrivingWith: Readonly<Record<string, readonly string[]>> = {
  fetch: ['Response', 'Headers', 'FormData', ...readableStreams],
  Response: ['Response', 'Headers', 'FormData', ...readableStreams],
  Request: ['Headers', 'AbortSignal', ...readableStreams],
  ReadableStream: readableStreams,
  WritableStream: writableStreams,
  TransformStream: transformStreams,
  CompressionStream: transformStreams,
  DecompressionStream: transformStreams,
  TextDecoderStream: transformStreams,
  TextEncoderStream: transformStreams,
  Blob: readableStreams,
  AbortController: ['AbortSignal'],
  MessageChannel: ['MessagePort'],
  crypto: ['SubtleCrypto', 'CryptoKey'],
  'stream/web': transformStreams,
  worker_threads: ['MessageChannel', 'MessagePort', 'BroadcastChannel'],
}

/** Globals that Node gives lazily, or that bring such along. */
const lazyGlobals: ReadonlySet<string> = new Set([
  ...Object.keys(arrivingWith),
  ...Object.values(arrivingWith).flatMap((names) => names),
])

export function isLazyGlobal(name: string): boolean {
  return lazyGlobals.has(name)
}

/** What is wanted of lazily given globals that no text has mentioned yet. */
export class UnmentionedGlobals {
  readonly #operations = new Map<string, Operation[]>()
  /** What to look for in texts; undefined when that has changed. */
  #pattern: RegExp | undefined

  get size(): number {
    return this.#operations.size
  }

  get names(): Iterable<string> {
    return this.#operations.keys()
  }

  add(name: string, operation: Operation): void {
    const waiting = this.#operations.get(name)
    if (waiting === undefined) this.#operations.set(name, [operation])
    else waiting.push(operation)
    this.#pattern = undefined
  }

  /** What waits for a name waits no longer. */
  take(name: string): readonly Operation[] {
    const waiting = this.#operations.get(name)
    if (waiting === undefined) return []
    this.#operations.delete(name)
    this.#pattern = undefined
    return waiting
  }

  /**
   * Names in a text that are waited for or bring one along; undefined among them where the text asks the globals for a name
   * that it makes up, or lists them.
   */
  *mentionedIn(text: string): Iterable<string | undefined> {
    this.#pattern ??= this.#mentions()
    for (const [found] of text.matchAll(this.#pattern)) yield isLazyGlobal(found) ? found : undefined
  }

  #mentions(): RegExp {
    const waitedFor = (name: string): boolean => this.#operations.has(name)
    const names = [...lazyGlobals].filter((name) => waitedFor(name) || arrivingWith[name]?.some(waitedFor) === true)
    return new RegExp(String.raw`\b(?:${names.join('|')})\b|\bglobal(?:This)?\[|Own\w+\(global`, 'g')
  }
}
