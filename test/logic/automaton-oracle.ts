/** Random complete automata, and what their definitions say about them by enumeration of traces, for tests. */

import fc from 'fast-check'
import type { Dfa } from '#src/logic/automaton/dfa.ts'
import { words } from './synthesize-with.ts'

export function automata(maxStates: number, maxWidth: number, verdicts: number): fc.Arbitrary<Dfa> {
  return fc
    .tuple(fc.integer({ min: 1, max: maxStates }), fc.integer({ min: 1, max: maxWidth }))
    .chain(([states, width]) =>
      fc.record({
        states: fc.constant(states),
        width: fc.constant(width),
        start: fc.integer({ min: 0, max: states - 1 }),
        next: fc
          .array(fc.integer({ min: 0, max: states - 1 }), { minLength: states * width, maxLength: states * width })
          .map((cells) => Int32Array.from(cells)),
        verdicts: fc
          .array(fc.integer({ min: 0, max: verdicts - 1 }), { minLength: states, maxLength: states })
          .map((cells) => Int32Array.from(cells)),
      }),
    )
}

export function run(dfa: Dfa, trace: readonly number[], from = dfa.start): number {
  return trace.reduce((state, event) => dfa.next[state * dfa.width + event]!, from)
}

/** The verdicts that the states show on all traces up to a length, one string each. */
export function behaviours(dfa: Dfa, states: Iterable<number>, length: number): string[] {
  const traces = words(letters(dfa), length)
  return Array.from(states, (s) => traces.map((trace) => dfa.verdicts[run(dfa, trace, s)]).join())
}

export function letters(dfa: Dfa): number[] {
  return Array.from({ length: dfa.width }, (_, e) => e)
}

/** Reachable states, by traces no longer than there are states. */
export function reachable(dfa: Dfa): Set<number> {
  let found = new Set([dfa.start])
  for (let i = 0; i < dfa.states; i += 1) {
    found = new Set([...found, ...[...found].flatMap((s) => letters(dfa).map((e) => run(dfa, [e], s)))])
  }
  return found
}

/**
 * By definition: per event e, the sets of events of w (before) or w' (after, not empty) over all traces w e w' that end
 * as `ends` says (given the states before and after the last event), with w and w' up to the given lengths. Sets are
 * sorted lists joined by commas.
 */
export function enumerateSets(dfa: Dfa, ends: (from: number, to: number) => boolean, before: number, after: number) {
  const enable = letters(dfa).map(() => new Set<string>())
  const coenable = letters(dfa).map(() => new Set<string>())
  const set = (word: readonly number[]) => [...new Set(word)].sort((a, b) => a - b).join()
  const tails = words(letters(dfa), after).slice(1)
  // Where tails that end as asked for lead from each state: what there is to add does not depend on w.
  const ending = Array.from({ length: dfa.states }, (_, state) =>
    tails.filter((tail) => ends(run(dfa, tail.slice(0, -1), state), run(dfa, tail, state))).map(set),
  )
  for (const w of words(letters(dfa), before)) {
    const from = run(dfa, w)
    for (const e of letters(dfa)) {
      const to = run(dfa, [e], from)
      if (ends(from, to) || ending[to]!.length > 0) enable[e]!.add(set(w))
      for (const tail of ending[to]!) coenable[e]!.add(tail)
    }
  }
  return { enable, coenable }
}
