/**
 * A woven text with what is known about it, in memory and as the text of a cache entry:
 *
 *     jsmop-woven 3 <sample> <first site - 1> <number of sites> <length of the second line> <length of the text>
 *     {"insertions":…,"sites":…}
 *     <woven text>
 *
 * An entry that was cut short, or of which a disk lost a sector, is not taken for woven text: the lengths tell, and a sample of
 * its letters. All of them would tell of a single one too, which no accident changes, and took a process longer than reading the entry.
 * The second line is read when someone asks where in the text something is: of most modules nobody does.
 */

import type { InsertionTableData } from './insertions.ts'
import { SiteTable, type SiteTableData } from './sites.ts'

/** Changes whenever the weaver writes other text for the same source, or the cache other entries: such texts never meet. */
export const textVersion = 10

/** What is known of a woven text. */
export interface WovenPlaces {
  /** Its sites are `base + 1` to `base + size`. */
  readonly base: number
  readonly size: number
  readonly insertions: InsertionTableData
  readonly sites: SiteTable
}

export interface WovenModule extends WovenPlaces {
  readonly code: string
}

const header = /^jsmop-woven 3 (\d+) (\d+) (\d+) (\d+) (\d+)\n/
const longestHeader = 128

/** Taken before any spec watches it. */
const bytesOf = Buffer.from.bind(Buffer) as (text: string) => Buffer

/**
 * 64 bits over UTF-8: two multiplicative hashes with different constants, finished by an avalanche. Four bytes a step, because
 * a process that only starts runs it before V8 has compiled it well; without loading `node:crypto`.
 */
export function digest(text: string): string {
  const bytes = bytesOf(text)
  const { length } = bytes
  let a = 0x9e3779b9 ^ length
  let b = 0x85ebca6b
  const whole = length >>> 2
  // Node aligns what it gives out of its pool.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, whole)
  for (let i = 0; i < whole; i += 1) {
    const word = words[i]!
    a = Math.imul(a ^ word, 0x01000193) ^ (a >>> 15)
    b = Math.imul(b + word, 0xcc9e2d51) ^ (b >>> 15)
  }
  for (let i = whole << 2; i < length; i += 1) {
    a = Math.imul(a ^ bytes[i]!, 0x01000193)
    b = Math.imul(b + bytes[i]!, 0xcc9e2d51) ^ (b >>> 15)
  }
  return avalanche(a) + avalanche(b ^ a)
}

function avalanche(hash: number): string {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x7feb352d)
  h ^= h >>> 15
  h = Math.imul(h, 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

/** A text, or bytes that are one, of which only what is asked for becomes a string. */
export type Letters = Pick<string, 'length' | 'charCodeAt' | 'slice'>

/** How far apart the letters of a sample are: a sector of 512 bytes has four at least, whatever its encoding. */
const stride = 61

/** 31 bits of every so many letters from one on. */
function sampleOf(text: Letters, from: number): number {
  const { length } = text
  let hash = length - from
  for (let i = from; i < length; i += stride) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) ^ (hash >>> 15)
  return hash >>> 1
}

/** The second line. */
export function knownOf({ insertions, sites }: WovenPlaces): string {
  return JSON.stringify({ insertions, sites })
}

export function encodeWoven(module: WovenModule): string {
  const { code, base, size } = module
  const known = knownOf(module)
  const body = `${known}\n${code}`
  return `jsmop-woven 3 ${sampleOf(body, 0)} ${base} ${size} ${known.length} ${code.length}\n${body}`
}

/** Undefined for anything that `encodeWoven` did not write whole, from a letter of the entry on. */
export function decodeWoven(entry: Letters, from = 0): WovenModule | undefined {
  const match = header.exec(entry.slice(from, from + longestHeader))
  if (match === null) return undefined
  const [sample, base, size, known, length] = match.slice(1).map(Number) as [number, number, number, number, number]
  const start = from + match[0].length
  const behind = start + known
  if (entry.length !== behind + 1 + length || sampleOf(entry, start) !== sample) return undefined
  const places = new DecodedPlaces(base, size, () => entry.slice(start, behind))
  return new DecodedModule(places, entry.slice(behind + 1, entry.length))
}

interface Known {
  readonly insertions: InsertionTableData
  readonly sites: SiteTable
}

const { parse } = JSON

/** Reads what `knownOf` gave when it is asked for. */
export class DecodedPlaces implements WovenPlaces {
  readonly base: number
  readonly size: number
  readonly #read: () => string
  #known: Known | undefined

  constructor(base: number, size: number, read: () => string) {
    this.base = base
    this.size = size
    this.#read = read
  }

  get #data(): Known {
    if (this.#known === undefined) {
      const { insertions, sites } = parse(this.#read()) as { insertions: InsertionTableData; sites: SiteTableData }
      this.#known = { insertions, sites: SiteTable.from(sites) }
    }
    return this.#known
  }

  get insertions(): InsertionTableData {
    return this.#data.insertions
  }

  get sites(): SiteTable {
    return this.#data.sites
  }
}

class DecodedModule implements WovenModule {
  readonly places: WovenPlaces
  readonly code: string

  constructor(places: WovenPlaces, code: string) {
    this.places = places
    this.code = code
  }

  get base(): number {
    return this.places.base
  }

  get size(): number {
    return this.places.size
  }

  get insertions(): InsertionTableData {
    return this.places.insertions
  }

  get sites(): SiteTable {
    return this.places.sites
  }
}

/** What is known of the text, without the text. */
export function placesOf(module: WovenModule): WovenPlaces {
  if (module instanceof DecodedModule) return module.places
  const { base, size, insertions, sites } = module
  return { base, size, insertions, sites }
}
