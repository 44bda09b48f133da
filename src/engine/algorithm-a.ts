/**
 * Algorithm A: offline. Keeps the whole trace; at the end cuts it into slices and feeds them to monitors.
 *
 * Source: Chen & Roşu, "Parametric trace slicing and monitoring" (2009), algorithm A; PyMOP §3.2, Algorithm 1. In their
 * words Θ is the set of bindings met (and combined) so far, 𝕋 maps each to its slice, and at each event e⟨θ⟩
 *
 *     for all θ' ∈ {θ} ⊔ Θ:  𝕋(θ') ← 𝕋(max(θ')_Θ) e
 *     Θ ← {⊥, θ} ⊔ Θ
 *
 * Different here: a slice counts from its first creation event on (semantics 1), so its monitor starts there; and a monitor
 * starts as a copy of the one it grows out of, which a handler may have reset. So slices are not judged one after the other
 * but side by side, in the order of the trace.
 *
 * Cost: time and memory O(events × instances). It keeps what contexts refer to alive when the spec has actions or a
 * handler; the identities of parameters keep nothing alive.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { combine, compatible, emptyBinding, lessInformativeThan } from './binding.ts'
import type { Monitor, Monitors, Signal } from './monitor.ts'
import type { Monitoring, MonitoringOptions } from './monitoring.ts'
import type { Entry, InstanceIndex } from './slicing.ts'
import { Slicing } from './slicing.ts'

export function createAlgorithmA(spec: CompiledSpec, options: MonitoringOptions): Monitoring {
  return new Slicing(spec, { ...options, offline: true }, (spec, monitors) => new AlgorithmA(spec, monitors))
}

interface Slice {
  readonly instance: Binding
  /** Positions in the trace, ascending. */
  readonly positions: readonly number[]
}

class AlgorithmA implements InstanceIndex {
  readonly #spec: CompiledSpec
  readonly #monitors: Monitors
  /** Traces that ended, and the one that goes on. */
  #traces: Signal[][] = [[]]

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
  }

  process(signal: Signal): void {
    this.#traces.at(-1)!.push(signal)
  }

  /** The trace ended, another begins. */
  clear(): void {
    this.#traces.push([])
  }

  finish(): void {
    for (const trace of this.#traces) this.#judge(trace, this.#slice(trace))
    this.#traces = [[]]
  }

  /** 𝕋, for all of Θ. */
  #slice(trace: readonly Signal[]): Iterable<Slice> {
    const bottom = emptyBinding(this.#spec.parameters.length)
    const slices = new Map<string, Slice>([[bottom.key, { instance: bottom, positions: [] }]])
    const max = (binding: Binding) =>
      [binding, ...lessInformativeThan(binding)].map(({ key }) => slices.get(key)).find((slice) => slice !== undefined)!
    trace.forEach(({ binding: theta }, position) => {
      const extended = new Map<string, Slice>()
      for (const { instance } of slices.values()) {
        if (!compatible(theta, instance)) continue
        const join = combine(theta, instance)
        if (extended.has(join.key)) continue
        extended.set(join.key, { instance: join, positions: [...max(join).positions, position] })
      }
      for (const [key, slice] of extended) slices.set(key, slice)
    })
    return slices.values()
  }

  #judge(trace: readonly Signal[], slices: Iterable<Slice>): void {
    const reached: Binding[][] = trace.map(() => [])
    for (const { instance, positions } of slices) for (const position of positions) reached[position]!.push(instance)
    const monitors = new Map<string, Monitor>()
    const monitorOf = ({ key }: Binding) => monitors.get(key)
    trace.forEach((signal, position) => {
      for (const instance of reached[position]!) {
        const monitor = monitorOf(instance) ?? this.#monitors.define(instance, signal, monitorOf)
        if (monitor === undefined) continue
        monitors.set(instance.key, monitor)
        this.#monitors.take(monitor, signal)
      }
    })
  }

  /** Nothing is indexed before the end. */
  entriesOf(): Entry[] {
    return []
  }

  remove(): void {}
}
