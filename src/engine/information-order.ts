/**
 * Δ and 𝒰 of the algorithms C and C+: the entries by binding, and for each binding the entries that are strictly more
 * informative. 𝒰 is kept for bindings without an entry too, since events may arrive on them, and by domain: what an
 * event's binding can be combined with is then found without looking at what it cannot.
 */

import type { ParameterSet } from '../spec/compiled-spec.ts'
import type { Binding } from './binding.ts'
import { bindingOf, lessInformativeThan } from './binding.ts'
import type { Identity } from './identity.ts'
import type { Monitor } from './monitor.ts'
import type { Entry } from './slicing.ts'

export class InformationOrder {
  /** Δ. */
  readonly #entries = new Map<string, Entry>()
  /** 𝒰, the entries above a binding by their domains. Sets that became empty are left out. */
  readonly #above = new Map<string, Map<ParameterSet, Set<Entry>>>()

  get(binding: Binding): Entry | undefined {
    return this.#entries.get(binding.key)
  }

  define(binding: Binding, monitor: Monitor | undefined): void {
    const entry = { binding, monitor }
    this.#entries.set(binding.key, entry)
    for (const { key } of lessInformativeThan(binding)) {
      let above = this.#above.get(key)
      if (above === undefined) this.#above.set(key, (above = new Map()))
      const sameDomain = above.get(binding.domain)
      if (sameDomain === undefined) above.set(binding.domain, new Set([entry]))
      else sameDomain.add(entry)
    }
  }

  /**
   * The entries θ'' ∈ 𝒰(θ') for θ' ⊏ θ, larger θ' first, that are compatible with θ. Those that share with θ just what θ'
   * binds: they agree with it there, so all are compatible; what shares more was met at a larger θ'. Entries that are
   * defined meanwhile bind all that θ binds, and are not visited.
   */
  *compatibleWith(theta: Binding): Iterable<Entry> {
    for (const less of lessInformativeThan(theta)) {
      const above = this.#above.get(less.key)
      if (above === undefined) continue
      for (const [domain, entries] of above) if ((domain & theta.domain) === less.domain) yield* entries
    }
  }

  /** Visits the entries of {θ} ∪ 𝒰(θ): all that an event on θ concerns. */
  reach(binding: Binding, visit: (entry: Entry) => void): void {
    const own = this.#entries.get(binding.key)
    if (own !== undefined) visit(own)
    const above = this.#above.get(binding.key)
    if (above === undefined) return
    for (const entries of above.values()) for (const entry of entries) visit(entry)
  }

  /** All entries that bind a parameter to a value. */
  entriesOf(parameter: number, identity: Identity, parameters: number): Entry[] {
    const entries: Entry[] = []
    const single = bindingOf(
      1 << parameter,
      Array.from({ length: parameters }, (_, i) => (i === parameter ? identity : 0)),
    )
    this.reach(single, (entry) => entries.push(entry))
    return entries
  }

  remove(entry: Entry): void {
    const { binding } = entry
    this.#entries.delete(binding.key)
    for (const { key } of lessInformativeThan(binding)) {
      const above = this.#above.get(key)!
      const sameDomain = above.get(binding.domain)!
      sameDomain.delete(entry)
      if (sameDomain.size === 0) above.delete(binding.domain)
      if (above.size === 0) this.#above.delete(key)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#above.clear()
  }
}
