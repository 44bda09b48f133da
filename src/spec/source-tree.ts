/** Objects, lists and strings as they stand in a text, with offsets: what a reader keeps so that mistakes can be shown in place. */

import type { SourceSpan } from '../diagnostics/user-error.ts'
import type { Place, Places } from './places.ts'

export type SourceNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly entries: ReadonlyMap<string, SourceEntry> }
  | { readonly kind: 'list'; readonly items: readonly SourceNode[] }
  /** A quoted string; the offsets include the quotes. */
  | { readonly kind: 'string' }
  | { readonly kind: 'other' }
)

export interface SourceEntry {
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: SourceNode
}

/** Places of what was read from `text`. A part that does not exist is shown at the nearest part around it. */
export function placesInTree(root: SourceNode, text: string, source: string): Places {
  return (place) => ({ source, text, ...offsets(root, text, place) })
}

function offsets(root: SourceNode, text: string, { path, key, range }: Place): Pick<SourceSpan, 'start' | 'end'> {
  let node = root
  let entry: SourceEntry | undefined
  for (const step of path) {
    entry = node.kind === 'object' ? node.entries.get(String(step)) : undefined
    const inner = node.kind === 'list' ? node.items[Number(step)] : entry?.value
    // An object is long; its opening brace is shown for something that it lacks.
    if (inner === undefined) return { start: node.start, end: node.kind === 'object' ? node.start + 1 : node.end }
    node = inner
  }
  if (key === true && entry !== undefined) return { start: entry.keyStart, end: entry.keyEnd }
  if (range !== undefined && node.kind === 'string') {
    const start = rawOffset(text, node, range[0])
    return { start, end: Math.max(start + 1, rawOffset(text, node, range[1])) }
  }
  return { start: node.start, end: node.kind === 'object' ? node.start + 1 : node.end }
}

const escape = /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^])/y

/** Where the n-th unit of a string's value stands in the text: an escape is several characters there and one in the value. */
function rawOffset(text: string, { start, end }: SourceNode, units: number): number {
  let at = start + 1
  for (let i = 0; i < units && at < end - 1; i++) {
    escape.lastIndex = at
    at += text[at] === '\\' ? escape.exec(text)![0].length : 1
  }
  return at
}
