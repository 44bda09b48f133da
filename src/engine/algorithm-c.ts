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
 * Different here: slices start at creation (semantics 1). As in B, Δ(⊥) and all that grows out of it is dormant until a
 * creation event reaches it. C keeps all bindings, dormant ones too; C+ keeps those that a creation event has reached.
 *
 * Cost: an event on a known binding visits only the monitors it moves; the first event on a binding visits 𝒰(⊥), all.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { combine, compatible, emptyBinding, lessInformativeThan } from './binding.ts'
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

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
    this.clear()
  }

  process(signal: Signal): void {
    const theta = signal.binding
    if (this.#order.get(theta) === undefined) this.#define(signal)
    const { creation } = this.#spec.events[signal.event]!
    this.#order.reach(theta, (entry) => {
      if (creation) entry.monitor ??= this.#monitors.create(entry.binding, signal.site)
      if (entry.monitor !== undefined) this.#monitors.take(entry.monitor, signal)
    })
  }

  #define({ binding: theta }: Signal): void {
    const smaller = lessInformativeThan(theta)
    const largest = smaller.map((less) => this.#order.get(less)).find((entry) => entry !== undefined)
    this.#defineTo(theta, largest)
    for (const less of smaller) {
      for (const entry of this.#order.above(less)) {
        if (!compatible(entry.binding, theta)) continue
        const join = combine(theta, entry.binding)
        if (this.#order.get(join) === undefined) this.#defineTo(join, entry)
      }
    }
  }

  #defineTo(binding: Binding, from: Entry | undefined): void {
    this.#order.define(binding, from?.monitor === undefined ? undefined : this.#monitors.copy(from.monitor, binding))
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
