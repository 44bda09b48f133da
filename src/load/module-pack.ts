/**
 * The CommonJS modules of a project as its processes run them, in one file: woven texts with V8's code for them. A suite of
 * many short processes loads the same hundred modules in each, and reading them here, compiled, takes less than Node takes
 * to compile what is in the files (`packed-modules.ts` runs them).
 *
 *     jsmop-pack <what all of it depends on> <bytes of the index> <of the code> <of the narrow letters> <of the wide ones>
 *     <index: a JSON array of entries>
 *     <code>
 *     <sources, texts and what the weaver knows of them: in latin1 those of modules that are ASCII, in UTF-16 the others>
 *
 * An entry is found by its file and taken if it has the very source. Letters are read as one string, which V8 keeps outside
 * of its heap once it is a megabyte, and of which texts are slices: as strings of their own they were copied by two
 * collections each, and led V8 to mark its heap, at a twentieth of such a process.
 *
 * Written whole to another name, brought to disk, and renamed: V8 believes what it is given as code, so nothing half written
 * may ever stand here. A sample of each entry tells of what disks lose all the same. Processes that write at the same time
 * lose the entries of all but one, which the next to miss them adds again. A pack grows to 8 MB, which are read in 2 ms; what
 * comes later goes into another (`pack-in-use.ts`).
 */

import path from 'node:path'
import {
  closeSync,
  latin1In,
  mapGet,
  mapSet,
  mkdirSync,
  now,
  openSync,
  readSync,
  statSync,
  stringCharCodeAt,
  stringSlice,
  ucs2In,
  unlinkSync,
  utf8In,
} from '../instrument/patch/originals.ts'
import { writeAtomically } from './write-atomically.ts'

/** A module that a process has run. */
export interface RunModule {
  /** Empty for a text that is no file's, which is found by itself. */
  readonly file: string
  /** What the loader was given. */
  readonly source: string
  /** What ran in its place. */
  readonly text: string
  /** V8's code for the text. */
  readonly code: Uint8Array | undefined
  /** Undefined where nothing was woven. */
  readonly woven: WovenPart | undefined
}

export interface WovenPart {
  readonly base: number
  readonly size: number
  /** Letters of the woven text. */
  readonly length: number
  /** Gives what `knownOf` gave. */
  readonly known: () => string
}

/** Positions and lengths are letters of the narrow or the wide ones, of code bytes; positions of code are multiples of eight. */
interface Entry {
  readonly file: string
  readonly isWide: boolean
  readonly source: number
  readonly sourceLength: number
  readonly text: number
  readonly textLength: number
  readonly code: number
  readonly codeLength: number
  readonly sample: number
  /** Zero where nothing was woven. */
  readonly wovenLength: number
  readonly base: number
  readonly size: number
  readonly known: number
  readonly knownLength: number
}

/** Buffers are a program's, too: these are as they were before it ran. */
const { allocUnsafeSlow, byteLength } = Buffer
const { Uint8Array } = globalThis
const { parse } = JSON
const { imul } = Math

const header = /^jsmop-pack (\S+) (\d+) (\d+) (\d+) (\d+) *\n$/
const headerBytes = 96
const mostBytes = 8 * 2 ** 20
/** Of a pack's bytes, what is missing must be as many at least for it to be written again; and so many in any case. */
const share = 1 / 16
const fewestBytes = 4096
/** How far apart the letters of a sample are. */
const stride = 127

interface PackParts {
  readonly bytes: number
  readonly entries: readonly Entry[]
  /** Where it begins in these bytes. */
  readonly codeAt: number
  readonly code: ArrayBufferLike
  readonly narrow: string
  readonly wide: string
}

export class ModulePack {
  readonly #parts: PackParts
  readonly #entries = new Map<string, Entry>()

  private constructor(parts: PackParts) {
    this.#parts = parts
    for (const entry of parts.entries) mapSet(this.#entries, entry.file || this.#sourceOf(entry), entry)
  }

  /** Undefined where there is none, or one of something else. */
  static read(file: string, made: string): ModulePack | undefined {
    let descriptor: number | undefined
    try {
      descriptor = openSync(file, 'r')
      const parts = readParts(descriptor, made)
      return parts && new ModulePack(parts)
    } catch {
      return undefined
    } finally {
      if (descriptor !== undefined) closeSync(descriptor)
    }
  }

  get bytes(): number {
    return this.#parts.bytes
  }

  get isFull(): boolean {
    return this.bytes >= mostBytes
  }

  #sourceOf({ isWide, source, sourceLength }: Entry): string {
    return stringSlice(isWide ? this.#parts.wide : this.#parts.narrow, source, source + sourceLength)
  }

  /** The module that a file with this source is; undefined where the pack does not know. */
  find(file: string, source: string): RunModule | undefined {
    const entry = mapGet(this.#entries, file || source) as Entry | undefined
    if (entry === undefined || entry.sourceLength !== source.length) return undefined
    if (this.#sourceOf(entry) !== source) return undefined
    const letters = entry.isWide ? this.#parts.wide : this.#parts.narrow
    const { base, size, known, knownLength, wovenLength: length } = entry
    const text = stringSlice(letters, entry.text, entry.text + entry.textLength)
    const { code: bytes, codeAt } = this.#parts
    const code = entry.codeLength === 0 ? undefined : new Uint8Array(bytes, codeAt + entry.code, entry.codeLength)
    if (sampleOf(text, code) !== entry.sample) return undefined
    const places = { base, size, length, known: () => stringSlice(letters, known, known + knownLength) }
    return { file, source, text, code, woven: length === 0 ? undefined : places }
  }

  /** Adds what a process has missed, if that is worth it. Gives what there was no room for. */
  static add(file: string, made: string, missed: readonly RunModule[]): readonly RunModule[] {
    const pack = ModulePack.read(file, made)
    if (pack?.isFull === true) return missed
    const lacking = missed.filter((module) => pack?.find(module.file, module.source) === undefined)
    const letters = lacking.reduce((sum, { source }) => sum + source.length, 0)
    if (!isWorthAdding(letters, pack)) return []
    const writer = new Writer()
    const known = new Set(lacking.map(({ file: name, source }) => name || source))
    if (pack !== undefined) for (const module of pack.#without(known)) writer.add(module)
    let added = 0
    while (added < lacking.length && writer.bytes < mostBytes) writer.add(lacking[added++]!)
    writer.write(file, made)
    return lacking.slice(added)
  }

  /** Whether something was removed that nobody has written for so many milliseconds. */
  static removeOld(file: string, age: number): boolean {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined || now() - found.mtimeMs <= age) return false
    unlinkSync(file)
    return true
  }

  #without(names: ReadonlySet<string>): RunModule[] {
    return this.#parts.entries.flatMap((entry) => {
      const source = this.#sourceOf(entry)
      return names.has(entry.file || source) ? [] : (this.find(entry.file, source) ?? [])
    })
  }
}

