/**
 * The nodes of a trace store as states of monitors: what algorithm E puts over the transitions of algorithm D. HOT.
 *
 * A prefix is judged when its node is born: D's transitions say which state of the property it leads to and what it
 * reports, and the store keeps that beside the node. Every instance that comes to the node after
 * that is judged by one look at it. What is reported at a node is a function of its path alone: an instance's parameters
 * are those that its events bound, and what they connect is read off the path too, so instances of different domains that
 * share a node agree.
 *
 * A state is a node, `dead` for a monitor that was ended from outside, or what `aside` makes of a state of the property,
 * for a monitor that goes on without a trace: the store is full, or nobody asks for the rest of it.
 */

import type { State } from '../../logic/template.ts'
import type { ParameterSet } from '../../spec/compiled-spec.ts'
import { isSilent, type OpaqueTransitions, type Transitions } from '../d/transitions.ts'
import { stateField, unjudged } from '../trace/node-layout.ts'
import { cut, type Node, rank, root, type TraceStore } from '../trace/trace-store.ts'

/** The state of a monitor that was ended from outside. */
export const dead = -1

/** What the store keeps of a node that reports, where another has its state; and a monitor's state without a trace. */
function aside(state: number): number {
  return -2 - state
}

/** The states of the property at the nodes of a store, shared by all domains of a spec. */
export class NodeStates {
  readonly store: TraceStore
  /** By rank of the node, for properties without a table; in the store, their states are all 0. */
  readonly objects: State[] = []
  /** Where the last step that reports led; `cut` when it left no trace. */
  at: Node = root

  constructor(store: TraceStore) {
    this.store = store
  }
}

export class NodeTransitions implements OpaqueTransitions {
  readonly kind = 'opaque'
  readonly fresh: State = root
  readonly dead: State = dead
  /** A parameter that every way to a report needs again is no reason to end a trace. */
  readonly needs: ParameterSet = 0
  readonly inner: Transitions
  readonly #shared: NodeStates
  readonly #store: TraceStore
  readonly #objects: State[]
  /** Whether prefixes are judged while the program runs. */
  readonly #judges: boolean
  /** What the last step reports, as bits. */
  fired = 0

  constructor(inner: Transitions, shared: NodeStates, judges: boolean) {
    const { store, objects } = shared
    this.inner = inner
    this.#shared = shared
    this.#store = store
    this.#objects = objects
    this.#judges = judges
    store.nodes[root + stateField] = inner.kind === 'table' ? inner.fresh : 0
    objects[rank(root)] = inner.fresh
  }

  step(state: State, event: number, site: number, n: number): State {
    this.fired = 0
    if (typeof state !== 'number' || state < 0) return this.#stepAside(state, event, site)
    const store = this.#store
    const before = store.nodes[state + stateField]!
    const to = store.follow(state, event, site, n)
    if (to >= 0 && store.nodes[to + stateField]! >= 0) return to
    return this.#arrive(state, before, to, event, site)
  }

