/**
 * Where many objects live alike, so do the monitors above them: a set of monitors (`d/groups.ts`) that have no events of their
 * own any more is what its *history* says, a path of entries "a monitor came at a node" and "a broadcast", and sets with the
 * same history are the same number. An entry counts the sets that are there, as a node of the trace store counts instances.
 * So a broadcast is one look-up, and nothing is kept for each monitor. HOT, as the trace store.
 *
 * A monitor that has come to rest in a history has the entry of its arrival for a state (`parked`). Where the store counts
 * it is where it was when the set was last *settled*: at its arrival, or at the entry before the last `settled` one. What
 * became of it since is read off the history, once for all sets that share it (`#bring`).
 *
 * A set leaves its history for good, and has groups from then on, when one of its monitors moves on by itself, and when the
 * history becomes long or there are too many. Entries stay: a parked monitor may come back at any time.
 *
 * Only nodes that never go away are found in histories: none of a long run, and none that broadcasts could make one of.
 *
 * Cost: three numbers an entry, four for each place in the tables. Against a group for each monitor (map × iterator, 40
 * iterators a map): see `docs/benchmarks.md`, `traces`.
 */

import type { State } from '../../logic/template.ts'
import { canonical, Group, type GroupSet, link, Rest } from '../d/groups.ts'
import type { Domain, Plan } from '../d/plan.ts'
import { OwnMap } from '../d/slots.ts'
import type { Statistics } from '../monitoring.ts'
import { type Node, type TraceStore } from '../trace/trace-store.ts'
import type { NodeTransitions } from './node-transitions.ts'
import { TripleTable } from './triple-table.ts'

/** A history: its last entry. */
export type History = number

export const noHistory: History = 0

/** What an entry says. */
const arrival = 1
const broadcast = 2
const settled = 3

/** The most entries of a history, and of all; and the most outcomes that are remembered. */
const lengthLimit = 256
const entryLimit = 1 << 16
const outcomeLimit = 1 << 17

/** The most broadcasts of one key in a row: with its first repetition, a run of them is not a long one. */
const runLimit = 12

/** In place of a node: the trace was cut. No node has this number. */
const cutShort = 1

const firstParked = -(2 ** 30)

/** The state of a monitor that came to rest by an entry. Below all others. */
function parked(entry: History): State {
  return firstParked - entry
}

export function isParked(state: State): state is number {
  return typeof state === 'number' && state <= firstParked
}

export class SetHistories {
  /** The only one whose sets have histories. */
  readonly domain: Domain
  readonly #transitions: NodeTransitions
  readonly #store: TraceStore
  readonly #counts: Statistics
  readonly #lengthLimit: number
  /** By event. */
  readonly #isBroadcast: readonly boolean[]

  /** By entry: the one before it, what it says, and of which node or key. */
  readonly #before: History[] = [noHistory]
  readonly #kinds: number[] = [0]
  readonly #subjects: number[] = [0]
  /** By entry: how many there are up to it, how many are broadcasts, and how many of one key were the last of these. */
  readonly #lengths: number[] = [0]
  readonly #broadcasts: number[] = [0]
  readonly #repeats: number[] = [0]
  /** By entry: the sets that are there and have moved since all were settled; and the entries that have had some. */
  readonly #sets: number[] = [0]
  #active: History[] = []
  readonly #isActive: boolean[] = [false]
  readonly #entries = new TripleTable()
  /** By arrival and history: where it leads. */
  readonly #outcomes = new TripleTable()
  /** How often all were settled. */
  #round = 0

  constructor(domain: Domain, { events }: Plan, store: TraceStore, counts: Statistics, groupLimit: number) {
    this.domain = domain
    this.#isBroadcast = events.map(({ broadcasts }) => broadcasts.length > 0)
    this.#transitions = domain.transitions as NodeTransitions
    this.#store = store
    this.#counts = counts
    this.#lengthLimit = groupLimit < lengthLimit ? groupLimit : lengthLimit
  }

