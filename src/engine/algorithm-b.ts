/**
 * Algorithm B: online, the simplest. Keeps a monitor for every binding met so far and every combination of them.
 *
 * Source: Chen & Roşu, "Parametric trace slicing and monitoring" (2009), algorithm B; PyMOP §3.2, Algorithm 2. Θ is the
 * set of bindings so far, Δ maps each to the state of its monitor, and at each event e⟨θ⟩
 *
 *     for all θ' ∈ {θ} ⊔ Θ:  Δ(θ') ← σ(Δ(max(θ')_Θ), e)
 *     Θ ← {⊥, θ} ⊔ Θ
 *
 * Different here: only instances have monitors, and slices start at creation (semantics 1). A binding of Θ is dormant
 * until a creation event has reached it and events from then on bound all its parameters; then its monitor is a copy of
 * the largest instance's below it. That one is found by asking Δ for the at most 15 smaller bindings instead of searching Θ.
 *
 * Cost: every event visits all of Θ.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { combine, compatible, emptyBinding } from './binding.ts'
import type { Identity } from './identity.ts'
import type { Monitors, Signal } from './monitor.ts'
import type { Monitoring, MonitoringOptions } from './monitoring.ts'
import type { Entry, InstanceIndex } from './slicing.ts'
import { Slicing } from './slicing.ts'

export function createAlgorithmB(spec: CompiledSpec, options: MonitoringOptions): Monitoring {
  return new Slicing(spec, options, (spec, monitors) => new AlgorithmB(spec, monitors))
}

class AlgorithmB implements InstanceIndex {
  readonly #spec: CompiledSpec
  readonly #monitors: Monitors
  /** Δ by key; its domain is Θ, closed under combination, with ⊥ always in it. */
  readonly #delta = new Map<string, Entry>()

  readonly #monitorOf = ({ key }: Binding) => this.#delta.get(key)?.monitor

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
    this.clear()
  }

  process(signal: Signal): void {
    const theta = signal.binding
    const joined = new Map<string, Entry>()
    for (const { binding } of this.#delta.values()) {
      if (!compatible(theta, binding)) continue
      const join = combine(theta, binding)
      if (!joined.has(join.key))
        joined.set(join.key, this.#delta.get(join.key) ?? { binding: join, monitor: undefined })
    }
    for (const [key, entry] of joined) {
      this.#delta.set(key, entry)
      entry.monitor ??= this.#monitors.define(entry.binding, signal, this.#monitorOf)
      if (entry.monitor !== undefined) this.#monitors.take(entry.monitor, signal)
    }
  }

  entriesOf(parameter: number, identity: Identity): Entry[] {
    return [...this.#delta.values()].filter(({ binding }) => binding.identities[parameter] === identity)
  }

  remove(entry: Entry): void {
    this.#delta.delete(entry.binding.key)
  }

  clear(): void {
    const bottom = emptyBinding(this.#spec.parameters.length)
    this.#delta.clear()
    this.#delta.set(bottom.key, { binding: bottom, monitor: undefined })
  }
}
