/**
 * Algorithm C+: online, like C, but a monitor comes into being only through a creation event. Bindings that no creation
 * event has reached are not kept at all.
 *
 * Source: Chen, Meredith, Jin & Roşu, "Efficient formalism-independent monitoring of parametric properties" (2009),
 * algorithm C+; PyMOP §3.2. At each event e⟨θ⟩
 *
 *     if Δ(θ) undefined:
 *       if Δ(θ') defined for some θ' ⊏ θ: defineTo(θ, the largest such θ')
 *       else if e is a creation event:    defineNew(θ)
 *       for all θ' ⊏ θ, larger first, for all θ'' ∈ 𝒰(θ') compatible with θ:
 *         if Δ(θ'' ⊔ θ) undefined: defineTo(θ'' ⊔ θ, θ'')
 *     for all θ' ∈ {θ} ∪ 𝒰(θ):  Δ(θ') ← σ(Δ(θ'), e)
 *
 * This is the rule of semantics 1 as it stands. Why the largest is the right one to copy: let the slice of θ start at the
 * creation event c⟨γ⟩. Since then γ has been combined with every later binding compatible with it, so the bindings below
 * θ have a largest one, it is above γ, and it took every event of the slice.
 *
 * Cost: as C, but an event on a binding without a monitor of its own visits what it combines with each time.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import { combine, lessInformativeThan } from './binding.ts'
import type { Identity } from './identity.ts'
import { InformationOrder } from './information-order.ts'
import type { Monitors, Signal } from './monitor.ts'
import type { Monitoring, MonitoringOptions } from './monitoring.ts'
import type { Entry, InstanceIndex } from './slicing.ts'
import { Slicing } from './slicing.ts'

export function createAlgorithmCPlus(spec: CompiledSpec, options: MonitoringOptions): Monitoring {
  return new Slicing(spec, options, (spec, monitors) => new AlgorithmCPlus(spec, monitors))
}

class AlgorithmCPlus implements InstanceIndex {
  readonly #spec: CompiledSpec
  readonly #monitors: Monitors
  /** Δ and 𝒰. Every entry has a monitor. */
  readonly #order = new InformationOrder()

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
  }

  process(signal: Signal): void {
    if (this.#order.get(signal.binding) === undefined) this.#define(signal)
    this.#order.reach(signal.binding, ({ monitor }) => this.#monitors.take(monitor!, signal))
  }

  #define(signal: Signal): void {
    const theta = signal.binding
    const largest = lessInformativeThan(theta)
      .map((less) => this.#order.get(less))
      .find((entry) => entry !== undefined)
    if (largest !== undefined) this.#order.define(theta, this.#monitors.copy(largest.monitor!, theta, signal))
    else if (this.#spec.events[signal.event]!.creation) this.#order.define(theta, this.#monitors.create(theta, signal))
    for (const { binding, monitor } of this.#order.compatibleWith(theta)) {
      const join = combine(theta, binding)
      if (this.#order.get(join) === undefined) this.#order.define(join, this.#monitors.copy(monitor!, join, signal))
    }
  }

  entriesOf(parameter: number, identity: Identity): Entry[] {
    return this.#order.entriesOf(parameter, identity, this.#spec.parameters.length)
  }

  remove(entry: Entry): void {
    this.#order.remove(entry)
  }

  clear(): void {
    this.#order.clear()
  }
}
