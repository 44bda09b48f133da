/** Makes the reports of algorithm D's monitors: one of an instance, or one of all instances of a group. */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { MonitoringOptions, Site, Statistics } from '../monitoring.ts'
import { root, type TraceStore } from '../trace/trace-store.ts'
import type { Group } from './groups.ts'
import { type Monitor, type OwnParts, slotOf } from './monitors.ts'
import type { Domain } from './plan.ts'

export class Reporting {
  readonly #spec: CompiledSpec
  readonly #counts: Statistics
  readonly #sink: MonitoringOptions['sink']
  readonly #traces: TraceStore | undefined

  constructor(spec: CompiledSpec, counts: Statistics, sink: MonitoringOptions['sink'], traces: TraceStore | undefined) {
    this.#spec = spec
    this.#counts = counts
    this.#sink = sink
    this.#traces = traces
  }

  /** `fired` has a bit for each category that is to be reported. */
  report(
    monitor: Monitor,
    event: number,
    site: Site,
    fired: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const values = this.#valuesOf(event, a, b, c, d)
    for (let p = 0; p < values.length; p++) {
      const slot = slotOf(monitor, p)
      if (slot === null || slot.more === null || (this.#spec.events[event]!.parameters & (1 << p)) !== 0) continue
      const { value } = slot.more
      values[p] = value instanceof WeakRef ? value.deref() : value
    }
    const own = monitor.more === null ? null : monitor.more.own
    this.#emit(monitor.domain, event, site, monitor.site, 1, fired, values, own)
  }

  reportGroup(
    domain: Domain,
    group: Group,
    event: number,
    site: Site,
    fired: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    if (group.members !== null)
      for (const monitor of group.members) this.report(monitor, event, site, fired, a, b, c, d)
    else this.#emit(domain, event, site, group.set.site, group.n, fired, this.#valuesOf(event, a, b, c, d), null)
  }

  /** By parameter, what the event binds. */
  #valuesOf(event: number, a: unknown, b: unknown, c: unknown, d: unknown): unknown[] {
    const set = this.#spec.events[event]!.parameters
    const v0 = (set & 1) === 0 ? undefined : a
    const v1 = (set & 2) === 0 ? undefined : b
    const v2 = (set & 4) === 0 ? undefined : c
    const v3 = (set & 8) === 0 ? undefined : d
    const { length } = this.#spec.parameters
    // Literals, since an array that grows gets room for seventeen.
    return length === 1
      ? [v0]
      : length === 2
        ? [v0, v1]
        : length === 3
          ? [v0, v1, v2]
          : length === 4
            ? [v0, v1, v2, v3]
            : []
  }

  #emit(
    domain: Domain,
    event: number,
    site: Site,
    creationSite: Site,
    instances: number,
    fired: number,
    values: readonly unknown[],
    own: OwnParts | null,
  ): void {
    for (let category = 0; fired >> category !== 0; category++) {
      if (((fired >> category) & 1) === 0) continue
      this.#counts.reports += instances
      if (own !== null) this.#traces?.markReported(own.node)
      this.#sink({
        spec: this.#spec,
        category,
        event,
        site,
        creationSite,
        instances,
        domain: domain.set,
        values,
        variables: own === null ? undefined : own.variables,
        trace: own !== null && own.node > root ? this.#traces?.steps(own.node) : undefined,
      })
    }
  }
}
