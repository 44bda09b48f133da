/**
 * Minimal automaton by partition refinement: unreachable states are removed, states that no trace tells apart are
 * merged. Second pass of synthesis for regular logics.
 *
 * Hopcroft's algorithm ("An n log n algorithm for minimizing states in a finite automaton", 1971) on the partition
 * structure of Valmari and Lehtinen: blocks are ranges of one array of states, splitting swaps states to the front of
 * their range. Cost O(width · states · log states). Moore's refinement is shorter, but quadratic on chains, which long
 * bounded repetitions give (`a{5000}`).
 *
 * States of the result are numbered breadth-first from the start in alphabet order, so equal languages give equal
 * automata.
 */

import type { Dfa } from './dfa.ts'

export interface Minimized {
  readonly dfa: Dfa
  /** Per state of `dfa`, the lowest reachable state of the input that it stands for. */
  readonly representative: Int32Array
}

export function minimize(input: Dfa): Minimized {
  const reachable = reachableStates(input)
  const blockOf = refine(input, reachable)
  return quotient(input, reachable, blockOf)
}

/** Ascending. */
function reachableStates({ states, width, start, next }: Dfa): Int32Array {
  const seen = new Uint8Array(states)
  seen[start] = 1
  const pending = [start]
  let count = 1
  for (let s = pending.pop(); s !== undefined; s = pending.pop()) {
    for (let i = s * width; i < (s + 1) * width; i += 1) {
      const t = next[i]!
      if (seen[t] === 0) {
        seen[t] = 1
        count += 1
        pending.push(t)
      }
    }
  }
  const result = new Int32Array(count)
  for (let s = 0, i = 0; s < states; s += 1) if (seen[s] === 1) result[i++] = s
  return result
}

/** The coarsest partition of the reachable states that respects verdicts and transitions, as a block number per state. */
function refine({ states, width, next, verdicts }: Dfa, reachable: Int32Array): Int32Array {
  const predecessors = invert(reachable, states, width, next)

  // `members` holds the blocks as ranges [first, past); `place` inverts it. The first `marked[b]` members of block b are
  // predecessors of the splitter at hand.
  const members = Int32Array.from(reachable).sort((a, b) => verdicts[a]! - verdicts[b]! || a - b)
  const place = new Int32Array(states)
  const blockOf = new Int32Array(states).fill(-1)
  const first: number[] = []
  const past: number[] = []
  const marked: number[] = []
  for (let i = 0; i < members.length; i += 1) {
    if (i === 0 || verdicts[members[i]!] !== verdicts[members[i - 1]!]) {
      first.push(i)
      past.push(i)
      marked.push(0)
    }
    const block = first.length - 1
    past[block] = i + 1
    blockOf[members[i]!] = block
    place[members[i]!] = i
  }

  const pending: number[] = first.map((_, block) => block)
  const touched: number[] = []
  for (let splitter = pending.pop(); splitter !== undefined; splitter = pending.pop()) {
    // A copy: splitting the splitter itself reorders its range.
    const targets = members.slice(first[splitter], past[splitter])
    for (let event = 0; event < width; event += 1) {
      for (const target of targets) {
        const cell = target * width + event
        for (let i = predecessors.offsets[cell]!; i < predecessors.offsets[cell + 1]!; i += 1)
          mark(predecessors.sources[i]!)
      }
      for (const block of touched) split(block)
      touched.length = 0
    }
  }
  return blockOf

  function mark(state: number): void {
    const block = blockOf[state]!
    if (marked[block] === 0) touched.push(block)
    const to = first[block]! + marked[block]!
    const from = place[state]!
    const other = members[to]!
    members[from] = other
    place[other] = from
    members[to] = state
    place[state] = to
    marked[block]! += 1
  }

  /** Makes the smaller of the marked and the unmarked part a block of its own. */
  function split(block: number): void {
    const middle = first[block]! + marked[block]!
    marked[block] = 0
    if (middle === past[block]) return
    const created = first.length
    if (middle - first[block]! <= past[block]! - middle) {
      first.push(first[block]!)
      past.push(middle)
      first[block] = middle
    } else {
      first.push(middle)
      past.push(past[block]!)
      past[block] = middle
    }
    marked.push(0)
    for (let i = first[created]!; i < past[created]!; i += 1) blockOf[members[i]!] = created
    // Where the block was pending, its rest still is; where it was not, the smaller part suffices as a splitter.
    pending.push(created)
  }
}

/** The predecessors of (state t, event e) are `sources[offsets[t * width + e]]` up to the next offset. */
function invert(reachable: Int32Array, states: number, width: number, next: Int32Array) {
  const offsets = new Int32Array(states * width + 1)
  for (const s of reachable) for (let e = 0; e < width; e += 1) offsets[next[s * width + e]! * width + e + 1]! += 1
  for (let i = 1; i < offsets.length; i += 1) offsets[i]! += offsets[i - 1]!
  const free = offsets.slice()
  const sources = new Int32Array(reachable.length * width)
  for (const s of reachable) for (let e = 0; e < width; e += 1) sources[free[next[s * width + e]! * width + e]!++] = s
  return { offsets, sources }
}

function quotient(input: Dfa, reachable: Int32Array, blockOf: Int32Array): Minimized {
  const { width, start, next, verdicts } = input
  const representativeOf = new Map<number, number>()
  for (const s of reachable) if (!representativeOf.has(blockOf[s]!)) representativeOf.set(blockOf[s]!, s)

  const numbers = new Map<number, number>([[blockOf[start]!, 0]])
  const order = [blockOf[start]!]
  const table = new Int32Array(representativeOf.size * width)
  for (let n = 0; n < order.length; n += 1) {
    const s = representativeOf.get(order[n]!)!
    for (let e = 0; e < width; e += 1) {
      const block = blockOf[next[s * width + e]!]!
      let number = numbers.get(block)
      if (number === undefined) {
        number = order.length
        numbers.set(block, number)
        order.push(block)
      }
      table[n * width + e] = number
    }
  }
  const representative = Int32Array.from(order, (block) => representativeOf.get(block)!)
  return {
    dfa: {
      states: order.length,
      width,
      start: 0,
      next: table,
      verdicts: representative.map((s) => verdicts[s]!),
    },
    representative,
  }
}
