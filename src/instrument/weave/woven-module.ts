/**
 * A woven text with what is known about it, in memory and as the text of a cache entry:
 *
 *     jsmop-woven 1 <digest> <length of the second line>
 *     {"insertions":…,"sites":…}
 *     <woven text>
 *
 * The digest covers everything behind the first line, so that an entry that was cut short, mixed up by two writers or
 * damaged is not taken for woven text. It protects against accidents, not against malice.
 */

import type { InsertionTableData } from './insertions.ts'
import { SiteTable, type SiteTableData } from './sites.ts'

export interface WovenModule {
  readonly code: string
  readonly insertions: InsertionTableData
  readonly sites: SiteTable
}

const header = /^jsmop-woven 1 ([0-9a-f]{16}) (\d+)\n/

/** 64 bits over UTF-16 units: two multiplicative hashes with different constants, finished by an avalanche. About 1 ns a unit, without loading `node:crypto`. */
export function digest(text: string): string {
  let a = 0x9e3779b9 ^ text.length
  let b = 0x85ebca6b
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b + unit, 0xcc9e2d51) ^ (b >>> 15)
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

export function encodeWoven(module: WovenModule): string {
  const known = JSON.stringify({ insertions: module.insertions, sites: module.sites })
  const body = `${known}\n${module.code}`
  return `jsmop-woven 1 ${digest(body)} ${known.length}\n${body}`
}

/** Undefined for anything that `encodeWoven` did not write whole. */
export function decodeWoven(entry: string): WovenModule | undefined {
  const match = header.exec(entry)
  if (match === null) return undefined
  const body = entry.slice(match[0].length)
  if (digest(body) !== match[1]) return undefined
  const length = Number(match[2])
  const known = JSON.parse(body.slice(0, length)) as { insertions: InsertionTableData; sites: SiteTableData }
  return { code: body.slice(length + 1), insertions: known.insertions, sites: SiteTable.from(known.sites) }
}
