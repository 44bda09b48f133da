/**
 * Puts selection over the monitoring of a spec, algorithm D or E: which events it asks about, and which never reach the
 * monitors. Other events go straight to the monitors' own functions.
 *
 * What can be skipped are monitors of bindings of all parameters that some object keeps (`Plan.selectable`). A skipped
 * binding is marked, with a monitor that is dead from the beginning, so that no later event begins a trace in its middle.
 * Where every creation event binds an object that nobody can have seen before, not even the mark is needed: nothing can
 * create a monitor for the object again, and events on an object without a record are the cheapest there are.
 *
 * Duplicates are found by the nodes of traces. Under algorithm D, specs without variables or handlers are therefore
 * monitored as algorithm E does it, by nodes in place of states; the others are D's, each monitor with its node.
 *
 * Specs with an event that reaches every monitor again and again, such as the end of a turn, have all their monitors: it ends
 * most of them soon. Where traces are kept these would go on from turn to turn nevertheless, and it is traces that are
 * selected (`Selection.judgesAll`); but not where a monitor is no more than the node of its trace.
 *
 * Under algorithm D a monitor without variables costs what a mark costs (on a busy machine 80 ns with two further events,
 * against 90 to 100 for mark and decision). Where a mark is needed, such specs are monitored in full too, but by the policies that are there for comparison.
 *
 * Specs of the logic `raw` have no traces: each event is a report. A place that has reported is not signalled again
 * (Valg, Algorithm 3). Elsewhere such events still step monitors, and only reports could be left out; they are merged by
 * place anyway.
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import { AlgorithmD } from '../d/algorithm-d.ts'
import { type Domain, needsMonitorState } from '../d/plan.ts'
import { OwnMap } from '../d/slots.ts'
import { createAlgorithmE } from '../e/algorithm-e.ts'
import { isObject } from '../identity.ts'
import type { Signaller } from '../../spec/signaller.ts'
import type { Algorithm, Monitoring, MonitoringOptions, Report, Site, Statistics } from '../monitoring.ts'
import { TraceStore } from '../trace/trace-store.ts'
import { sizedParameter } from './collection-size.ts'
import { createsFreshOnly } from './fresh-objects.ts'
import { everyMonitor, Once } from './once.ts'
import { makeAgent, type Sample } from './sample.ts'
import { seedFor } from './random.ts'
import { isRecurring, Selection } from './selection.ts'

export interface SamplerOptions {
  /** A name for a place that is the same in every run. */
  readonly namePlace: (site: Site) => string
  /** How sizes are asked for, where it is not the collections themselves that are signalled (recorded logs). */
  readonly sizeOf?: (collection: unknown) => number
  /** Whether the agents' logs are kept. */
  readonly log?: boolean
  /** By spec, names of places where one complete trace is enough. */
  readonly once?: ReadonlyMap<string, ReadonlySet<string>>
}

/** The algorithm with selection over it. Only D and E can be had so; with E, or where traces are kept, all slices are. */
export function selectively(algorithm: Algorithm, sampler: Sampler): Algorithm {
  return (spec, options) => {
    if (spec.template.logic === 'raw') {
      const { sample } = sampler
      const once = sample.kind !== 'none' && sample.events
      return once ? new OncePerPlace(spec, options, algorithm, sampler) : algorithm(spec, options)
    }
    const traced = options.traces === true || algorithm === createAlgorithmE
    const dropsTraces = traced && needsMonitorState(spec)
    if (!sampler.concerns(spec) || (spec.events.some(isRecurring) && !dropsTraces)) return algorithm(spec, options)
    const cheap = !traced && !needsMonitorState(spec) && !createsFreshOnly(spec)
    if (cheap && sampler.sample.kind === 'discovery' && !sampler.knowsOnce(spec)) return algorithm(spec, options)
    const selection = sampler.selectionOf(spec, traced)
    const monitoring =
      traced || !needsMonitorState(spec)
        ? createAlgorithmE(spec, options, { selection })
        : new AlgorithmD(spec, options, { selection, store: new TraceStore() })
    return new SelectiveMonitoring(monitoring, selection, traced)
  }
}

/** Monitors of a place that no agent is made for. */
const handful = 4

/** How many later decisions end a trace where one is enough: many, so that overlapping objects are not taken for complete. */
const onceLag = 64

/** All selections of a session. */
export class Sampler {
  readonly sample: Sample
  readonly #options: SamplerOptions
  readonly #selections: Selection[] = []
  /** Events of raw specs that were not signalled. */
  suppressed = 0

  constructor(sample: Sample, options: SamplerOptions) {
    this.sample = sample
    this.#options = options
  }

  /** Whether anything of the spec is selected. */
  concerns({ id }: Pick<CompiledSpec, 'id'>): boolean {
    return this.sample.kind !== 'none' || this.knowsOnce({ id })
  }

  /** Whether there are places of the spec where one complete trace is enough. */
  knowsOnce({ id }: Pick<CompiledSpec, 'id'>): boolean {
    return this.#options.once?.has(id) === true
  }

