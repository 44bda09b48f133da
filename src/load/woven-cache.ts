/**
 * Woven texts on disk, so that a file is woven once for a plan and then only read. One folder per plan and version; in
 * it one file per block of site numbers, so the folder is also what keeps the numbers of different files apart: a text
 * that owns block 17 has the sites 17 · 1024 + 1 … 18 · 1024, in every process and for good. That makes numbers stable
 * (text, V8's code cache and positions fit together) without any process knowing of another.
 *
 * Block files are an open-addressed hash table: a key (path, kind and length of the text) looks at the block its digest
 * names, then at the next ones, for an entry that has the very text:
 *
 *     jsmop-text <digest of path and kind> <length of the text> <length of what follows it>
 *     <text>
 *     <woven module, or why there is none>
 *
 * Two texts are compared at the speed of memory; a digest of the text, which names it in less space, has to be computed by code
 * that a process has just begun to run, and took as long as reading the entry. An entry is latin1 where its text is ASCII, else
 * UTF-16: anything but ASCII is decoded letter by letter, at fifteen instructions each. It stays outside of V8's heap but for
 * the woven text: read as a string, it lived as long as the part of it that ran, and brought on collections that plain
 * processes end without.
 *
 * A block is taken by linking a finished file to its name, which fails if another process was quicker, so an entry is never
 * half written. What is damaged, foreign or unreadable costs a miss; where nothing can be written, blocks come from a range
 * that only lives in memory.
 */

import path from 'node:path'
import {
  latin1In,
  linkSync,
  mkdirSync,
  readFileSync,
  ucs2In,
  uncurryThis,
  unlinkSync,
  writeFileSync,
} from '../instrument/patch/originals.ts'
import type { WeaveResult } from '../instrument/weave/weave.ts'
import { decodeWoven, digest, encodeWoven, type Letters } from '../instrument/weave/woven-module.ts'

/** Site numbers in a block. */
export const blockSize = 1024
/** Blocks on disk; those above are for memory only. Both stay below the numbers of places found in stacks (2^29). */
const diskBlocks = 2 ** 18
const memoryBlocks = 2 ** 18
/** How far a key may stand from its place before the table counts as full. */
const longestProbe = 64

/** Whether the sites behind a base are a text's for good, and not only in the process that wove it. */
export function isLasting(base: number): boolean {
  return base < diskBlocks * blockSize
}

/** What is known of a text: woven, not worth weaving, or not understood. */
export type CachedText = WeaveResult

/** Weaves for sites from `base + 1` on. */
export type WeaveAt = (base: number) => CachedText

/** As long as each other. */
const unchangedMark = 'unchanged'
const unparsedMark = 'unparsed '
/** The entry of a block that belongs to the one before it: nobody asks for a text without letters. */
const continuation = `jsmop-text ${'0'.repeat(16)} 0 0\n\n`
/** Taken before any spec watches them. */
const { byteLength } = Buffer
const bytesOf = Buffer.from.bind(Buffer) as (text: string, encoding: Encoding) => Buffer
const compareBytes = uncurryThis(Buffer.prototype.compare) as (
  bytes: Buffer,
  given: Buffer,
  givenStart: number,
  givenEnd: number,
  start: number,
  end: number,
) => number

type Encoding = 'latin1' | 'utf16le'

const mark = 'jsmop-text'
const firstLine = /^jsmop-text [0-9a-f]{16} (\d+) (\d+)\n/
const longestLine = 64

/** The letters of an entry as it was read. */
class EntryLetters implements Letters {
  readonly #bytes: Buffer
  /** Bytes of a letter. */
  readonly #width: 1 | 2
  readonly length: number

  constructor(bytes: Buffer, encoding: Encoding) {
    this.#bytes = bytes
    this.#width = encoding === 'latin1' ? 1 : 2
    this.length = bytes.length / this.#width
  }

  charCodeAt(index: number): number {
    const bytes = this.#bytes
    return this.#width === 1 ? bytes[index]! : bytes[index * 2]! | (bytes[index * 2 + 1]! << 8)
  }

  slice(start: number, end: number): string {
    return this.#width === 1 ? latin1In(this.#bytes, start, end) : ucs2In(this.#bytes, start * 2, end * 2)
  }

  /** Whether these bytes stand at a letter. */
  has(given: Buffer, start: number): boolean {
    const at = start * this.#width
    return compareBytes(this.#bytes, given, 0, given.length, at, at + given.length) === 0
  }
}

export class WovenCache {
  readonly #folder: string
  #writable = true
  #nextInMemory = diskBlocks

