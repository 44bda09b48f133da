/**
 * Algorithm C: online, like B, but finds the monitors that an event concerns instead of searching for them: 𝒰 maps each
 * binding to the more informative ones.
 *
 * Source: Chen & Roşu, "Parametric trace slicing and monitoring" (2009), algorithm C; PyMOP §3.2. At each event e⟨θ⟩
 *
 *     if Δ(θ) undefined:
 *       defineTo(θ, the largest θ' ⊏ θ with Δ(θ') defined)
 *       for all θ' ⊏ θ, larger first, for all θ'' ∈ 𝒰(θ') compatible with θ:
 *         if Δ(θ'' ⊔ θ) undefined: defineTo(θ'' ⊔ θ, θ'')
 *     for all θ' ∈ {θ} ∪ 𝒰(θ):  Δ(θ') ← σ(Δ(θ'), e)
 *
 * where defineTo(θ, θ') copies Δ(θ') to Δ(θ) and adds θ to 𝒰 of everything less informative.
 *
 * Different here: only instances have monitors, and slices start at creation (semantics 1). As in B, a binding is dormant
 * until it is an instance, so Δ is defined for dormant bindings without a state, and a state is copied at the event that
 * makes the binding an instance. C keeps all bindings, dormant ones too; C+ keeps instances alone.
 *
 * Cost: an event on a known binding visits only what it reaches; the first event on a binding, what it combines with.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { combine, emptyBinding } from './binding.ts'
import type { Identity } from './identity.ts'
import { InformationOrder } from './information-order.ts'
import type { Monitors, Signal } from './monitor.ts'
import type { Monitoring, MonitoringOptions } from './monitoring.ts'
import type { Entry, InstanceIndex } from './slicing.ts'
import { Slicing } from './slicing.ts'

export function createAlgorithmC(spec: CompiledSpec, options: MonitoringOptions): Monitoring {
  return new Slicing(spec, options, (spec, monitors) => new AlgorithmC(spec, monitors))
}

class AlgorithmC implements InstanceIndex {
  readonly #spec: CompiledSpec
  readonly #monitors: Monitors
  /** Δ and 𝒰. ⊥ is always defined. */
  readonly #order = new InformationOrder()

  readonly #monitorOf = (binding: Binding) => this.#order.get(binding)?.monitor

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
    this.clear()
  }

  process(signal: Signal): void {
    if (this.#order.get(signal.binding) === undefined) this.#define(signal.binding)
    this.#order.reach(signal.binding, (entry) => {
      entry.monitor ??= this.#monitors.define(entry.binding, signal, this.#monitorOf)
      if (entry.monitor !== undefined) this.#monitors.take(entry.monitor, signal)
    })
  }

  /** Keeps a binding and all its combinations with those kept before. */
  #define(theta: Binding): void {
    this.#order.define(theta, undefined)
    for (const { binding } of this.#order.compatibleWith(theta)) {
      const join = combine(theta, binding)
      if (this.#order.get(join) === undefined) this.#order.define(join, undefined)
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
    this.#order.define(emptyBinding(this.#spec.parameters.length), undefined)
  }
}
