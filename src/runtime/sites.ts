/**
 * Places by number. Woven texts bring tables of their own (`addWoven`); places that were found in stacks get numbers as
 * they are seen, from a range above all of them. Whoever reports asks here what a number means.
 */

import { mapGet, mapHas, mapSet } from '../instrument/patch/originals.ts'
import type { WovenSite } from '../instrument/weave/sites.ts'
import type { Site } from '../engine/monitoring.ts'

export interface SitePosition {
  /** As V8 names the file. */
  readonly file: string
  /** 1-based, in the text that was given to the weaver: still to be mapped through its source map. */
  readonly line: number
  readonly column: number
  readonly function: string
  /** Whether it is one of the source already: from a stack that the program's own formatter wrote. */
  readonly mapped?: boolean
}

/** A woven text: its numbers are `base < site <= base + size`. */
export interface WovenSites {
  readonly file: string
  readonly base: number
  readonly size: number
  /** Of the woven text. */
  readonly length: number
  position(site: Site): SitePosition | undefined
  /** All that the weaver knows of a site. */
  describe(site: Site): WovenSite | undefined
  /** The site of a call of that name at a position in the text given to the weaver. */
  siteAt(position: { readonly line: number; readonly column: number }, name: string): Site | undefined
  /** The position in the text given to the weaver of a position in the woven text, which is what stacks show. */
  unwoven(line: number, column: number): { readonly line: number; readonly column: number }
}

/** Finds a position when it is asked for; then it is known. */
type LatePosition = () => SitePosition | undefined

/** Positions that wait to be looked for. Each keeps an error alive, and with it what belongs to the error. */
export const mostLate = 256

/** Numbers of places found in stacks start here: above any base, below V8's small-integer limit. */
export const firstStackSite = 2 ** 29

export class Sites {
  readonly #woven: WovenSites[] = []
  readonly #wovenByFile = new Map<string, WovenSites>()
  readonly #maps = new Map<string, string>()
  readonly #byPlace = new Map<string, Map<number, Site>>()
  readonly #positions: (SitePosition | LatePosition)[] = []
  /** The last sites whose positions were to be looked for later, in a ring. */
  readonly #late: Site[] = []
  #nextLate = 0
  /** Those that were looked for. */
  readonly #found = new Map<string, SitePosition>()
  /** Asked when a woven number is not known: may add texts that were woven elsewhere (a loader's thread). */
  onUnknown: (() => void) | undefined = undefined

  /** A file can be woven more than once (query strings, module mocks): the last text wins for look-ups by file. */
  addWoven(woven: WovenSites): void {
    mapSet(this.#wovenByFile, woven.file, woven)
    const all = this.#woven
    const at = this.#countBelow(woven.base)
    if (all[at]?.base !== woven.base) for (let i = all.length; i > at; i -= 1) all[i] = all[i - 1]!
    all[at] = woven
  }

  /** The files that were woven, here or elsewhere. */
  get files(): string[] {
    this.onUnknown?.()
    const files: string[] = []
    for (let i = 0; i < this.#woven.length; i += 1) files[i] = this.#woven[i]!.file
    return files
  }

  /** Letters of all woven texts. */
  get length(): number {
    let sum = 0
    for (let i = 0; i < this.#woven.length; i += 1) sum += this.#woven[i]!.length
    return sum
  }

  /** The woven text that a site belongs to. */
  wovenOf(site: Site): WovenSites | undefined {
    const known = this.#search(site)
    if (known !== undefined || this.onUnknown === undefined) return known
    this.onUnknown()
    return this.#search(site)
  }

  #search(site: Site): WovenSites | undefined {
    const found = this.#woven[this.#countBelow(site) - 1]
    return found !== undefined && site <= found.base + found.size ? found : undefined
  }

  /** How many texts have their sites behind a number below this one: they are in the order of these numbers. */
  #countBelow(site: Site): number {
    const all = this.#woven
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (all[middle]!.base < site) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The woven text of a file, which its stack positions are to be mapped through. */
  wovenFile(file: string): WovenSites | undefined {
    if (!mapHas(this.#wovenByFile, file)) this.onUnknown?.()
    return mapGet(this.#wovenByFile, file) as WovenSites | undefined
  }

  /** A text that ran brought its source map along; `address` is what stood behind `sourceMappingURL=`. */
  noteMap(file: string, address: string): void {
    mapSet(this.#maps, file, address)
  }

  mapOf(file: string): string | undefined {
    return mapGet(this.#maps, file) as string | undefined
  }

  /** The number of a place found in a stack, given on first sight. */
  intern(file: string, line: number, column: number, name: string): Site {
    let places = mapGet(this.#byPlace, file) as Map<number, Site> | undefined
    if (places === undefined) {
      places = new Map()
      mapSet(this.#byPlace, file, places)
    }
    const key = line * 1_000_000 + column
    const known = mapGet(places, key) as Site | undefined
    if (known !== undefined) return known
    const site = firstStackSite + this.#positions.length
    this.#positions[this.#positions.length] = { file, line, column, function: name }
    mapSet(places, key, site)
    return site
  }

  /** A number for a place that must not be looked for yet. What `find` needs is kept until `mostLate` more are given. */
  internLate(find: LatePosition): Site {
    const site = firstStackSite + this.#positions.length
    this.#positions[this.#positions.length] = find
    const oldest = this.#late[this.#nextLate]
    this.#late[this.#nextLate] = site
    this.#nextLate = (this.#nextLate + 1) % mostLate
    if (oldest !== undefined) this.position(oldest)
    return site
  }

  /** Whether the position is still to be looked for. */
  isLate(site: Site): boolean {
    return site >= firstStackSite && typeof this.#positions[site - firstStackSite] === 'function'
  }

  /** One object for all errors that were made at a place: what a stack's text says of it keeps the whole text. */
  #shared(position: SitePosition): SitePosition {
    const { file, line, column, mapped } = position
    const key = `${mapped === true ? 'mapped ' : ''}${line}:${column} ${file}`
    const known = mapGet(this.#found, key) as SitePosition | undefined
    if (known === undefined) mapSet(this.#found, key, position)
    return known ?? position
  }

  /** Undefined for 0 and for numbers that nobody gave. */
  position(site: Site): SitePosition | undefined {
    if (site < firstStackSite) return this.wovenOf(site)?.position(site)
    const position = this.#positions[site - firstStackSite]
    if (typeof position !== 'function') return position
    const found = this.#shared(position() ?? nowhere)
    this.#positions[site - firstStackSite] = found
    return found
  }
}

const nowhere: SitePosition = { file: '', line: 0, column: 0, function: '' }