  /** A monitor comes to rest in a set without groups: its state from there on, or null if it has to be in a group. */
  park(set: GroupSet, state: State): State | null {
    if (typeof state !== 'number' || state < 0 || !this.#stays(state)) return null
    const rest = (set.rest ??= new Rest())
    if (rest.left !== null) return null
    const { history } = rest
    const isSettled = rest.round !== this.#round && history !== noHistory
    const before = isSettled ? this.#add(history, settled, 0) : history
    const entry = isSettled && before === noHistory ? noHistory : this.#add(before, arrival, state)
    if (entry === noHistory) return null
    this.#go(rest, entry)
    return parked(entry)
  }

  /** Whether a node never goes away, nor those that broadcasts lead to from there. */
  #stays(node: Node): boolean {
    const store = this.#store
    return store.times(node) === 1 || !(store.isLongRun(node) || this.#isBroadcast[store.event(node)]!)
  }

  /** All monitors that rest in a set take a broadcast that reports nothing; false if they have to be in groups. */
  broadcast(rest: Rest, key: number): boolean {
    const { history } = rest
    if (history === noHistory || rest.left !== null) return true
    const entry = this.#add(history, broadcast, key)
    if (entry === noHistory) return false
    if (rest.round === this.#round) {
      this.#go(rest, entry)
      return true
    }
    // The first one after all were settled is taken at once, as groups do (`NodeStepping`).
    const closed = this.#add(entry, settled, 0)
    if (closed === noHistory) return false
    for (let at = history; at !== noHistory; at = this.#before[at]!)
      if (this.#kinds[at] === arrival) this.#bring(at, history, entry, 1)
    this.#go(rest, closed)
    return true
  }

  #go(rest: Rest, entry: History): void {
    const sets = this.#sets
    if (rest.round === this.#round) sets[rest.history] = sets[rest.history]! - 1
    rest.round = this.#round
    rest.history = entry
    sets[entry] = sets[entry]! + 1
    if (this.#isActive[entry]!) return
    this.#isActive[entry] = true
    this.#active[this.#active.length] = entry
  }

  /** A history with one more entry; none when it would be too long, or too much. */
  #add(history: History, kind: number, subject: number): History {
    const known = this.#entries.get(history, subject, kind)
    if (known !== 0) return known
    const isFull = this.#kinds.length >= entryLimit || this.#outcomes.size >= outcomeLimit
    if (isFull || this.#lengths[history]! >= this.#lengthLimit) return noHistory
    const repeats = kind !== broadcast ? this.#repeats[history]! : this.#repeatsBy(history, subject) + 1
    if (repeats > runLimit) return noHistory
    const entry = this.#kinds.length
    this.#before[entry] = history
    this.#kinds[entry] = kind
    this.#subjects[entry] = subject
    this.#lengths[entry] = this.#lengths[history]! + 1
    this.#broadcasts[entry] = this.#broadcasts[history]! + (kind === broadcast ? 1 : 0)
    this.#repeats[entry] = repeats
    this.#sets[entry] = 0
    this.#isActive[entry] = false
    this.#entries.set(history, subject, kind, entry)
    return entry
  }

  /** How many broadcasts of a key are the last ones of a history. */
  #repeatsBy(history: History, key: number): number {
    let at = history
    while (at !== noHistory && this.#kinds[at] !== broadcast) at = this.#before[at]!
    return at !== noHistory && this.#subjects[at] === key ? this.#repeats[at]! : 0
  }

  /** The store counts all monitors where they are. */
  settle(): void {
    const active = this.#active
    this.#active = []
    this.#round++
    for (let i = 0; i < active.length; i++) {
      const history = active[i]!
      const sets = this.#sets[history]!
      this.#sets[history] = 0
      this.#isActive[history] = false
      if (sets > 0) this.#bringAll(history, sets)
    }
  }

  /** The monitors that came to rest in `n` sets are counted at their history, which they have come to since these were settled. */
  #bringAll(history: History, n: number): void {
    let from = noHistory
    for (let at = history; at !== noHistory; at = this.#before[at]!) {
      if (this.#kinds[at] === settled && from === noHistory) from = this.#before[at]!
      if (this.#kinds[at] === arrival) this.#bring(at, from === noHistory ? at : from, history, n)
    }
  }

  /** The monitors that came to rest in `n` sets by one arrival, and are counted where `from` led, are counted where `to` leads. */
  #bring(by: History, from: History, to: History, n: number): void {
    this.#counts.steps += n * (this.#broadcasts[to]! - this.#broadcasts[from]!)
    const source = from === by ? this.#subjects[by]! : this.#outcomes.get(by, from, 0)
    const target = this.#outcomes.get(by, to, 0)
    if (source === cutShort) {
      if (target === 0) this.#outcomes.set(by, to, 0, cutShort)
    } else if (target === cutShort) this.#store.cuts += n
    else if (target !== 0) this.#store.shift(source, target, n)
    else {
      const state = this.#transitions.followAll(source, this.#keysAfter(from, to), n)
      this.#outcomes.set(by, to, 0, typeof state === 'number' && state >= 0 ? state : cutShort)
    }
  }

  /** The keys of the broadcasts of a history after a part of it. */
  #keysAfter(from: History, to: History): number[] {
    const keys: number[] = []
    for (let at = to, i = this.#broadcasts[to]! - this.#broadcasts[from]!; i > 0; at = this.#before[at]!)
      if (this.#kinds[at] === broadcast) keys[--i] = this.#subjects[at]!
    return keys
  }

  /** The monitors of a set are in groups from here on. */
  leave(set: GroupSet): void {
    const rest = (set.rest ??= new Rest())
    if (rest.left !== null) return
    const { history } = rest
    const left = new OwnMap<number, Group>()
    rest.left = left
    if (history === noHistory) return
    if (rest.round === this.#round) {
      this.#sets[history] = this.#sets[history]! - 1
      this.#bringAll(history, 1)
    }
    const groups = new OwnMap<State, Group>()
    for (let at = history; at !== noHistory; at = this.#before[at]!) {
      if (this.#kinds[at] !== arrival) continue
      const state = this.#stateOf(at, history)
      let group = groups.get(state)
      if (group === undefined) {
        group = new Group(set, state, null)
        link(set, group)
        groups.set(state, group)
      }
      group.n++
      left.set(at, group)
    }
  }

  /** The state that an arrival has led to. */
  #stateOf(by: History, history: History): State {
    const node = by === history ? this.#subjects[by]! : this.#outcomes.get(by, history, 0)
    if (node !== cutShort) return node
    const transitions = this.#transitions
    return transitions.followAll(transitions.endTrace(this.#subjects[by]!, 0), this.#keysAfter(by, history), 1)
  }

  /** The group of a monitor that came to rest in a set and moves on. */
  groupOf(set: GroupSet, state: number): Group {
    this.leave(set)
    return canonical(set.rest!.left!.get(firstParked - state)!)
  }
}
