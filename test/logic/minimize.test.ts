import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dfa } from '#src/logic/automaton/dfa.ts'
import { minimize } from '#src/logic/automaton/minimize.ts'
import { runs } from '../support/property.ts'
import { automata, behaviours, reachable, run } from './automaton-oracle.ts'
import { words } from './synthesize-with.ts'

test('the minimal automaton has one state for each behaviour of a reachable state, and the same verdicts', () => {
  fc.assert(
    fc.property(automata(7, 2, 3), (dfa) => {
      const { dfa: minimal, representative } = minimize(dfa)
      // Two states of n that differ do so on a trace shorter than n.
      const different = new Set(behaviours(dfa, reachable(dfa), dfa.states - 1))
      expect(minimal.states).toBe(different.size)
      expect(behaviours(minimal, [minimal.start], 6)).toEqual(behaviours(dfa, [dfa.start], 6))
      representative.forEach((state, s) => {
        expect(reachable(dfa).has(state)).toBe(true)
        expect(behaviours(minimal, [s], 5)).toEqual(behaviours(dfa, [state], 5))
      })
    }),
    runs(1500),
  )
})

test('states are numbered breadth-first in alphabet order, so equal behaviour gives equal tables', () => {
  fc.assert(
    fc.property(automata(6, 3, 2), fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (dfa, keys) => {
      const { dfa: minimal } = minimize(dfa)
      const firstVisits: number[] = []
      for (const trace of words([...Array(dfa.width).keys()], minimal.states)) {
        const state = run(minimal, trace)
        if (!firstVisits.includes(state)) firstVisits.push(state)
      }
      expect(firstVisits).toEqual([...firstVisits.keys()])

      const order = [...Array(dfa.states).keys()].sort((a, b) => keys[a]! - keys[b]! || a - b)
      expect(minimize(renumber(dfa, order)).dfa).toEqual(minimal)
      expect(minimize(minimal).dfa).toEqual(minimal)
    }),
    runs(500),
  )
})

function renumber(dfa: Dfa, order: readonly number[]): Dfa {
  const next = new Int32Array(dfa.next.length)
  const verdicts = new Int32Array(dfa.states)
  order.forEach((to, from) => {
    verdicts[to] = dfa.verdicts[from]!
    for (let e = 0; e < dfa.width; e += 1) next[to * dfa.width + e] = order[run(dfa, [e], from)]!
  })
  return { ...dfa, start: order[dfa.start]!, next, verdicts }
}

test('the lowest reachable state of a class stands for it', () => {
  const dfa: Dfa = {
    states: 4,
    width: 1,
    start: 3,
    next: Int32Array.of(0, 2, 1, 2),
    verdicts: Int32Array.of(1, 1, 1, 0),
  }
  expect([...minimize(dfa).representative]).toEqual([3, 1])
})
