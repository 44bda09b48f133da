/**
 * The least that a monitor of one parameter takes, written by hand for the scenario of duplicate traces: the instance is a field
 * of the object, and nothing is looked up, counted or reported beyond what the algorithm is about.
 *
 * - `leastState`: D's step, a look-up in the table of a property whose state stays as it is.
 * - `leastTrie`: E's step, from a node to its last successor if that was by the same key; the instances that went there are
 *   counted. Steps off that path are found in a Map.
 *
 * What E has to do beyond D is a store to the object that its next event must wait for, and a line of the trie that depends on
 * it. The difference between the two is the floor for the difference between E and D.
 */

import type { Signaller } from '../../src/spec/signaller.ts'

/** An object whose instance is a field of its own. */
export interface Carrier {
  word: number
}

export function leastState(): [Signaller, Signaller, Signaller] {
  const rows = Int32Array.from({ length: 16 }, (_, state) => state)
  const counts = { events: 0 }
  const step: Signaller = (_, value) => {
    const object = value as Carrier
    const to = rows[object.word + 1]! - 1
    counts.events++
    if (to !== object.word) object.word = to
  }
  return [step, step, step]
}

const fields = 8
const last = 5
const lastKey = 6
const passed = 7

export function leastTrie(): [Signaller, Signaller, Signaller] {
  const nodes = new Int32Array(fields * 4096)
  const successors = new Map<number, number>()
  let end = fields
  const turn = (object: Carrier, key: number): void => {
    const from = object.word
    const edge = from * 4096 + key
    let to = successors.get(edge)
    if (to === undefined) {
      to = end
      end += fields
      successors.set(edge, to)
    }
    nodes[from + last] = to
    nodes[from + lastKey] = key
    nodes[from + passed] = nodes[from + passed]! + 1
    object.word = to
  }
  const step: Signaller = (site, value) => {
    const object = value as Carrier
    const from = object.word
    const key = (site << 2) | 1
    if (nodes[from + lastKey] !== key) return turn(object, key)
    nodes[from + passed] = nodes[from + passed]! + 1
    object.word = nodes[from + last]!
  }
  return [step, step, step]
}
