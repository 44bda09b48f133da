/**
 * Line 6 of Algorithm 1, σ(Δ(θ'), e): how monitors take an event, by groups (`group-stepping.ts`), one by one
 * (`individual-stepping.ts`) or as nodes of a trace store (`../e/node-stepping.ts`). Here is what these have in common: the
 * step from state to state, and the end of monitors that can report no more. HOT.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { Site, Statistics } from '../monitoring.ts'
import { canonical, count, detach, enroll, type Group, type GroupSet, outermost } from './groups.ts'
import { type Monitor, type Roster, stateOf } from './monitors.ts'
import type { Domain } from './plan.ts'
import type { Reporting } from './reporting.ts'
import { firstInstance, restless, type Slot } from './slots.ts'
import type { Tally } from './tally.ts'

export interface SteppingOptions {
  readonly spec: CompiledSpec
  readonly tally: Tally
  readonly reporting: Reporting
  /** Whether monitors without a future end. */
  readonly collects: boolean
  /** Whether groups know their members. */
  readonly identify: boolean
}

export abstract class Stepping {
  protected readonly spec: CompiledSpec
  protected readonly tally: Tally
  protected readonly counts: Statistics
  protected readonly reporting: Reporting
  protected readonly identify: boolean
  readonly #collects: boolean
  readonly #releases: boolean
  /** What the last call of `step` reports, as bits. */
  protected fired = 0

  constructor({ spec, tally, reporting, collects, identify }: SteppingOptions) {
    this.spec = spec
    this.tally = tally
    this.counts = tally.counts
    this.reporting = reporting
    this.identify = identify
    this.#collects = collects
    this.#releases = collects && spec.handler === undefined
  }

  /** One monitor takes the event. */
  abstract take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void

  /**
   * All monitors of a group set, or of a roster where monitors are individuals, take the event. True if it is known to leave
   * them as they are, and would again.
   */
  abstract broadcast(
    to: GroupSet | Roster,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean

  /** Nobody asks for the rest of a monitor's trace. */
  abstract leaveTrace(monitor: Monitor): void

  /** Where `n` monitors in a state are after the event; sets `fired`. */
  protected step(domain: Domain, state: State, event: number, site: Site, n: number): State {
    const { rows, transitions } = domain
    this.counts.steps++
    if (rows !== null) {
      const to = rows[(state as number) + event]!
      if (to >= 0) {
        this.fired = 0
        return to
      }
      this.fired = domain.fires![(state as number) + event]!
      return ~to
    }
    if (transitions.kind === 'table') return state
    const to = transitions.step(state, event, site, n)
    this.fired = transitions.fires(state, to)
    return this.#collects && !transitions.live(to) ? transitions.dead : to
  }

  /** Ends the monitors that can report nothing without further events of a dead parameter. */
  release(parameter: number, slot: Slot): void {
    if (this.#releases) this.#endAt(slot, 1 << parameter)
  }

  /** Ends all monitors that bind an evicted value: what they missed cannot be known. */
  silence(slot: Slot): void {
    this.#endAt(slot, 0)
  }

  /** Ends the monitors that bind a slot's value and need one of the parameters `dead`; 0 means all of them. */
  #endAt(slot: Slot, dead: number): void {
    const ends = (domain: Domain, state: State) => dead === 0 || (needs(domain, state) & dead) !== 0
    for (let monitor = firstInstance(slot); monitor !== null; monitor = monitor.sibling)
      if (ends(monitor.domain, stateOf(monitor))) this.#end(monitor)
    for (let set = slot.sets; set !== null; set = set.next)
      for (let group = set.groups; group !== null; group = group.next)
        if (group.n > 0 && ends(set.domain, outermost(group).state)) this.#endGroup(set, group)
    for (let roster = slot.more === null ? null : slot.more.rosters; roster !== null; roster = roster.next) {
      for (let i = 0; i < roster.members.length; i++) {
        const monitor = roster.instance(roster.members, i)
        if (monitor !== undefined && ends(monitor.domain, stateOf(monitor))) this.#end(monitor)
      }
    }
  }

  #end(monitor: Monitor): void {
    const { domain } = monitor
    if (stateOf(monitor) === domain.dead) return
    if (monitor.group !== null) {
      const group = canonical(monitor.group)
      count(group, -1)
      if (this.identify) enroll(group, monitor, false)
      monitor.group = null
    }
    monitor.state = domain.dead
    if (monitor.more !== null) monitor.more.own = null
    this.tally.collect(1)
  }

  #endGroup(set: GroupSet, group: Group): void {
    if (outermost(group).state === set.domain.dead) return
    this.tally.collect(group.n)
    // The group keeps its place: monitors that point at it must find the dead state.
    this.bury(group)
  }

  /** Ends all monitors of a group. */
  protected bury(group: Group): void {
    detach(group)
    group.state = group.set.domain.dead
    group.set.at.steady = restless
    group.members = null
  }
}

function needs({ transitions }: Domain, state: State): number {
  return transitions.kind === 'table' ? transitions.needs[state as number]! : transitions.needs
}
