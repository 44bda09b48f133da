/**
 * A monitor, and how it takes an event: the author's action, one step of the template, reports, and its end when nothing
 * can follow. Algorithms A, B, C and C+ differ only in which monitors there are and which of them take an event; this
 * file is what they share. Algorithm D keeps monitors in another form and follows the same rules.
 */

import type { CompiledSpec, ParameterSet } from '../spec/compiled-spec.ts'
import type { EventContext } from '../spec/definition.ts'
import type { State } from '../logic/template.ts'
import type { Variables } from './authored-code.ts'
import { AuthoredCode } from './authored-code.ts'
import type { Binding } from './binding.ts'
import { restrict, strictSubsets } from './binding.ts'
import type { Connection } from './connection.ts'
import { connects, link, unlinked } from './connection.ts'
import type { Identities, Identity } from './identity.ts'
import type { MonitoringOptions, Site, Statistics, TimeSpent } from './monitoring.ts'
import { ReportPossibility } from './report-possibility.ts'
import { reportMasks } from './report-rule.ts'
import { cut, type Node, root, TraceStore } from './trace/trace-store.ts'

/** An event with its binding: what the literature writes e⟨θ⟩. */
export interface Signal {
  readonly event: number
  readonly site: Site
  readonly binding: Binding
  readonly context: EventContext | undefined
}

export interface Monitor {
  readonly binding: Binding
  state: State
  /** The categories that hold after the last event; none before the first and after a reset. */
  verdict: number
  /** The last event taken; -1 before the first. */
  last: number
  connection: Connection
  /** The site of the creation event. */
  readonly creationSite: Site
  variables: Variables
  /** Its slice, where traces are kept: `cut` for one whose trace does not count. */
  node: Node
  /** Whether a report could follow each time the instance had grown: those are counted (`Statistics.monitors`). */
  readonly counted: boolean
  /** Nothing can be reported any more: the monitor takes no events, and stays only so that its binding is known. */
  collected: boolean
}

export class Monitors {
  readonly statistics: Statistics
  readonly authored: AuthoredCode
  /** Whether monitors are dropped. Not with traces kept: what a monitor goes on to see belongs to its trace. */
  readonly collects: boolean
  readonly #spec: CompiledSpec
  readonly #possible: ReportPossibility
  readonly #options: MonitoringOptions
  readonly #identities: Identities
  readonly #time: TimeSpent | undefined
  readonly #allParameters: ParameterSet
  /** By rule, the categories that are reported at each event, and those reported when they are entered. */
  readonly #masks: { readonly event: number; readonly entry: number }
  readonly traces: TraceStore | undefined

  constructor(spec: CompiledSpec, options: MonitoringOptions, identities: Identities) {
    this.#spec = spec
    this.#options = options
    this.#identities = identities
    this.#possible = new ReportPossibility(spec)
    this.authored = new AuthoredCode(spec, options)
    this.#allParameters = (1 << spec.parameters.length) - 1
    this.#masks = reportMasks(spec)
    this.collects = options.collect !== false && options.traces !== true
    this.traces = options.traces === true ? new TraceStore() : undefined
    this.#time = options.clock === undefined ? undefined : { indexing: 0, stepping: 0, authored: 0 }
    this.statistics = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 }
    if (this.#time !== undefined) this.statistics.time = this.#time
  }

  /**
   * The monitor that a binding without one gets at an event that reaches it, if it is an instance from this event on:
   * because an instance below it and this event together bind all of it (the largest such is the one it grows out of), or
   * because its slice starts here. `monitorOf` knows the instances.
   */
  define(binding: Binding, signal: Signal, monitorOf: (smaller: Binding) => Monitor | undefined): Monitor | undefined {
    const reached = signal.binding.domain
    for (const set of strictSubsets[binding.domain]!) {
      if ((set | reached) !== binding.domain) continue
      const source = monitorOf(restrict(binding, set))
      if (source !== undefined) return this.copy(source, binding, signal)
    }
    const starts = this.#spec.events[signal.event]!.creation && binding.domain === reached
    return starts ? this.create(binding, signal) : undefined
  }

  /** A monitor in its initial state, at the creation event. */
  create(binding: Binding, { site }: Signal): Monitor {
    this.#hold()
    this.statistics.monitors += 1
    this.traces?.enter(root, 1)
    return {
      binding,
      state: this.#spec.template.initial,
      verdict: 0,
      last: -1,
      connection: unlinked,
      creationSite: site,
      variables: this.authored.freshVariables(),
      node: root,
      counted: true,
      collected: false,
    }
  }

