/**
 * How monitors of one spec step: algorithm D's view of the template. `plan.ts` asks for it once per spec, `stepping.ts`
 * and `signallers.ts` read the arrays inline.
 *
 * Regular properties become one `Int32Array` in which a state *is* the offset of its row, so a step is one addition and
 * one load: `rows[state + event]`. The sign carries everything that is not plain moving: a negative entry `~t` leads to t
 * and also reports, or ends the monitor, or both. The usual self-loop is recognised by `rows[state + event] === state`.
 * Two rows are added to the template's: *dead*, all self-loops, where every state without a future is sent; and *fresh*,
 * a copy of the start in which no category holds, needed only when one holds in the start state itself.
 *
 * `connected` asks whether the events of a slice chain its parameters together. That is a finite question about a slice
 * (which parameters have its events linked so far? `connection.ts`), so the automaton answers it: the table becomes the
 * product of the property with the connections, and no monitor keeps anything besides its state.
 *
 * Other properties (CFG, a user's logic) step through the template, and algorithm E puts the nodes of its trie over either
 * kind: both are `OpaqueTransitions`, whose states are compared by identity; equal ones that are one object share a group.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import { type Connection, connections, connects, link, unlinked } from '../connection.ts'
import { reportMasks } from '../report-rule.ts'

/** The state of a monitor before its first event: in it no category holds, whatever the template says of its initial state. */
export const opaqueFresh: State = Object.freeze({ fresh: true })
/** The state of a monitor without a future. */
export const opaqueDead: State = Object.freeze({ dead: true })

export interface TableTransitions {
  readonly kind: 'table'
  readonly fresh: number
  readonly dead: number
  readonly rows: Int32Array
  /** Bits of the categories that a transition reports, at the same offset as in `rows`. */
  readonly fires: Int32Array
  /** By offset of a row: the parameters that every way from there to a report binds again. */
  readonly needs: Uint8Array
  /** By offset of a row: 1 when a report can still be made. */
  readonly live: Uint8Array
  /** Where a reset at a transition leads, at the same offset: the fresh state, but what was linked stays so. */
  readonly resets: Int32Array
}

export interface OpaqueTransitions {
  readonly kind: 'opaque'
  readonly fresh: State
  readonly dead: State
  readonly needs: ParameterSet
  /** Where `n` monitors in a state are after an event. */
  step(state: State, event: number, site: number, n: number): State
  fires(before: State, after: State): number
  live(state: State): boolean
  /** Whether an event is known to report nothing, whatever came before it. `width` is the number of events. */
  isSilent?(event: number, width: number): boolean
  /** Where a reset at an event leads: the fresh state, but what was linked stays so. */
  reset(state: State, event: number): State
  /** A monitor comes into being in a state. */
  enter(state: State): void
}

export type Transitions = TableTransitions | OpaqueTransitions

export interface TransitionRequest {
  /** The instance's parameters. */
  readonly domain: ParameterSet
  /** Whether such instances report at all. */
  readonly reports: boolean
  /** Whether a report needs the events of the slice to connect the domain, and some way of making it does not. */
  readonly connected: boolean
  /** Whether any domain of the spec asks for `connected`: all domains of a spec share one numbering of states. */
  readonly links: boolean
  /** Whether states without a future become the dead state. */
  readonly collect: boolean
}

export function makeTransitions(spec: CompiledSpec, request: TransitionRequest): Transitions {
  return spec.template.table === undefined ? opaqueTransitions(spec, request) : tableTransitions(spec, request)
}

function tableTransitions(spec: CompiledSpec, request: TransitionRequest): TableTransitions {
  const { template, events, handler } = spec
  const { width, states, start, next, verdicts, live } = template.table!
  const { entry, event: each } = reportMasks(spec)
  const { domain, reports, connected, links, collect } = request

  // States are numbered in the order of discovery; number 0 is dead. The order does not depend on the domain. Each is known
  // by a key of its state, of what is linked, and of whether it is fresh; where nothing is, by the state alone. Loops, and no
  // calls of builtins: see `plan.ts`.
  const keys: number[] = [-1]
  const numbers: number[] = []
  const number = (state: number, connection: Connection, fresh: boolean) => {
    const key = ((fresh ? connections : 0) + connection) * states + state
    const known = numbers[key]
    if (known !== undefined) return known
    const n = keys.length
    numbers[key] = n
    keys[n] = key
    return n
  }
  const needsFresh = (verdicts[start]! & entry) !== 0
  const first = number(start, unlinked, needsFresh)
  const resets: number[] = []
  const targets: number[] = []
  const fired: number[] = []
  /** The same without regard to the domain: instances that grow out of this one may report where it does not. */
  const due: number[] = []
  for (let e = 0; e < width; e++) resets[e] = targets[e] = fired[e] = due[e] = 0
  for (let n = 1; n < keys.length; n++) {
    const state = keys[n]! % states
    const linkedBefore = (keys[n]! - state) / states
    const connection = linkedBefore % connections
    const before = linkedBefore >= connections ? 0 : verdicts[state]!
    for (let e = 0; e < width; e++) {
      const to = next[state * width + e]!
      const linked = links ? link(connection, events[e]!.parameters) : unlinked
      const bits = (verdicts[to]! & each) | (verdicts[to]! & ~before & entry)
      const i = n * width + e
      fired[i] = reports && (!connected || connects(linked, domain)) ? bits : 0
      due[i] = bits
      resets[i] = (handler === undefined ? first : number(start, linked, needsFresh)) * width
      targets[i] = collect && live[to] === 0 ? 0 : number(to, linked, false)
    }
  }

  const rows = new Int32Array(targets.length)
  for (let i = width; i < targets.length; i++) {
    const to = targets[i]! * width
    rows[i] = fired[i] !== 0 || to === 0 ? ~to : to
  }
  const needs = new Uint8Array(rows.length)
  const future = new Uint8Array(rows.length)
  const unneeded = unneededParameters(spec, targets, due)
  const all = (1 << spec.parameters.length) - 1
  for (let n = 1; n < keys.length; n++) {
    needs[n * width] = all & ~unneeded[n]!
    future[n * width] = live[keys[n]! % states]!
  }
  return {
    kind: 'table',
    fresh: first * width,
    dead: 0,
    rows,
    fires: new Int32Array(fired),
    needs,
    live: future,
    resets: new Int32Array(resets),
  }
}

