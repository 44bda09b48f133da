/**
 * What the algorithms A, B, C and C+ have around them: from signalled values to events with bindings, the end of a trace,
 * and the death of parameters. An algorithm itself is an `InstanceIndex`: it knows the instances and moves their monitors.
 *
 * Death. An instance that can report no more must not simply vanish: a larger one would then grow out of the wrong
 * smaller one (events x⟨a⟩ y⟨a,b⟩, ⟨a,b⟩ dropped, then z⟨b,c⟩: ⟨a,b,c⟩ must not grow out of ⟨a⟩, which did not see y). It
 * stays as a mark without a state. But whatever will bind a dead value grows out of an instance that binds it: once none
 * of these can report, all of them go together and the value is forgotten.
 */

import type { CompiledSpec, ParameterSet } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { bindingOf } from './binding.ts'
import type { Identity } from './identity.ts'
import { Identities } from './identity.ts'
import type { Monitor, Signal } from './monitor.ts'
import { Monitors } from './monitor.ts'
import type { Monitoring, MonitoringOptions, Site, Statistics } from './monitoring.ts'
import type { TraceStore } from './trace/trace-store.ts'

/** A binding that an algorithm keeps. It is dormant, without a monitor, while it is not an instance. */
export interface Entry {
  readonly binding: Binding
  monitor: Monitor | undefined
}

export interface InstanceIndex {
  /** Lets an event reach the monitors it concerns, and defines those that it brings about. */
  process(signal: Signal): void
  /** All entries that bind a parameter to a value. */
  entriesOf(parameter: number, identity: Identity): Entry[]
  remove(entry: Entry): void
  clear(): void
  /** Offline algorithms judge. */
  finish?(): void
}

export type MakeIndex = (spec: CompiledSpec, monitors: Monitors) => InstanceIndex

export interface SlicingOptions extends MonitoringOptions {
  /** Whether the index judges at the end only, and needs to name values that died before. */
  readonly offline?: boolean
}

/** Sweeps are not worth starting for fewer signals than this. */
const leastSweepInterval = 64

export class Slicing implements Monitoring {
  readonly spec: CompiledSpec
  readonly #clock: (() => number) | undefined
  readonly #identities: Identities
  readonly #monitors: Monitors
  readonly #index: InstanceIndex
  /** Death events: event number and the parameter whose death it is. */
  readonly #deathEvents: readonly { readonly event: number; readonly parameter: number }[]
  /** For specs with death events, the parameters that a value was bound to. */
  readonly #roles = new Map<Identity, ParameterSet>()
  /** Dead values that some instance still binds. */
  readonly #dead = new Set<Identity>()
  /** Signals until the instances of dead values are looked at again: as many as the last look visited. */
  #untilSweep = leastSweepInterval

  constructor(spec: CompiledSpec, options: SlicingOptions, makeIndex: MakeIndex) {
    this.spec = spec
    this.#clock = options.clock
    this.#identities = new Identities((identity) => this.#bury(identity), options.offline === true)
    this.#monitors = new Monitors(spec, options, this.#identities)
    this.#index = makeIndex(spec, this.#monitors)
    this.#deathEvents = spec.events.flatMap(({ pointcuts }, event) =>
      pointcuts.flatMap((pointcut) =>
        pointcut.kind === 'collect'
          ? [{ event, parameter: spec.parameters.findIndex(({ name }) => name === pointcut.parameter) }]
          : [],
      ),
    )
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { parameters } = this.spec.events[event]!
    const values = [a, b, c, d]
    const identities = this.spec.parameters.map(({ kind }, i) =>
      (parameters >> i) & 1 ? this.#identities.of(kind, values[i]) : 0,
    )
    if (this.#deathEvents.length > 0) {
      identities.forEach((identity, i) => {
        if (identity !== 0) this.#roles.set(identity, (this.#roles.get(identity) ?? 0) | (1 << i))
      })
    }
    this.#process(event, site, bindingOf(parameters, identities))
  }

  #process(event: number, site: Site, binding: Binding): void {
    const signal = { event, site, binding, context: this.#monitors.authored.context() }
    this.#monitors.statistics.events += 1
    if (this.#clock === undefined) this.#index.process(signal)
    else this.#processTimed(signal, this.#clock)
    if (this.spec.events[event]!.end && binding.domain === 0) this.#endTrace()
    else if (this.#dead.size > 0 && (this.#untilSweep -= 1) <= 0) this.#sweep()
  }

  #processTimed(signal: Signal, clock: () => number): void {
    const time = this.#monitors.statistics.time!
    const elsewhere = time.stepping + time.authored
    const begin = clock()
    this.#index.process(signal)
    time.indexing += clock() - begin - (time.stepping + time.authored - elsewhere)
  }

  #endTrace(): void {
    this.#index.clear()
    this.#monitors.releaseAll()
    this.#identities.forgetAll()
    this.#roles.clear()
    this.#dead.clear()
  }

  died(value: unknown): void {
    const identity = this.#identities.find('object', value)
    if (identity === 0) return
    this.#bury(identity)
    this.#identities.forget(identity)
  }

  #bury(identity: Identity): void {
    const roles = this.#roles.get(identity) ?? 0
    this.#roles.delete(identity)
    for (const { event, parameter } of this.#deathEvents) {
      if (((roles >> parameter) & 1) === 0) continue
      const identities = this.spec.parameters.map((_, i) => (i === parameter ? identity : 0))
      this.#process(event, 0, bindingOf(1 << parameter, identities))
    }
    if (this.#monitors.collects) {
      this.#dead.add(identity)
      this.#drop(identity)
    }
  }

  #sweep(): void {
    let visited = 0
    for (const identity of this.#dead) visited += this.#drop(identity)
    this.#untilSweep = Math.max(leastSweepInterval, visited)
  }

  /** Removes all instances of a dead value if none of them can report. Gives their number. */
  #drop(identity: Identity): number {
    const entries = new Set(this.spec.parameters.flatMap((_, parameter) => this.#index.entriesOf(parameter, identity)))
    for (const { monitor } of entries) {
      if (monitor === undefined) continue
      if (this.#monitors.outlives(monitor, this.#deadParameters(monitor.binding))) return entries.size
    }
    for (const entry of entries) {
      if (entry.monitor !== undefined) this.#monitors.collect(entry.monitor)
      this.#index.remove(entry)
    }
    this.#dead.delete(identity)
    return entries.size
  }

  #deadParameters({ identities }: Binding): ParameterSet {
    return identities.reduce((set, identity, i) => (this.#dead.has(identity) ? set | (1 << i) : set), 0)
  }

  finish(): void {
    this.#index.finish?.()
  }

  get traces(): TraceStore | undefined {
    return this.#monitors.traces
  }

  statistics(): Statistics {
    return { ...this.#monitors.statistics }
  }
}
