/**
 * Who depends on whom: nodes by name, an edge from a module to each that it depends on. Small on purpose, so that affected
 * sets read like their definitions. Closures are breadth-first, linear in nodes and edges.
 */

export type Edges = ReadonlyMap<string, ReadonlySet<string>>

export class DependencyGraph {
  readonly #dependencies = new Map<string, Set<string>>()
  readonly #dependents = new Map<string, Set<string>>()

  addNode(node: string): void {
    if (this.#dependencies.has(node)) return
    this.#dependencies.set(node, new Set())
    this.#dependents.set(node, new Set())
  }

  /** Both ends become nodes. */
  addEdge(from: string, to: string): void {
    this.addNode(from)
    this.addNode(to)
    this.#dependencies.get(from)!.add(to)
    this.#dependents.get(to)!.add(from)
  }

  get nodes(): IterableIterator<string> {
    return this.#dependencies.keys()
  }

  has(node: string): boolean {
    return this.#dependencies.has(node)
  }

  dependenciesOf(node: string): ReadonlySet<string> {
    return this.#dependencies.get(node) ?? new Set()
  }

  dependentsOf(node: string): ReadonlySet<string> {
    return this.#dependents.get(node) ?? new Set()
  }

  /** The nodes and all that they depend on: the image under E*. */
  dependees(nodes: Iterable<string>): Set<string> {
    return closure(nodes, this.#dependencies)
  }

  /** The nodes and all that depend on them: the image under (E⁻¹)*. */
  dependents(nodes: Iterable<string>): Set<string> {
    return closure(nodes, this.#dependents)
  }
}

function closure(nodes: Iterable<string>, edges: Edges): Set<string> {
  const reached = new Set<string>()
  for (const node of nodes) if (edges.has(node)) reached.add(node)
  // A set hands out what is added while it is iterated.
  for (const node of reached) for (const next of edges.get(node)!) reached.add(next)
  return reached
}
