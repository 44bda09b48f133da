/**
 * The places of one woven text. A site number is `base + 1 + index`: stable for a base, a text and a plan, whatever is
 * loaded before. Whoever weaves gives each path its base and keeps the ranges of different paths apart; two paths with
 * the same content have different bases and different texts.
 *
 * A site's position is the one V8 gives the same operation in a stack trace, so that a captured frame can be compared
 * exactly: the method's name in `items.splice()`, the name in `resolve()`, the parenthesis in `o['m']()`, `(0, f)()` and
 * `o.m?.()`, the keyword in `new Map()` and `await p`, what is iterated in a loop, the object in a write or `delete`.
 * Lines and columns are 1-based, columns in UTF-16 units; lines end where V8 ends them.
 */

import { mapGet, mapSet } from '../patch/originals.ts'
import type { Subject } from './not-iterable.ts'

export const siteKinds = [
  'call',
  'construct',
  'executor',
  'loop',
  'await',
  'return',
  'write',
  'update',
  'delete',
  'import',
] as const
export type SiteKind = (typeof siteKinds)[number]

export interface WovenSite {
  readonly number: number
  readonly kind: SiteKind
  readonly offset: number
  readonly line: number
  readonly column: number
  /**
   * The member, function, class or key that is named there; for a loop over `o.a.b.entries()` the path `a.b`; empty where
   * the key is computed or nothing is named.
   */
  readonly name: string
  /** The name of the nearest enclosing function that has one; empty at top level. */
  readonly enclosing: string
  /** Whether it runs while its module loads and at no other time: inside no function and no class. */
  readonly topLevel: boolean
  /** Loops only. */
  readonly subject: Subject | undefined
}

/** Offset, line, column, kind and top level (see `add`), name, enclosing: names as indexes into `names`. */
const stride = 6

export interface SiteTableData {
  readonly base: number
  readonly names: string[]
  readonly data: number[]
  /** By index of the site. */
  readonly subjects: readonly (readonly [index: number, subject: Subject])[]
}

export class SiteTable {
  readonly base: number
  readonly #names: string[]
  readonly #indexes = new Map<string, number>()
  readonly #data: number[]
  readonly #subjects = new Map<number, Subject>()

  constructor(base: number, names: string[] = [], data: number[] = []) {
    this.base = base
    this.#names = names
    this.#data = data
  }

  /** Takes the data over; nothing is added to such a table. While a program runs: by no function that may be watched. */
  static from({ base, names, data, subjects }: SiteTableData): SiteTable {
    const table = new SiteTable(base, names, data)
    for (let i = 0; i < subjects.length; i += 1) mapSet(table.#subjects, subjects[i]![0], subjects[i]![1])
    return table
  }

  #intern(name: string): number {
    let index = this.#indexes.get(name)
    if (index === undefined) {
      index = this.#names.length
      this.#names.push(name)
      this.#indexes.set(name, index)
    }
    return index
  }

  get size(): number {
    return this.#data.length / stride
  }

  /** Gives the site's number. Line and column follow with `locate`. */
  add(kind: SiteKind, offset: number, name: string, enclosing: string, topLevel: boolean): number {
    const kindAndLevel = siteKinds.indexOf(kind) * 2 + (topLevel ? 1 : 0)
    this.#data.push(offset, 0, 0, kindAndLevel, this.#intern(name), this.#intern(enclosing))
    return this.base + this.size
  }

  setSubject(site: number, subject: Subject): void {
    this.#subjects.set(site - this.base - 1, subject)
  }

  locate(lineStarts: readonly number[]): void {
    for (let i = 0; i < this.#data.length; i += stride) {
      const line = lineOf(lineStarts, this.#data[i]!)
      this.#data[i + 1] = line + 1
      this.#data[i + 2] = this.#data[i]! - lineStarts[line]! + 1
    }
  }

  get(site: number): WovenSite | undefined {
    const index = site - this.base - 1
    const at = index * stride
    const data = this.#data
    if (!(index >= 0 && at < data.length)) return undefined
    return {
      number: site,
      kind: siteKinds[data[at + 3]! >> 1]!,
      offset: data[at]!,
      line: data[at + 1]!,
      column: data[at + 2]!,
      name: this.#names[data[at + 4]!]!,
      enclosing: this.#names[data[at + 5]!]!,
      topLevel: (data[at + 3]! & 1) === 1,
      subject: mapGet(this.#subjects, index) as Subject | undefined,
    }
  }

  /** The number of the site at a position (both 1-based) that has the name. */
  find(line: number, column: number, name: string): number | undefined {
    const data = this.#data
    for (let at = 0; at < data.length; at += stride)
      if (data[at + 1] === line && data[at + 2] === column && this.#names[data[at + 4]!] === name)
        return this.base + 1 + at / stride
    return undefined
  }

  *[Symbol.iterator](): Generator<WovenSite> {
    for (let site = this.base + 1; site <= this.base + this.size; site += 1) yield this.get(site)!
  }

  toJSON(): SiteTableData {
    return { base: this.base, names: this.#names, data: this.#data, subjects: [...this.#subjects] }
  }
}

/** The line, 0-based, that an offset is in. */
export function lineOf(lineStarts: readonly number[], offset: number): number {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lineStarts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Where V8's lines start. */
export function lineStartsOf(source: string): number[] {
  const starts = [0]
  for (let i = 0; i < source.length; i += 1) {
    const c = source.charCodeAt(i)
    if (c === 10 || (c === 13 && source.charCodeAt(i + 1) !== 10) || c === 0x2028 || c === 0x2029) starts.push(i + 1)
  }
  return starts
}
