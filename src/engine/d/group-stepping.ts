/**
 * Monitors that are no more than their state: alone they have it themselves, among others they point at a group
 * (`groups.ts`), and a broadcast moves groups. HOT. Cost: one table look-up for a monitor, one per state for a broadcast.
 */

import type { State } from '../../logic/template.ts'
import type { Site } from '../monitoring.ts'
import {
  attach,
  canonical,
  count,
  detach,
  enroll,
  type Group,
  groupFor,
  type GroupSet,
  link,
  merge,
  outermost,
} from './groups.ts'
import type { Instances } from './instances.ts'
import type { Monitor } from './monitors.ts'
import type { Domain } from './plan.ts'
import { restless } from './slots.ts'
import { Stepping, type SteppingOptions } from './stepping.ts'

export class GroupStepping extends Stepping {
  protected readonly instances: Instances

  constructor(options: SteppingOptions, instances: Instances) {
    super(options)
    this.instances = instances
  }

  override take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { domain } = monitor
    let group = monitor.group
    if (group === null) {
      const state = monitor.state
      const to = this.step(domain, state, event, site, 1)
      if (to === state && this.fired === 0 && (domain.levels.length === 0 || state === domain.dead)) return
      if (this.fired !== 0) this.reporting.report(monitor, event, site, this.fired, a, b, c, d)
      monitor.state = to
      if (to === domain.dead) this.tally.collect(1)
      else if (domain.levels.length > 0) this.instances.place(monitor)
      return
    }
    if (group.merged !== null) monitor.group = group = canonical(group)
    const state = group.parent === null ? group.state : outermost(group).state
    const to = this.step(domain, state, event, site, 1)
    if (this.fired !== 0) this.reporting.report(monitor, event, site, this.fired, a, b, c, d)
    if (to === state) return
    count(group, -1)
    if (this.identify) enroll(group, monitor, false)
    if (to === domain.dead) {
      monitor.group = null
      monitor.state = to
      this.tally.collect(1)
    } else this.instances.enter(monitor, group.set, to)
  }

  /** These have none. */
  override leaveTrace(_monitor: Monitor): void {}

  /** All groups of a set take the event. */
  override broadcast(
    set: GroupSet,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean {
    const { domain, outer } = set
    if (outer === null && domain.rows !== null && this.#staysPut(set, domain.rows, event)) return true
    set.at.steady = restless
    let group = set.groups
    set.groups = null
    while (group !== null) {
      const next = group.next
      group.next = null
      if (group.n > 0) this.#move(set, domain, outer, group, event, site, a, b, c, d)
      else link(set, group)
      group = next
    }
    return false
  }

  /** Whether an event leaves all groups of an outermost set as they are; then they have taken it. */
  #staysPut(set: GroupSet, rows: Int32Array, event: number): boolean {
    let steps = 0
    for (let group = set.groups; group !== null; group = group.next) {
      const state = group.state as number
      if (group.n === 0 || state === set.domain.dead) continue
      if (rows[state + event] !== state) return false
      steps++
    }
    this.counts.steps += steps
    return true
  }

  /** A group that was taken out of its set takes the event. */
  #move(
    set: GroupSet,
    domain: Domain,
    outer: GroupSet | null,
    group: Group,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const state = outermost(group).state
    if (state === domain.dead) {
      this.bury(group)
      return
    }
    const to = this.step(domain, state, event, site, group.n)
    if (this.fired !== 0) this.reporting.reportGroup(domain, group, event, site, this.fired, a, b, c, d)
    if (to === domain.dead) {
      this.tally.collect(group.n)
      this.bury(group)
      return
    }
    const other = this.groupIn(set, to)
    if (other !== null) {
      merge(other, group)
      return
    }
    if (to !== state) {
      if (outer === null) group.state = to
      else {
        detach(group)
        attach(group, groupFor(outer, to))
      }
    }
    link(set, group)
  }

  /** The group of a set that a group which comes to a state becomes part of, or null. */
  protected groupIn(set: GroupSet, state: State): Group | null {
    for (let group = set.groups; group !== null; group = group.next)
      if (group.n > 0 && outermost(group).state === state) return group
    return null
  }
}
