/**
 * Algorithm E: online, explicit traces, every unique prefix judged once. HOT, as algorithm D, which it extends.
 *
 * Source: Guan, d'Amorim & Legunsen (2025), LazyMOP §3.1, Algorithm 3. Slicing is D's, line by line: enable sets, creation,
 * clones of slices for combined bindings. Where D has the state of a monitor, E has a node of the trace store, and a step
 * is `advance(node, encode(e, site))`; monitors of a long-lived object that have the same slice are one group.
 *
 * What is different: the paper judges the unique traces when the program ends, and whatever is killed before is lost.
 * Here a node carries the state of its prefix, computed when the node is born (`node-transitions.ts`). So each unique prefix
 * is judged exactly once, and a violation appears at its event. `judge: 'at-end'` is the paper's way, for comparison.
 *
 * Specs that need a state for each monitor (`needsMonitorState`) are monitored by D with their traces kept.
 *
 * Cost: a step on a path that some instance took before is D's plus three loads. A broadcast costs one step for each
 * distinct slice, where D's costs one for each state: an object that is iterated and changed a thousand times in turn has a
 * thousand slices that all grow with each change. Past `groupLimit` slices at one object those of more than average length
 * end, as when the store is full: those monitors go on by state, as in D, and `TraceStore.cuts` counts them.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import { AlgorithmD } from '../d/algorithm-d.ts'
import { type Group, type GroupSet, merge } from '../d/groups.ts'
import type { Monitor } from '../d/monitors.ts'
import { type EventPlan, makePlan } from '../d/plan.ts'
import { findSlot, type Slot, slotFor } from '../d/slots.ts'
import { isObject } from '../identity.ts'
import type { Monitoring, MonitoringOptions, Report, Signaller, Site } from '../monitoring.ts'
import { cut, type Node, root, TraceStore } from '../trace/trace-store.ts'
import { judgeAtEnd } from './judge-at-end.ts'
import { NodeStates, NodeTransitions } from './node-transitions.ts'

export interface LazyOptions {
  /** Default `at-birth`. */
  readonly judge?: 'at-birth' | 'at-end'
  /** The most nodes of the trace store. */
  readonly limit?: number
  /** The most distinct slices that an object's broadcasts extend. */
  readonly groupLimit?: number
}

const defaultGroupLimit = 512

export function createAlgorithmE(spec: CompiledSpec, options: MonitoringOptions, lazy: LazyOptions = {}): Monitoring {
  if (needsMonitorState(spec)) return new AlgorithmD(spec, { ...options, traces: true }, {})
  return new AlgorithmE(spec, options, lazy)
}

/** Whether monitors of a spec are more than their trace: variables, actions, a handler, or values that a report names. */
export function needsMonitorState(spec: CompiledSpec): boolean {
  const plan = makePlan(spec, { collect: false, traces: false, timed: false, over: undefined, without: undefined })
  return plan.domains.some(({ individual }) => individual)
}

export class AlgorithmE extends AlgorithmD {
  readonly #options: MonitoringOptions
  readonly #judge: NonNullable<LazyOptions['judge']>
  readonly #onlyObjects: boolean
  readonly #groupLimit: number

  constructor(
    spec: CompiledSpec,
    options: MonitoringOptions,
    { judge = 'at-birth', limit, groupLimit = defaultGroupLimit }: LazyOptions,
  ) {
    const store = new TraceStore(limit === undefined ? {} : { limit })
    const states = new NodeStates(store)
    const sink = (report: Report): void =>
      options.sink(states.at === cut ? report : { ...report, trace: store.steps(states.at) })
    super(
      spec,
      { ...options, sink },
      { store, over: (inner) => new NodeTransitions(inner, states, judge === 'at-birth') },
    )
    this.#options = options
    this.#judge = judge
    this.#groupLimit = groupLimit
    this.#onlyObjects = spec.parameters.every(({ kind }) => kind === 'object')
  }

