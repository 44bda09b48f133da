/**
 * The twelve variants of regression property selection (evolution-aware RV, §III-C): how affected modules are computed, and
 * where what they select is woven. Names as on the command line: `ps1`, `ps1c`, `ps3cl`.
 *
 * | affected | definition              | contains                                             |
 * |----------|-------------------------|------------------------------------------------------|
 * | ps1      | Δ ∘ (E⁻¹)* ∘ E*         | changed modules, their dependents, all that these depend on |
 * | ps2      | Δ ∘ ((E⁻¹)* ∪ E*)       | changed modules, their dependents, their dependees   |
 * | ps3      | Δ ∘ (E⁻¹)*              | changed modules and their dependents                 |
 */

import type { DependencyGraph } from './dependency-graph.ts'

type Affected = 'ps1' | 'ps2' | 'ps3' | 'everything'

export const variantNames = (['ps1', 'ps2', 'ps3'] as const).flatMap((affected) =>
  (['', 'c', 'l', 'cl'] as const).map((without) => `${affected}${without}` as const),
)
/** `full` watches everything, as a run without `--since` does, and still tells what is new. */
export const selectionNames = [...variantNames, 'full'] as const
export type SelectionName = (typeof selectionNames)[number]

export interface Variant {
  readonly name: SelectionName
  readonly affected: Affected
  /** `c`: modules of the program that are not affected are not woven. */
  readonly onlyAffected: boolean
  /** `l`: libraries are not woven. */
  readonly withoutLibraries: boolean
  /** Whether it finds all violations that a change brings, under the assumptions. */
  readonly safe: boolean
}

export function variantOf(name: SelectionName): Variant {
  if (name === 'full') return { name, affected: 'everything', onlyAffected: false, withoutLibraries: false, safe: true }
  const without = name.slice(3)
  return {
    name,
    affected: name.slice(0, 3) as Affected,
    onlyAffected: without.includes('c'),
    withoutLibraries: without.includes('l'),
    safe: name === 'ps1' || name === 'ps1c',
  }
}

/** Of the nodes that a run loads, where they are known; these are closed under dependency. */
export function affectedBy(
  changed: Iterable<string>,
  graph: DependencyGraph,
  affected: Affected,
  loaded?: ReadonlySet<string>,
): Set<string> {
  const isLoaded = (node: string): boolean => loaded === undefined || loaded.has(node)
  const dependents = new Set([...graph.dependents(changed)].filter(isLoaded))
  switch (affected) {
    case 'ps1':
      return graph.dependees(dependents)
    case 'ps2':
      return new Set([...dependents, ...graph.dependees([...changed].filter(isLoaded))])
    case 'ps3':
      return dependents
    case 'everything':
      return new Set(graph.nodes)
  }
}

/** What must hold for a safe variant to miss nothing; printed with its result. */
export const assumptions: readonly string[] = [
  'the dependencies between modules are all known',
  'tests do not depend on the order in which they run',
  'reflection and loaders of the program add no dependencies',
  'loading modules has no effects where the manifest says so ("sideEffects": false)',
]

/**
 * What a variant may miss, for those that are not safe; undefined for the others. `disregarded`: what was taken to change
 * nothing, as a part of a sentence.
 */
export function weaknessOf(
  { affected, onlyAffected, withoutLibraries, safe }: Variant,
  disregarded?: string,
): string | undefined {
  if (safe) return undefined
  const parts: string[] = []
  if (affected === 'ps2') parts.push('modules that only receive objects from dependents of the change select no specs')
  if (affected === 'ps3') parts.push('modules that changed code or its dependents use select no specs')
  if (onlyAffected && affected !== 'ps1') parts.push('events in modules outside the affected ones are not seen')
  if (withoutLibraries) parts.push('events in libraries are not seen')
  if (disregarded !== undefined) parts.push(`${disregarded}, which is taken to change nothing`)
  return `may miss violations and raise false alarms: ${parts.join('; ')}`
}