  /** `folder` is the cache's own for one plan; made when the first text is written. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** The cached text, or the one that `weave` makes, which is then kept. `kind` is what the text is woven as. */
  get(file: string, kind: string, text: string, weave: WeaveAt): CachedText {
    const key = `jsmop-text ${digest(`${kind} ${file}`)} ${text.length} `
    const encoding = byteLength(text) === text.length ? 'latin1' : 'utf16le'
    const start = Number.parseInt(key.slice(19, 27), 16) ^ Math.imul(text.length, 0x9e3779b1)
    let free: number | undefined
    for (let probe = 0; probe < longestProbe; probe += 1) {
      const block = ((start >>> 0) + probe) % diskBlocks
      const found = this.#read(block, key, text, encoding)
      if (found === 'free') {
        free = block
        break
      }
      if (found !== 'taken') return found
    }
    if (free === undefined || !this.#writable) return this.#weaveInMemory(weave)
    return this.#weaveAndKeep(free, key, text, encoding, weave)
  }

  /** `free` when nothing usable is there, `taken` when the block is another key's. */
  #read(block: number, key: string, text: string, encoding: Encoding): CachedText | 'free' | 'taken' {
    let bytes: Buffer
    try {
      bytes = readFileSync(this.#fileOf(block))
    } catch {
      return 'free'
    }
    const entry = new EntryLetters(bytes, encoding)
    const head = entry.slice(0, Math.min(longestLine, entry.length))
    const first = firstLine.exec(head)
    if (first === null) return isOfOther(encoding, bytes) ? 'taken' : this.#discard(block)
    const start = first[0].length
    const behind = start + Number(first[1]) + 1
    if (entry.length !== behind + Number(first[2])) return this.#discard(block)
    if (!head.startsWith(key) || !entry.has(bytesOf(text, encoding), start)) return 'taken'
    const reason = behind + unparsedMark.length
    switch (entry.slice(behind, Math.min(reason, entry.length))) {
      case unchangedMark:
        return { kind: 'unchanged' }
      case unparsedMark:
        return { kind: 'unparsed', reason: entry.slice(reason, entry.length) }
    }
    const module = decodeWoven(entry, behind)
    return module === undefined ? this.#discard(block) : { kind: 'woven', module }
  }

  #discard(block: number): 'free' {
    try {
      unlinkSync(this.#fileOf(block))
    } catch {
      this.#writable = false
    }
    return 'free'
  }

  #weaveAndKeep(block: number, key: string, text: string, encoding: Encoding, weave: WeaveAt): CachedText {
    const woven = weave(block * blockSize)
    const blocks = woven.kind === 'woven' ? Math.ceil(woven.module.size / blockSize) : 1
    const body = encode(woven)
    for (let i = 0; i < blocks; i += 1) {
      if (this.#take(block + i, i === 0 ? `${key}${body.length}\n${text}\n${body}` : continuation, encoding)) continue
      // Another process has the block, or nothing can be written: this time the text lives in memory.
      return woven.kind === 'woven' ? this.#weaveInMemory(weave) : woven
    }
    return woven
  }

  #take(block: number, content: string, encoding: Encoding): boolean {
    const finished = path.join(this.#folder, `${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
    try {
      mkdirSync(this.#folder, { recursive: true })
      writeFileSync(finished, content, encoding)
    } catch {
      this.#writable = false
      return false
    }
    try {
      linkSync(finished, this.#fileOf(block))
      return true
    } catch {
      return false
    } finally {
      unlinkSync(finished)
    }
  }

  #weaveInMemory(weave: WeaveAt): CachedText {
    const block = this.#nextInMemory
    if (block >= diskBlocks + memoryBlocks) return { kind: 'unchanged' }
    const woven = weave(block * blockSize)
    if (woven.kind === 'woven') this.#nextInMemory += Math.ceil(woven.module.size / blockSize)
    return woven
  }

  #fileOf(block: number): string {
    return path.join(this.#folder, String(block))
  }
}

/** Whether an entry was written in the other encoding. */
function isOfOther(encoding: Encoding, bytes: Buffer): boolean {
  const entry = new EntryLetters(bytes, encoding === 'latin1' ? 'utf16le' : 'latin1')
  return entry.length >= mark.length && entry.slice(0, mark.length) === mark
}

function encode(text: CachedText): string {
  switch (text.kind) {
    case 'woven':
      return encodeWoven(text.module)
    case 'unchanged':
      return unchangedMark
    case 'unparsed':
      return unparsedMark + text.reason
  }
}