  /** D's shortcuts, with nodes: one object and one instance there, or one object that is new. */
  override signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const plan = this.events[event]!
    const { leaf } = plan
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (plan.lone && isObject(value)) {
      const slot = findSlot(value, this.firstKey + leaf)
      if (slot === null || slot.epoch !== this.epoch) {
        if (!plan.introduces) {
          this.counters.events++
          return
        }
      } else if (slot.domain !== null && slot.sibling === null && !plan.marks) {
        this.counters.events++
        if (slot.group !== null) return this.take(slot as Monitor, event, site, a, b, c, d)
        if (plan.ungrouped) {
          const transitions = slot.domain.transitions as NodeTransitions
          this.counters.steps++
          const to = transitions.step(slot.state, event, site, 1)
          if (transitions.fired !== 0) this.report(slot as Monitor, event, site, transitions.fired, a, b, c, d)
          slot.state = to
          return
        }
        return super.take(slot as Monitor, event, site, a, b, c, d)
      }
    }
    if (plan.creates && this.#onlyObjects && isObject(value)) {
      const slot = slotFor(value, this.firstKey + leaf)
      if (slot.epoch !== this.epoch) return this.#createFirst(plan, slot, value, event, site, a, b, c, d)
    }
    super.signal(event, site, a, b, c, d)
  }

  override signaller(event: number): Signaller {
    return (site, a, b, c, d) => this.signal(event, site, a, b, c, d)
  }

  /** The first instance at an object that this trace has not seen. */
  #createFirst(
    plan: EventPlan,
    slot: Slot,
    value: object,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const domain = plan.own!
    const transitions = domain.transitions as NodeTransitions
    this.counters.events++
    this.begin(slot, plan.leaf, value)
    transitions.enter(root)
    const to = transitions.step(root, event, site, 1)
    const { fired } = transitions
    if (domain.rest !== 0 || domain.levels.length > 0) this.createAmong(domain, slot, to, site, a, b, c, d)
    else this.create(domain, slot, to, site)
    if (fired !== 0) this.report(slot as Monitor, event, site, fired, a, b, c, d)
  }

  /** A monitor that is alone in its group takes the group along, unless there is one where it goes. */
  protected override take(
    monitor: Monitor,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const { group } = monitor
    if (group === null || group.merged !== null || group.parent !== null || group.n !== 1)
      return super.take(monitor, event, site, a, b, c, d)
    const { state, set } = group
    const transitions = monitor.domain.transitions as NodeTransitions
    if (state === transitions.dead) return
    this.counters.steps++
    const to = transitions.step(state, event, site, 1)
    if (transitions.fired !== 0) this.report(monitor, event, site, transitions.fired, a, b, c, d)
    if (to === state) return
    for (let other = set.groups; other !== null; other = other.next) {
      if (other.state !== to || other.n === 0) continue
      group.n = 0
      if (group.members !== null) group.members.delete(monitor)
      this.enter(monitor, set, to)
      return
    }
    group.state = to
  }

  protected override broadcast(
    set: GroupSet,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
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
    return n > 0 && isNode(state) ? this.traces!.length(state) : 0
  }

  /** Different nodes lead to different nodes: only instances without a trace can meet. */
  protected override groupIn(set: GroupSet, state: State): Group | null {
    return isNode(state) ? null : super.groupIn(set, state)
  }

  override finish(): void {
    if (this.#judge === 'at-birth') return
    const { domains } = this.plan
    const transitionsOf = (set: ParameterSet) =>
      (domains.find((domain) => domain.set === set)!.transitions as NodeTransitions).inner
    judgeAtEnd(this.spec, this.traces!, transitionsOf, (report) => {
      this.counters.reports += report.instances
      this.#options.sink(report)
    })
  }
}

/** Whether a monitor in a state has a trace that goes on. */
function isNode(state: State): state is Node {
  return typeof state === 'number' && state >= 0
}