/** Whether a report can be reached from a state. */
export function isLive(transitions: Transitions, state: State): boolean {
  return transitions.kind === 'table' ? transitions.live[state as number] === 1 : transitions.live(state)
}

/** Whether an event reports nothing, whatever came before it. `width` is the number of events. */
export function isSilent(transitions: Transitions, event: number, width: number): boolean {
  if (transitions.kind === 'opaque') return transitions.isSilent?.(event, width) === true
  for (let at = event; at < transitions.fires.length; at += width) if (transitions.fires[at] !== 0) return false
  return true
}

/** By number of state: each parameter that some way from there to a report does not bind again. */
function unneededParameters({ events, template }: CompiledSpec, targets: readonly number[], due: readonly number[]) {
  const { width } = template.table!
  const count = targets.length / width
  const unneeded: number[] = []
  for (let n = 0; n < count; n++) unneeded[n] = 0
  for (let changed = true; changed;) {
    changed = false
    // Ways to reports lead on to states that were discovered later, as a rule.
    for (let n = count - 1; n > 0; n--) {
      let found = unneeded[n]!
      for (let e = 0; e < width; e++) {
        const i = n * width + e
        found |= (due[i] === 0 ? unneeded[targets[i]!]! : ~0) & ~events[e]!.parameters
      }
      if (found === unneeded[n]) continue
      unneeded[n] = found
      changed = true
    }
  }
  return unneeded
}

/** A state together with what the slice has linked. */
interface Linked {
  readonly state: State
  readonly connection: Connection
  /** No category holds yet. */
  readonly fresh: boolean
}

function opaqueTransitions(spec: CompiledSpec, request: TransitionRequest): OpaqueTransitions {
  const { entry, event: each } = reportMasks(spec)
  const { template } = spec
  const { links } = request
  const fresh: State = links ? { state: opaqueFresh, connection: unlinked, fresh: true } : opaqueFresh
  const isFresh = (state: State) => state === opaqueFresh || (links && (state as Linked).fresh)
  // The template's own initial state is asked for late: it may have to be synthesized first.
  const inner = (state: State): State => {
    const own = links && state !== opaqueFresh ? (state as Linked).state : state
    return own === opaqueFresh ? template.initial : own
  }
  return {
    kind: 'opaque',
    fresh,
    dead: opaqueDead,
    needs: alwaysNeeded(spec),
    step(state, event) {
      if (state === opaqueDead) return state
      const to = template.step(inner(state), event)
      if (!links) return to
      const before = state as Linked
      const connection = link(before.connection, spec.events[event]!.parameters)
      if (!before.fresh && to === before.state && connection === before.connection) return state
      return { state: to, connection, fresh: false }
    },
    fires(before, after) {
      if (!request.reports || after === opaqueDead) return 0
      const held = isFresh(before) ? 0 : template.verdict(inner(before))
      const holds = template.verdict(inner(after))
      const bits = (holds & each) | (holds & ~held & entry)
      if (bits === 0 || !request.connected) return bits
      return connects((after as Linked).connection, request.domain) ? bits : 0
    },
    live(state) {
      return state !== opaqueDead && template.live(inner(state))
    },
    reset(state, event) {
      if (!links) return opaqueFresh
      const connection = link((state as Linked).connection, spec.events[event]!.parameters)
      return { state: opaqueFresh, connection, fresh: true }
    },
    enter() {},
  }
}

/** The parameters in every coenable set: after any event, each way to a report binds them again. */
function alwaysNeeded(spec: CompiledSpec): ParameterSet {
  let needed = (1 << spec.parameters.length) - 1
  for (const sets of spec.coenable) for (const set of sets) needed &= set
  return needed
}
