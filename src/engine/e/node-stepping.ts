/**
 * How algorithm E's monitors take events: as D's (`d/group-stepping.ts`), with nodes of the trace store in place of states.
 * Monitors of a long-lived object that have the same slice are one group. HOT.
 */

import type { State } from '../../logic/template.ts'
import type { Instances } from '../d/instances.ts'
import { GroupStepping } from '../d/group-stepping.ts'
import { type Group, type GroupSet, merge } from '../d/groups.ts'
import type { Monitor } from '../d/monitors.ts'
import type { SteppingOptions } from '../d/stepping.ts'
import type { Site } from '../monitoring.ts'
import type { Node, TraceStore } from '../trace/trace-store.ts'
import type { NodeTransitions } from './node-transitions.ts'

export class NodeStepping extends GroupStepping {
  readonly #store: TraceStore
  readonly #groupLimit: number

  constructor(options: SteppingOptions, instances: Instances, store: TraceStore, groupLimit: number) {
    super(options, instances)
    this.#store = store
    this.#groupLimit = groupLimit
  }

  /** A monitor that is alone in its group takes the group along, unless there is one where it goes. */
  override take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { group } = monitor
    if (group === null || group.merged !== null || group.parent !== null || group.n !== 1)
      return super.take(monitor, event, site, a, b, c, d)
    const { state, set } = group
    const transitions = monitor.domain.transitions as NodeTransitions
    if (state === transitions.dead) return
    this.counts.steps++
    const to = transitions.step(state, event, site, 1)
    if (transitions.fired !== 0) this.reporting.report(monitor, event, site, transitions.fired, a, b, c, d)
    if (to === state) return
    for (let other = set.groups; other !== null; other = other.next) {
      if (other.state !== to || other.n === 0) continue
      group.n = 0
      if (group.members !== null) group.members.delete(monitor)
      this.instances.enter(monitor, set, to)
      return
    }
    group.state = to
  }

  override broadcast(set: GroupSet, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    super.broadcast(set, event, site, a, b, c, d)
    // Groups of an inner level have their state further out, where there are as many.
    if (set.outer === null) this.#limitSlices(set)
  }

  #limitSlices(set: GroupSet): void {
    const limit = this.#groupLimit
    let slices = 0
    for (let group = set.groups; group !== null; group = group.next) if (group.n > 0 && isNode(group.state)) slices++
    if (slices <= limit) return
    let events = 0
    for (let group = set.groups; group !== null; group = group.next) events += this.#lengthOf(group)
    const transitions = set.domain.transitions as NodeTransitions
    let stay = 0
    let group = set.groups
    set.groups = null
    while (group !== null) {
      const { next } = group
      if (group.n > 0 && isNode(group.state)) {
        const goesOn = this.#lengthOf(group) * slices <= events && stay < limit / 2
        if (goesOn) stay++
        else group.state = transitions.endTrace(group.state, group.n)
      }
      const other = this.groupIn(set, group.state)
      if (other !== null) merge(other, group)
      else {
        group.next = set.groups
        set.groups = group
      }
      group = next
    }
  }

  #lengthOf({ n, state }: Group): number {
    return n > 0 && isNode(state) ? this.#store.length(state) : 0
  }

  /** Different nodes lead to different nodes: only instances without a trace can meet. */
  protected override groupIn(set: GroupSet, state: State): Group | null {
    return isNode(state) ? null : super.groupIn(set, state)
  }
}

/** Whether a monitor in a state has a trace that goes on. */
function isNode(state: State): state is Node {
  return typeof state === 'number' && state >= 0
}
