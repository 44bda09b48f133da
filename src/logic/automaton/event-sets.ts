/**
 * Enable and coenable sets of an automaton by fixpoint: for each event e, what happens before it (after it) on the
 * traces that end with a goal transition. Last pass of synthesis for regular logics, run when first asked for.
 *
 * Source: enable sets from Chen, Meredith, Jin, Roşu, "Efficient formalism-independent monitoring of parametric
 * properties" (2009); coenable sets from Jin, Meredith, Griffith, Roşu, "Garbage collection for monitoring parametric
 * properties" (2011). Both computed per category and exactly: a set that was seen at a state is kept with that state.
 *
 * The fixpoint runs over (state, union of labels) pairs. With one bit for each event the unions are event sets, and
 * there are at most states · 2^width pairs; with few label bits (parameters) there are few. `visit` is called for each
 * pair, so that the caller can give up. Cost: width for each pair.
 */

import type { EventSets } from '../template.ts'
import type { Dfa } from './dfa.ts'

/** Which transitions (state · width + event) end the traces of interest. */
export type Goals = Uint8Array

/** Transitions into states where the category holds: each trace that has the verdict ends with one. */
export function verdictGoals({ next, verdicts }: Dfa, categories: number): Goals {
  return Uint8Array.from(next, (target) => ((verdicts[target]! & categories) === 0 ? 0 : 1))
}

/**
 * Transitions that make a report: into a state where a category of `atEvents` holds, or that enter one of `atEntry`.
 * From the start state every category is entered, for a monitor's first event enters all that hold after it.
 */
export function reportGoals({ width, start, next, verdicts }: Dfa, atEvents: number, atEntry: number): Goals {
  return Uint8Array.from(next, (target, transition) => {
    const source = Math.floor(transition / width)
    const before = source === start ? 0 : verdicts[source]!
    return (verdicts[target]! & (atEvents | (atEntry & ~before))) === 0 ? 0 : 1
  })
}

/** Per state 1 when a goal transition can still be taken, else 0. */
export function liveStates({ states, width, next }: Dfa, goals: Goals): Uint8Array {
  const live = new Uint8Array(states)
  const predecessors: number[][] = Array.from({ length: states }, () => [])
  const pending: number[] = []
  for (let s = 0; s < states; s += 1) {
    for (let i = s * width; i < (s + 1) * width; i += 1) {
      predecessors[next[i]!]!.push(s)
      if (goals[i] === 1 && live[s] === 0) {
        live[s] = 1
        pending.push(s)
      }
    }
  }
  for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
    for (const s of predecessors[t]!) {
      if (live[s] === 0) {
        live[s] = 1
        pending.push(s)
      }
    }
  }
  return live
}

/** Sets of labels: numbers where 30 bits suffice, big integers beyond. */
export interface Labels<L> {
  readonly none: L
  /** The label of an event. */
  of(event: number): L
  union(a: L, b: L): L
}

export function numberLabels(labels: readonly number[]): Labels<number> {
  return { none: 0, of: (event) => labels[event]!, union: (a, b) => a | b }
}

const bigLabels: Labels<bigint> = { none: 0n, of: (event) => 1n << BigInt(event), union: (a, b) => a | b }

/** Per event, the label unions of w for all traces w e w' that end with a goal. All states must be reachable. */
export function unionsBefore<L>(dfa: Dfa, goals: Goals, labels: Labels<L>, visit: () => void): Set<L>[] {
  const { states, width, start, next } = dfa
  const live = liveStates(dfa, goals)
  const seen: Set<L>[] = Array.from({ length: states }, () => new Set())
  const result: Set<L>[] = Array.from({ length: width }, () => new Set())
  const pending: [number, L][] = [[start, labels.none]]
  seen[start]!.add(labels.none)
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    visit()
    const [s, union] = pair
    for (let e = 0; e < width; e += 1) {
      const transition = s * width + e
      const t = next[transition]!
      if (live[t] === 0 && goals[transition] === 0) continue
      result[e]!.add(union)
      const extended = labels.union(union, labels.of(e))
      if (live[t] === 1 && !seen[t]!.has(extended)) {
        seen[t]!.add(extended)
        pending.push([t, extended])
      }
    }
  }
  return result
}

/** Per event, the label unions of w' for all traces w e w' with w' not empty that end with a goal. All states must be reachable. */
export function unionsAfter<L>(dfa: Dfa, goals: Goals, labels: Labels<L>, visit: () => void): Set<L>[] {
  const { states, width, next } = dfa
  const predecessors: number[][] = Array.from({ length: states }, () => [])
  next.forEach((t, transition) => predecessors[t]!.push(transition))
  const after: Set<L>[] = Array.from({ length: states }, () => new Set())
  const pending: [number, L][] = []
  const reach = (state: number, union: L): void => {
    if (after[state]!.has(union)) return
    after[state]!.add(union)
    pending.push([state, union])
  }
  goals.forEach((goal, transition) => {
    if (goal === 1) reach(Math.floor(transition / width), labels.of(transition % width))
  })
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    visit()
    const [t, union] = pair
    for (const transition of predecessors[t]!) {
      reach(Math.floor(transition / width), labels.union(union, labels.of(transition % width)))
    }
  }
  return Array.from({ length: width }, (_, e) => {
    const result = new Set<L>()
    for (let s = 0; s < states; s += 1) for (const union of after[next[s * width + e]!]!) result.add(union)
    return result
  })
}

/** Spells out what `compute` gives when each event has a bit of its own. */
export function eventSets(events: readonly string[], compute: <L>(labels: Labels<L>) => Set<L>[]): EventSets {
  const perEvent: number[][][] =
    events.length <= 30
      ? compute(numberLabels(events.map((_, e) => 1 << e))).map((sets) => [...sets].map(numberMembers))
      : compute(bigLabels).map((sets) => [...sets].map(bigMembers))
  return Object.fromEntries(
    events.map((name, e) => [name, perEvent[e]!.sort(bySizeThenAlphabet).map((set) => set.map((i) => events[i]!))]),
  )
}

function numberMembers(set: number): number[] {
  const members: number[] = []
  for (let rest = set; rest !== 0; rest &= rest - 1) members.push(31 - Math.clz32(rest & -rest))
  return members
}

function bigMembers(set: bigint): number[] {
  const members: number[] = []
  for (let i = 0, rest = set; rest !== 0n; i += 1, rest >>= 1n) if ((rest & 1n) === 1n) members.push(i)
  return members
}

function bySizeThenAlphabet(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length
  const at = a.findIndex((member, i) => member !== b[i])
  return at === -1 ? 0 : a[at]! - b[at]!
}
