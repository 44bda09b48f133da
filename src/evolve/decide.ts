/**
 * Regression property selection (evolution-aware RV, §III-B): from what changed to what is affected, to the specs whose events
 * can come from there, to the modules and packages that are woven. Pure, given a snapshot; the command line carries a decision out.
 *
 * `full` when the earlier version says nothing that can be relied on, `plain` when nothing has to be monitored again.
 */

import type { StartingPoints } from './filter-tests.ts'
import {
  everything,
  folderOf,
  isModuleNode,
  isPackageNode,
  type ProjectSnapshot,
  surroundings,
} from './project-snapshot.ts'
import { canSignal, type SignalWords } from './signal-words.ts'
import { affectedBy, type Variant } from './variant.ts'

export interface Selection {
  readonly kind: 'selected' | 'plain'
  readonly variant: Variant
  /** Nodes of the graph that are new or differ. */
  readonly changed: readonly string[]
  /** What else is different and was taken to change nothing, as a part of a sentence. */
  readonly disregarded?: string | undefined
  /** By the variant's definition. */
  readonly affected: ReadonlySet<string>
  /** By the definition of ps1: what a change can be the cause of. */
  readonly reached: ReadonlySet<string>
  /** What the command loads; undefined where that is not known. */
  readonly loaded: ReadonlySet<string> | undefined
  /** Ids of specs to monitor. */
  readonly specs: readonly string[]
  /** What affected code says, as `signal-words.ts` has it. */
  readonly words: ReadonlySet<string>
  /** Tests that run apart from the others and depend on nothing that changed: processes that start with one are left alone. */
  readonly idle: readonly string[]
  /** Modules of the program that are not woven. */
  readonly excluded: readonly string[]
  /** Whether libraries are woven. */
  readonly libraries: boolean
  /** Folders of the packages among them that are; undefined for all. */
  readonly packages: readonly string[] | undefined
}

export type Decision = Selection | { readonly kind: 'full'; readonly why: string }

export interface DecisionInput {
  readonly snapshot: ProjectSnapshot
  readonly changed: readonly string[]
  readonly variant: Variant
  readonly specs: readonly SignalWords[]
  readonly libraries: boolean
  /** Modules that the command starts from; undefined where that is not known. */
  readonly starts?: StartingPoints | undefined
}

export function decide({ snapshot, changed, variant, specs, libraries, starts }: DecisionInput): Selection {
  const { graph } = snapshot
  // What no test depends on is not loaded: the package's own entry, a bundler's configuration.
  const loaded = starts === undefined ? undefined : graph.dependees([...starts.files, surroundings])
  const affected = affectedBy(changed, graph, variant.affected, loaded)
  const reached = variant.affected === 'ps1' ? affected : affectedBy(changed, graph, 'ps1', loaded)
  const woven = libraries && !variant.withoutLibraries
  const signalling = [...affected].filter((node) => woven || !isPackageNode(node))
  const words = snapshot.wordsOf(signalling)
  // What imports names that only a run knows may reach anything.
  const origins = reached.has(everything) ? undefined : snapshot.originsOf(reached)
  const modules = [...affected].filter(isModuleNode)
  const isSelected = (spec: SignalWords): boolean =>
    variant.affected === 'everything' || canSignal(spec, words, origins, variant.onlyAffected)
  const selected = modules.length === 0 ? [] : specs.filter(isSelected)
  return {
    kind: selected.length === 0 ? 'plain' : 'selected',
    variant,
    changed: [...changed].sort(),
    affected,
    reached,
    loaded,
    specs: selected.map(({ id }) => id),
    words,
    idle: variant.onlyAffected && starts?.apart === true ? idleAmong(starts.files, changed, snapshot) : [],
    excluded: variant.onlyAffected ? [...snapshot.modules.keys()].filter((file) => !affected.has(file)).sort() : [],
    libraries: woven,
    packages: variant.onlyAffected ? packagesIn(affected) : undefined,
  }
}

/** A process runs what its test loads, and does what it did before if none of that has changed. */
function idleAmong(tests: readonly string[], changed: readonly string[], { graph }: ProjectSnapshot): string[] {
  const dependents = graph.dependents(changed)
  return tests.filter((test) => !dependents.has(test)).sort()
}

/** A runner's packages are no part of the graph: no change of the program affects them. */
function packagesIn(affected: ReadonlySet<string>): string[] | undefined {
  if (affected.has(everything)) return undefined
  return [...affected].filter(isPackageNode).map(folderOf).sort()
}

/** Nodes that are new or whose checksum differs. What is gone shows in those that depended on it. */
export function changedNodes(before: Readonly<Record<string, string>>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([node, sum]) => before[node] !== sum).map(([node]) => node)
}