/** Whether a pack is to be written again for so many letters of sources that it lacks, or for fewer. */
export function isWorthAdding(letters: number, pack: ModulePack | undefined): boolean {
  return letters >= Math.max(fewestBytes, (pack?.bytes ?? 0) * share)
}

function readParts(descriptor: number, made: string): PackParts | undefined {
  const head = readAt(descriptor, 0, headerBytes)
  const found = header.exec(latin1In(head, 0, headerBytes))
  if (found === null || found[1] !== made) return undefined
  const [index, code, narrow, wide] = [Number(found[2]), Number(found[3]), Number(found[4]), Number(found[5])]
  const bytes = headerBytes + index + code + narrow + wide
  const first = readAt(descriptor, headerBytes, index + code)
  const letters = readAt(descriptor, headerBytes + index + code, narrow + wide)
  // Cheaper than asking for the size, of which Node makes a record with dates.
  if (readSync(descriptor, head, 0, 1, bytes) !== 0) return undefined
  return {
    bytes,
    entries: parse(utf8In(first, 0, index)) as readonly Entry[],
    codeAt: first.byteOffset + index,
    code: first.buffer,
    narrow: latin1In(letters, 0, narrow),
    wide: ucs2In(letters, narrow, narrow + wide),
  }
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = allocUnsafeSlow(length)
  for (let read = 0; read < length;) {
    const more = readSync(descriptor, bytes, read, length - read, at + read)
    if (more === 0) throw new Error('cut short')
    read += more
  }
  return bytes
}

class Writer {
  readonly #entries: Entry[] = []
  readonly #code: Uint8Array[] = []
  #codeBytes = 0
  #narrow = ''
  #wide = ''

  get bytes(): number {
    return this.#codeBytes + this.#narrow.length + this.#wide.length * 2
  }

  add({ file, source, text, code, woven }: RunModule): void {
    const known = woven?.known() ?? ''
    const isWide = ![source, text, known].every((each) => byteLength(each) === each.length)
    const put = (letters: string): number => {
      const at = isWide ? this.#wide.length : this.#narrow.length
      if (isWide) this.#wide += letters
      else this.#narrow += letters
      return at
    }
    const textAt = put(text)
    const inside = text.indexOf(source)
    this.#entries.push({
      file,
      isWide,
      source: inside === -1 ? put(source) : textAt + inside,
      sourceLength: source.length,
      text: textAt,
      textLength: text.length,
      code: this.#codeBytes,
      codeLength: code?.length ?? 0,
      sample: sampleOf(text, code),
      wovenLength: woven?.length ?? 0,
      base: woven?.base ?? 0,
      size: woven?.size ?? 0,
      known: put(known),
      knownLength: known.length,
    })
    if (code === undefined) return
    const rest = new Uint8Array(-code.length & 7)
    this.#code.push(code, rest)
    this.#codeBytes += code.length + rest.length
  }

  write(file: string, made: string): void {
    const plain = Buffer.from(JSON.stringify(this.#entries))
    const index = Buffer.concat([plain, Buffer.alloc(-plain.length & 7, ' ')])
    const narrow = Buffer.from(this.#narrow, 'latin1')
    const wide = Buffer.from(this.#wide, 'utf16le')
    const sizes = [index.length, this.#codeBytes, narrow.length, wide.length]
    const head = Buffer.from(`${`jsmop-pack ${made} ${sizes.join(' ')}`.padEnd(headerBytes - 1)}\n`)
    const content = Buffer.concat([head, index, ...this.#code, narrow, wide])
    mkdirSync(path.dirname(file), { recursive: true })
    writeAtomically(file, content, true)
  }
}

function sampleOf(text: string, code: Uint8Array | undefined): number {
  let hash = text.length
  for (let i = 0; i < text.length; i += stride)
    hash = imul(hash ^ stringCharCodeAt(text, i), 0x01000193) ^ (hash >>> 15)
  if (code === undefined) return hash >>> 1
  for (let i = 0; i < code.length; i += stride) hash = imul(hash ^ code[i]!, 0x01000193) ^ (hash >>> 15)
  return hash >>> 1
}
