/**
 * Which traces a run had, among all that were seen of its subject in a study: a bit for each, as base64 text, so that
 * thousands of traces of hundreds of runs are kept in a few hundred bytes each and compared exactly. Who numbers the
 * traces is the store (`study-store.ts`).
 */

export type TraceSet = string

export function traceSetOf(numbers: Iterable<number>): TraceSet {
  const all = [...numbers]
  const bytes = Buffer.alloc(Math.ceil((all.reduce((most, number) => Math.max(most, number), -1) + 1) / 8))
  for (const number of all) bytes[number >> 3]! |= 1 << (number & 7)
  return bytes.toString('base64')
}

export function union(sets: readonly TraceSet[]): TraceSet {
  const parts = sets.map(bytesOf)
  const bytes = Buffer.alloc(parts.reduce((most, { length }) => Math.max(most, length), 0))
  for (const part of parts) for (const [i, byte] of part.entries()) bytes[i]! |= byte
  return bytes.toString('base64')
}

/** How many traces two sets share; of one set alone, how many it has. */
export function countShared(set: TraceSet, other: TraceSet = set): number {
  const [own, others] = [bytesOf(set), bytesOf(other)]
  let shared = 0
  for (const [i, byte] of own.entries()) shared += bits[byte & (others[i] ?? 0)]!
  return shared
}

const bits = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

function bytesOf(set: TraceSet): Buffer {
  return Buffer.from(set, 'base64')
}