  /** At a node that is not judged yet, one that reports, or past the end of the trace. `before` is the state of `from`. */
  #arrive(from: Node, before: number, to: Node, event: number, site: number): State {
    if (!this.#judges && to !== cut) {
      this.#store.makeKnown(to)
      return to
    }
    const inner = this.inner
    const { nodes } = this.#store
    this.#shared.at = to
    if (inner.kind === 'table') {
      const row = before === unjudged ? (this.stateOf(from) as number) : before < 0 ? aside(before) : before
      const target = inner.rows[row + event]!
      this.fired = target < 0 ? inner.fires[row + event]! : 0
      const after = target < 0 ? ~target : target
      if (to === cut) return aside(after)
      nodes[to + stateField] = this.fired === 0 ? after : aside(after)
    } else {
      const source = before === unjudged ? this.stateOf(from) : this.#objects[rank(from)]!
      const after =
        to !== cut && nodes[to + stateField] !== unjudged
          ? this.#objects[rank(to)]!
          : inner.step(source, event, site, 1)
      this.fired = inner.fires(source, after)
      if (to === cut) return after
      this.#objects[rank(to)] = after
      nodes[to + stateField] = this.fired === 0 ? 0 : aside(0)
    }
    if (this.fired !== 0) this.#store.markReported(to)
    else this.#store.makeKnown(to)
    return to
  }

  #stepAside(state: State, event: number, site: number): State {
    if (state === dead) return dead
    const inner = this.inner
    this.#shared.at = cut
    if (inner.kind === 'table') {
      const offset = aside(state as number) + event
      const to = inner.rows[offset]!
      this.fired = to < 0 ? inner.fires[offset]! : 0
      return aside(to < 0 ? ~to : to)
    }
    const to = inner.step(state, event, site, 1)
    this.fired = inner.fires(state, to)
    return to
  }

  /** The same for several events in a row that report nothing, given as keys. */
  followAll(state: State, keys: readonly number[], n: number): State {
    const store = this.#store
    let at = state
    /** What the counts say; nodes that are only passed through never know. */
    let counted = state
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!
      if (typeof at === 'number' && at >= 0) {
        const next = store.peek(at, key)
        if (next !== 0 && (!this.#judges || store.nodes[next + stateField] !== unjudged)) {
          at = next
          continue
        }
        store.shift(counted as Node, at, n)
        const before = store.nodes[at + stateField]!
        const to = store.advance(at, key, n)
        at = to >= 0 && store.nodes[to + stateField]! >= 0 ? to : this.#arrive(at, before, to, store.eventOf(key), 0)
      } else at = this.#stepAside(at, store.eventOf(key), 0)
      counted = at
    }
    if (typeof at === 'number' && at >= 0) store.shift(counted as Node, at, n)
    return at
  }

  /** Whether instances at a node may repeat its last event without a report and without a change of state. */
  idles(node: Node, event: number): boolean {
    const inner = this.inner
    const state = this.#store.nodes[node + stateField]!
    return inner.kind === 'table' && state >= 0 && inner.rows[state + event] === state
  }

  /** Where `n` monitors at such a node are after `more` repetitions. */
  repeat(node: Node, more: number, n: number): State {
    const state = this.#store.nodes[node + stateField]!
    const to = this.#store.extendRun(node, more, n)
    if (to === cut) return aside(state)
    this.#store.nodes[to + stateField] = state
    return to
  }

  isSilent(event: number, width: number): boolean {
    return isSilent(this.inner, event, width)
  }

  /** Ends the traces of `n` monitors at a node, and gives their state from there on. */
  endTrace(node: Node, n: number): State {
    this.#store.cuts += n
    return this.withoutTrace(node)
  }

  /** The state of a monitor at a node that goes on without a trace. */
  withoutTrace(node: Node): State {
    const state = this.stateOf(node)
    return this.inner.kind === 'table' ? aside(state as number) : state
  }

  /** The step of such a monitor that reports nothing; undefined where it cannot be told at a glance. */
  glide(state: number, event: number): number | undefined {
    const { inner } = this
    if (inner.kind !== 'table') return undefined
    const to = inner.rows[aside(state) + event]!
    return to < 0 ? undefined : aside(to)
  }

  fires(): number {
    return this.fired
  }

  live(state: State): boolean {
    if (state === dead) return false
    const inner = this.inner
    const of = this.stateOf(state)
    return inner.kind === 'table' ? inner.live[of as number] === 1 : inner.live(of)
  }

  /** The property's state of a monitor's. */
  stateOf(state: State): State {
    if (typeof state !== 'number') return state
    if (state < 0) return aside(state)
    const known = this.#store.nodes[state + stateField]!
    if (known === unjudged) return this.#follow(state)
    return this.inner.kind === 'table' ? (known < 0 ? aside(known) : known) : this.#objects[rank(state)]!
  }

  /** What a node's path leads to, for prefixes that nobody has judged. */
  #follow(node: Node): State {
    const inner = this.inner
    const steps = this.#store.steps(node)
    let state = inner.fresh
    for (let i = 0; i < steps.length; i++) {
      const { event, site, times } = steps[i]!
      for (let k = 0; k < times; k++) {
        if (inner.kind === 'opaque') state = inner.step(state, event, site, 1)
        else {
          const to = inner.rows[(state as number) + event]!
          state = to < 0 ? ~to : to
        }
      }
    }
    return state
  }

  /** Specs that reset monitors are not for algorithm E. */
  reset(): State {
    return root
  }

  enter(state: State): void {
    this.#store.enter(typeof state === 'number' && state >= 0 ? state : cut, 1)
  }
}