  selectionOf(spec: CompiledSpec, keepsTraces: boolean): Selection {
    const { sample } = this
    const { namePlace, log = false } = this.#options
    const once = this.#options.once?.get(spec.id)
    const sized = sizedParameter(spec)
    const selection = new Selection(spec, {
      lag: sample.kind === 'none' ? onceLag : sample.lag,
      unasked: sample.kind === 'discovery' ? Math.min(handful, sample.discovery.first) : 0,
      log,
      keepsTraces,
      sparse: sample.kind !== 'none' && createsFreshOnly(spec),
      sizeOf: sized && (this.#options.sizeOf ?? sized.sizeOf),
      agent: (site) => {
        if (once?.has(namePlace(site)) === true) return new Once()
        return sample.kind === 'none'
          ? everyMonitor
          : makeAgent(sample, () => seedFor(sample.seed, `${spec.id} ${namePlace(site)}`))
      },
    })
    this.#selections[this.#selections.length] = selection
    return selection
  }

  get selections(): readonly Selection[] {
    return this.#selections
  }

  /** Whether some trace is waited for. */
  get waits(): boolean {
    for (let i = 0; i < this.#selections.length; i++) if (this.#selections[i]!.waits) return true
    return false
  }

  /** A test or a file has ended, and with it all traces. */
  endTraces(): void {
    for (let i = 0; i < this.#selections.length; i++) this.#selections[i]!.endTraces()
  }
}

class SelectiveMonitoring implements Monitoring {
  readonly spec: CompiledSpec
  readonly traces: TraceStore | undefined
  readonly #inner: AlgorithmD
  readonly #selection: Selection
  readonly #signallers: readonly Signaller[]
  /** Events that begin a loop: nobody has its iterator yet. */
  readonly #begins: readonly boolean[]

  constructor(inner: AlgorithmD, selection: Selection, traced: boolean) {
    this.spec = inner.spec
    this.#inner = inner
    this.#selection = selection
    this.traces = traced ? inner.traces : undefined
    const { selectable, events } = inner.plan
    const fresh = createsFreshOnly(inner.spec)
    const sized = sizedParameter(inner.spec)?.parameter ?? -1
    const hasBytes = inner.spec.parameters.some(({ kind }) => kind === 'bytes')
    const asks = events.map(
      (plan) =>
        selectable !== undefined &&
        !selection.judgesAll &&
        plan.creation &&
        plan.exact &&
        plan.smaller.length === 0 &&
        plan.own === selectable &&
        !hasBytes,
    )
    this.#signallers = events.map((_, event) => {
      const own = inner.signaller(event)
      return asks[event] ? asking(inner, selection, selectable!, sized, fresh, own) : own
    })
    this.#begins = asks.map((ask) => ask && fresh && sized !== -1)
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    this.#signallers[event]!(site, a, b, c, d)
  }

  signaller(event: number): Signaller {
    return this.#signallers[event]!
  }

  signallerWithoutCreation(event: number): Signaller {
    return this.#inner.signallerWithoutCreation(event)
  }

  passesOver(event: number): ((site: Site, collection: unknown) => boolean) | undefined {
    if (!this.#begins[event]) return undefined
    const selection = this.#selection
    const { counts } = this.#inner.tally
    return (site, collection) => {
      if (!selection.passesOver(site, collection)) return false
      counts.events++
      return true
    }
  }

  died(value: unknown): void {
    this.#inner.died(value)
  }

  finish(): void {
    this.#inner.finish()
  }

  statistics(): Statistics {
    return this.#inner.statistics()
  }
}

/**
 * A creation event of an object that asks before the engine looks for monitors. Where the object is `fresh` it is not even
 * marked. `sized` is the parameter that is a collection, -1 for none.
 */
function asking(
  inner: AlgorithmD,
  selection: Selection,
  domain: Domain,
  sized: number,
  fresh: boolean,
  own: Signaller,
): Signaller {
  const { instances } = inner
  const { counts } = inner.tally
  const { leaf } = domain
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (isObject(value) && (fresh || !instances.knows(leaf, value))) {
      const collection = sized === 0 ? a : sized === 1 ? b : sized === 2 ? c : sized === 3 ? d : undefined
      if (!selection.foresees(site, collection)) {
        counts.events++
        if (!fresh) instances.skipFirst(domain, value, a, b, c, d)
        return
      }
    }
    own(site, a, b, c, d)
  }
}

class OncePerPlace implements Monitoring {
  readonly spec: CompiledSpec
  readonly #inner: Monitoring
  readonly #sampler: Sampler
  /** Sites where the spec has reported; and those that are not signalled any more, by event. */
  #reported = false
  readonly #silent: OwnMap<Site, true>[]

  constructor(spec: CompiledSpec, options: MonitoringOptions, algorithm: Algorithm, sampler: Sampler) {
    this.spec = spec
    this.#sampler = sampler
    this.#silent = spec.events.map(() => new OwnMap())
    const sink = (report: Report): void => {
      this.#reported = true
      options.sink(report)
    }
    this.#inner = algorithm(spec, { ...options, sink })
  }

  get traces(): TraceStore | undefined {
    return this.#inner.traces
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const silent = this.#silent[event]!
    if (site !== 0 && silent.get(site) === true) {
      this.#sampler.suppressed++
      return
    }
    this.#reported = false
    this.#inner.signal(event, site, a, b, c, d)
    if (this.#reported) silent.set(site, true)
  }

  died(value: unknown): void {
    this.#inner.died(value)
  }

  finish(): void {
    this.#inner.finish()
  }

  statistics(): Statistics {
    return this.#inner.statistics()
  }
}