  /** A copy for a more informative binding, at the event that brings it about. */
  copy(monitor: Monitor, binding: Binding, { event }: Signal): Monitor {
    if (!monitor.collected) this.#hold()
    const counted =
      monitor.counted &&
      this.#possible.enables(event, monitor.binding.domain) &&
      this.#spec.template.live(monitor.state)
    if (counted) {
      this.statistics.monitors += 1
      this.traces?.enter(monitor.node, 1)
    }
    const node = counted ? monitor.node : cut
    return { ...monitor, binding, variables: this.authored.copyVariables(monitor.variables), counted, node }
  }

  take(monitor: Monitor, signal: Signal): void {
    if (monitor.collected) return
    const clock = this.#options.clock
    if (clock === undefined) return this.#take(monitor, signal)
    const begin = clock()
    const authoredBefore = this.#time!.authored
    this.#take(monitor, signal)
    this.#time!.stepping += clock() - begin - (this.#time!.authored - authoredBefore)
  }

  #take(monitor: Monitor, signal: Signal): void {
    const { template, events } = this.#spec
    const { event, site } = signal
    const { parameters } = events[event]!
    if (this.#spec.connected) monitor.connection = link(monitor.connection, parameters)
    if (this.traces !== undefined) this.#extend(monitor, this.traces, event, site)
    if (events[event]!.action !== undefined) this.#act(monitor, signal)
    const before = monitor.verdict
    monitor.state = template.step(monitor.state, event)
    monitor.verdict = template.verdict(monitor.state)
    monitor.last = event
    this.statistics.steps += 1
    const due = monitor.verdict & (this.#masks.event | (this.#masks.entry & ~before))
    if (due !== 0 && this.#speaks(monitor)) this.#report(monitor, signal, due)
    if (this.collects && !template.live(monitor.state)) this.collect(monitor)
  }

  #extend(monitor: Monitor, traces: TraceStore, event: number, site: Site): void {
    const from = monitor.node
    monitor.node = traces.advance(from, traces.key(event, site), 1)
    traces.inherit(from, monitor.node)
  }

  /** Whether the spec's filters let reports of this monitor pass. */
  #speaks({ binding: { domain }, connection }: Monitor): boolean {
    if (this.#spec.fullBinding && domain !== this.#allParameters) return false
    return !this.#spec.connected || connects(connection, domain)
  }

  #act(monitor: Monitor, { event, context }: Signal): void {
    this.#timeAuthored(() => this.authored.act(event, monitor.variables, context))
  }

  #report(monitor: Monitor, signal: Signal, due: number): void {
    let reset = false
    for (let category = 0, rest = due; rest !== 0; category += 1, rest >>= 1) {
      if ((rest & 1) === 0) continue
      const outcome = this.#timeAuthored(() => this.authored.handle(category, monitor.variables, signal.context))
      reset ||= outcome.reset
      if (!outcome.report) continue
      this.statistics.reports += 1
      this.traces?.markReported(monitor.node)
      this.#options.sink({
        spec: this.#spec,
        category,
        event: signal.event,
        site: signal.site,
        creationSite: monitor.creationSite,
        instances: 1,
        domain: monitor.binding.domain,
        values: this.#values(monitor.binding.identities),
        variables: monitor.variables,
        trace: monitor.node > root ? this.traces?.steps(monitor.node) : undefined,
      })
    }
    if (!reset) return
    monitor.state = this.#spec.template.initial
    monitor.verdict = 0
  }

  #values(identities: readonly Identity[]): unknown[] {
    return identities.map((identity) => (identity === 0 ? undefined : this.#identities.value(identity)))
  }

  #timeAuthored<T>(run: () => T): T {
    const clock = this.#options.clock
    if (clock === undefined) return run()
    const begin = clock()
    const result = run()
    this.#time!.authored += clock() - begin
    return result
  }

  /** Whether a monitor can report although the parameters `dead` of its binding will not be seen again. */
  outlives(monitor: Monitor, dead: ParameterSet): boolean {
    if (monitor.collected || !this.#spec.template.live(monitor.state)) return false
    return this.#possible.survives(monitor.last, dead)
  }

  /** Ends a monitor that can report nothing more. */
  collect(monitor: Monitor): void {
    if (monitor.collected) return
    monitor.collected = true
    monitor.variables = undefined
    this.statistics.collected += 1
    this.statistics.live -= 1
  }

  /** The trace ended: its monitors are held no longer. They were not collected. */
  releaseAll(): void {
    this.statistics.live = 0
  }

  #hold(): void {
    this.statistics.live += 1
    if (this.statistics.live > this.statistics.peak) this.statistics.peak = this.statistics.live
  }
}
