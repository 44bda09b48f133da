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
 * distinct slice, where D's costs one for each state: slices that a long-lived object holds apart stay apart. Past
 * `groupLimit` of them at one object those that have been there the longest are cut: their property goes on by state, as in
 * D, and their trace ends (`TraceStore.cuts` counts them).
 */

import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import { AlgorithmD } from '../d/algorithm-d.ts'
import { findSlot } from '../d/slots.ts'
import type { Monitor } from '../d/monitors.ts'
import { makePlan } from '../d/plan.ts'
import { isObject } from '../identity.ts'
import type { Monitoring, MonitoringOptions, Report, Site } from '../monitoring.ts'
import { cut, TraceStore } from '../trace/trace-store.ts'
import { judgeAtEnd } from './judge-at-end.ts'
import { NodeStates, NodeTransitions } from './node-transitions.ts'

export interface LazyOptions {
  /** Default `at-birth`. */
  readonly judge?: 'at-birth' | 'at-end'
  /** The most nodes of the trace store. */
  readonly limit?: number
}

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

  constructor(spec: CompiledSpec, options: MonitoringOptions, { judge = 'at-birth', limit }: LazyOptions) {
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
  }

  /** D's shortcut, with nodes: one object, one instance there, and no group. */
  override signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const plan = this.events[event]!
    if (plan.lone && plan.ungrouped) {
      const { leaf } = plan
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      if (isObject(value)) {
        const slot = findSlot(value, this.firstKey + leaf)
        if (slot === null || slot.epoch !== this.epoch) {
          if (!plan.introduces) {
            this.counters.events++
            return
          }
        } else if (slot.domain !== null && slot.sibling === null) {
          const transitions = slot.domain.transitions as NodeTransitions
          this.counters.events++
          this.counters.steps++
          const to = transitions.step(slot.state, event, site, 1)
          if (transitions.fired !== 0) this.report(slot as Monitor, event, site, transitions.fired, a, b, c, d)
          slot.state = to
          return
        }
      }
    }
    super.signal(event, site, a, b, c, d)
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
