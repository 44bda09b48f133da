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
 * Cost: a step on a path that some instance took before is D's plus a move in the trie; an instance of one parameter is a
 * word there too (`node-words.ts`). A broadcast makes every distinct slice
 * longer, where D's moves one group for each state: it is put off where nobody can see the difference, and so are long runs
 * of one event at one place (`node-stepping.ts`). Past `groupLimit` slices at one object those of more than average length
 * end, as when the store is full: those monitors go on by state, as in D, and `TraceStore.cuts` counts them.
 */

import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import { AlgorithmD } from '../d/algorithm-d.ts'
import { needsMonitorState } from '../d/plan.ts'
import type { MonitoringOptions, Report, Statistics } from '../monitoring.ts'
import type { Selection } from '../select/selection.ts'
import { cut, TraceStore } from '../trace/trace-store.ts'
import { judgeAtEnd } from './judge-at-end.ts'
import { makeNodeSignaller } from './node-signallers.ts'
import { NodeStepping } from './node-stepping.ts'
import { NodeStates, NodeTransitions } from './node-transitions.ts'

export interface LazyOptions {
  /** Default `at-birth`. */
  readonly judge?: 'at-birth' | 'at-end'
  /** The most nodes of the trace store. */
  readonly limit?: number
  /** The most distinct slices that an object's broadcasts extend. */
  readonly groupLimit?: number
  /** Whether moves that nobody can see are put off; see `node-stepping.ts`. Default true. */
  readonly putsOff?: boolean
  /** The store to use, for comparison. */
  readonly store?: TraceStore
  /** Decides which monitors are created. */
  readonly selection?: Selection
}

/**
 * Where single monitors are watched no broadcast is put off, and slices that differ only in how many broadcasts they missed
 * are groups, not a history; but most monitors are skipped, and what remains is there because it differs.
 */
const defaultGroupLimit = { watched: 4096, unwatched: 512 }

export function createAlgorithmE(spec: CompiledSpec, options: MonitoringOptions, lazy: LazyOptions = {}): AlgorithmD {
  const { selection } = lazy
  if (needsMonitorState(spec)) return new AlgorithmD(spec, { ...options, traces: true }, { selection })
  return new AlgorithmE(spec, options, lazy)
}

export class AlgorithmE extends AlgorithmD {
  readonly #options: MonitoringOptions
  readonly #judge: NonNullable<LazyOptions['judge']>

  constructor(
    spec: CompiledSpec,
    options: MonitoringOptions,
    { judge = 'at-birth', limit, putsOff = true, selection, ...rest }: LazyOptions,
  ) {
    const store = rest.store ?? new TraceStore(limit === undefined ? {} : { limit })
    const watched = selection !== undefined
    const groupLimit = rest.groupLimit ?? defaultGroupLimit[watched ? 'watched' : 'unwatched']
    const states = new NodeStates(store)
    let made: NodeStepping
    const sink = (report: Report): void =>
      options.sink(states.at === cut ? report : { ...report, trace: store.steps(states.at) })
    super(
      spec,
      { ...options, sink },
      {
        store,
        selection,
        nodes: {
          over: (inner) => new NodeTransitions(inner, states, judge === 'at-birth'),
          groupFor: (set, state, monitor) => made.groupFor(set, state, monitor),
          stepping: (stepping, instances, plan) =>
            (made = new NodeStepping(stepping, instances, plan, store, { groupLimit, putsOff, watched })),
          signaller: makeNodeSignaller,
        },
      },
    )
    this.#options = options
    this.#judge = judge
  }

  override died(value: unknown): void {
    this.traces!.settle()
    super.died(value)
  }

  override statistics(): Statistics {
    this.traces!.settle()
    const passes = this.traces!.takePasses()
    this.tally.counts.events += passes
    this.tally.counts.steps += passes
    return super.statistics()
  }

  override finish(): void {
    super.finish()
    if (this.#judge === 'at-birth') return
    const { domains } = this.plan
    const transitionsOf = (set: ParameterSet) =>
      (domains.find((domain) => domain.set === set)!.transitions as NodeTransitions).inner
    judgeAtEnd(this.spec, this.traces!, transitionsOf, (report) => {
      this.tally.counts.reports += report.instances
      this.#options.sink(report)
    })
  }
}
