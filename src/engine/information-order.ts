/**
 * Δ and 𝒰 of the algorithms C and C+: the entries by binding, and for each binding the entries that are strictly more
 * informative. 𝒰 is kept for bindings without an entry too, since events may arrive on them.
 */

import type { Binding } from './binding.ts'
import { bindingOf, lessInformativeThan } from './binding.ts'
import type { Identity } from './identity.ts'
import type { Monitor } from './monitor.ts'
import type { Entry } from './slicing.ts'

const none: ReadonlySet<Entry> = new Set()

export class InformationOrder {
  /** Δ. */
  readonly #entries = new Map<string, Entry>()
  /** 𝒰. A set that became empty is left out. */
  readonly #above = new Map<string, Set<Entry>>()

  get(binding: Binding): Entry | undefined {
    return this.#entries.get(binding.key)
  }

  /** 𝒰(θ). Entries that are defined while it is walked are visited too. */
  above(binding: Binding): Iterable<Entry> {
    return this.#above.get(binding.key) ?? none
  }

  define(binding: Binding, monitor: Monitor | undefined): void {
    const entry = { binding, monitor }
    this.#entries.set(binding.key, entry)
    for (const { key } of lessInformativeThan(binding)) {
      const above = this.#above.get(key)
      if (above === undefined) this.#above.set(key, new Set([entry]))
      else above.add(entry)
    }
  }

  /** Visits the entries of {θ} ∪ 𝒰(θ): all that an event on θ concerns. */
  reach(binding: Binding, visit: (entry: Entry) => void): void {
    const own = this.#entries.get(binding.key)
    if (own !== undefined) visit(own)
    this.#above.get(binding.key)?.forEach(visit)
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
    this.#entries.delete(entry.binding.key)
    for (const { key } of lessInformativeThan(entry.binding)) {
      const above = this.#above.get(key)
      above?.delete(entry)
      if (above?.size === 0) this.#above.delete(key)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#above.clear()
  }
}
