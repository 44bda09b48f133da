/**
 * Parameter instances (bindings) and the relations between them, as the literature defines them; shared by all
 * algorithms.
 *
 * Source: Chen & Roşu, "Parametric trace slicing and monitoring" (2009), definitions 4 and 5; PyMOP §3.1.
 */

import type { ParameterSet } from '../spec/compiled-spec.ts'
import { maxParameters } from '../spec/compiled-spec.ts'
import type { Identity } from './identity.ts'

/** A partial function from parameters to values. Equal bindings have equal keys. */
export interface Binding {
  readonly domain: ParameterSet
  /** By parameter index; 0 for parameters outside the domain. */
  readonly identities: readonly Identity[]
  readonly key: string
}

export function bindingOf(domain: ParameterSet, identities: readonly Identity[]): Binding {
  return { domain, identities, key: identities.join() }
}

/** ⊥, which binds nothing. */
export function emptyBinding(parameters: number): Binding {
  return bindingOf(
    0,
    Array.from({ length: parameters }, () => 0),
  )
}

/** Whether two bindings agree wherever both are defined. */
export function compatible(a: Binding, b: Binding): boolean {
  for (let i = 0, common = a.domain & b.domain; common !== 0; i += 1, common >>= 1) {
    if ((common & 1) !== 0 && a.identities[i] !== b.identities[i]) return false
  }
  return true
}

/** a ⊔ b, of compatible bindings. */
export function combine(a: Binding, b: Binding): Binding {
  if ((a.domain | b.domain) === a.domain) return a
  if ((a.domain | b.domain) === b.domain) return b
  return bindingOf(
    a.domain | b.domain,
    a.identities.map((identity, i) => (identity === 0 ? b.identities[i]! : identity)),
  )
}

/**
 * a ⊑ b: whether b binds all that a binds, to the same values.
 *
 * @public A definition that the others are tested against.
 */
export function lessInformative(a: Binding, b: Binding): boolean {
  return (a.domain & b.domain) === a.domain && compatible(a, b)
}

/** The part of a binding inside a parameter set. */
export function restrict(binding: Binding, set: ParameterSet): Binding {
  if ((binding.domain & ~set) === 0) return binding
  return bindingOf(
    binding.domain & set,
    binding.identities.map((identity, i) => ((set >> i) & 1 ? identity : 0)),
  )
}

/** All θ' ⊏ θ, larger ones first ("reversed topological order"), ⊥ last. At most 15, for specs have at most four parameters. */
export function lessInformativeThan(binding: Binding): Binding[] {
  return strictSubsets[binding.domain]!.map((set) => restrict(binding, set))
}

/** Per parameter set its strict subsets, larger ones first. */
export const strictSubsets: readonly (readonly ParameterSet[])[] = Array.from(
  { length: 1 << maxParameters },
  (_, set) =>
    Array.from({ length: set }, (_, subset) => subset)
      .filter((subset) => (subset & ~set) === 0)
      .sort((a, b) => sizeOf(b) - sizeOf(a)),
)

function sizeOf(set: ParameterSet): number {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1
  return size
}
