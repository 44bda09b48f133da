/**
 * Algorithm A: offline. Keeps the whole trace; at the end cuts it into slices and runs a monitor over each.
 *
 * Source: Chen & Roşu, "Parametric trace slicing and monitoring" (2009), algorithm A; PyMOP §3.2, Algorithm 1. In their
 * words Θ is the set of bindings met (and combined) so far, 𝕋 maps each to its slice, and at each event e⟨θ⟩
 *
 *     for all θ' ∈ {θ} ⊔ Θ:  𝕋(θ') ← 𝕋(max(θ')_Θ) e
 *     Θ ← {⊥, θ} ⊔ Θ
 *
 * Different here: a slice counts from its first creation event on (semantics 1), so judging it starts there. Slices share
 * what they have in common: 𝕋(θ') is the last node of a list that goes back through 𝕋(max(θ')_Θ). Nodes are judged in
 * the order of the trace, each once, so a handler that resets acts on what grows out of its monitor, as it does online.
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

/** The last event of a slice, with the slice before it. */
interface SliceNode {
  /** Whose slice it is. */
  readonly instance: Binding
  readonly signal: Signal
  /** The end of the slice before this event; another instance's when this one grew out of it. */
  readonly before: SliceNode | undefined
  /** After judging: the instance's monitor, if the slice has a creation event. */
  monitor: Monitor | undefined
}

class AlgorithmA implements InstanceIndex {
  readonly #spec: CompiledSpec
  readonly #monitors: Monitors
  #trace: Signal[] = []

  constructor(spec: CompiledSpec, monitors: Monitors) {
    this.#spec = spec
    this.#monitors = monitors
  }

  process(signal: Signal): void {
    this.#trace.push(signal)
  }

  finish(): void {
    for (const node of this.#slice()) this.#judge(node)
    this.#trace = []
  }

  /** Cuts the trace into slices: all their nodes, in the order of the trace. */
  *#slice(): Iterable<SliceNode> {
    const bottom = emptyBinding(this.#spec.parameters.length)
    /** Θ, by key, and 𝕋: undefined stands for the empty slice. */
    const slices = new Map<string, { readonly instance: Binding; last: SliceNode | undefined }>()
    const restart = () => {
      slices.clear()
      slices.set(bottom.key, { instance: bottom, last: undefined })
    }
    const max = (instance: Binding) =>
      [instance, ...lessInformativeThan(instance)]
        .map(({ key }) => slices.get(key))
        .find((slice) => slice !== undefined)!
    restart()
    for (const signal of this.#trace) {
      const theta = signal.binding
      const joined = new Map<string, Binding>()
      for (const { instance } of slices.values()) {
        if (!compatible(theta, instance)) continue
        const join = combine(theta, instance)
        joined.set(join.key, join)
      }
      const nodes = [...joined.values()].map((instance) => {
        return { instance, signal, before: max(instance).last, monitor: undefined }
      })
      for (const node of nodes) slices.set(node.instance.key, { instance: node.instance, last: node })
      yield* nodes
      if (this.#spec.events[signal.event]!.end && theta.domain === 0) restart()
    }
  }

  #judge(node: SliceNode): void {
    const { instance, signal, before } = node
    if (before?.monitor !== undefined) {
      node.monitor =
        before.instance.key === instance.key ? before.monitor : this.#monitors.copy(before.monitor, instance)
    } else if (this.#spec.events[signal.event]!.creation) {
      node.monitor = this.#monitors.create(instance, signal.site)
    }
    if (node.monitor !== undefined) this.#monitors.take(node.monitor, signal)
  }

  /** Nothing is indexed before the end. */
  entriesOf(): Entry[] {
    return []
  }

  remove(): void {}

  /** The trace is kept across terminal events; slicing starts anew after each. */
  clear(): void {}
}
