/**
 * Boolean functions as reduced ordered binary decision diagrams: equal functions are equal numbers, which is what makes
 * states of progression comparable. Used by `progression.ts` and `satisfiability.ts` only.
 *
 * Source: Bryant, "Graph-based algorithms for Boolean function manipulation" (1986). One `Diagrams` owns all nodes; they
 * are never freed, for it lives as long as one synthesis. Truth tables were rejected for their 2^k size, sorted clause
 * sets because two of them can be the same function, and states would multiply.
 */

/** A function: the number of its root node. */
export type Diagram = number

export const FALSE: Diagram = 0
export const TRUE: Diagram = 1

/** Two node numbers make one key below 2^52. */
const shift = 2 ** 26

export class Diagrams {
  /** Per node its variable, and the functions for that variable false and true. Variables grow towards the leaves. */
  readonly #variable: number[] = [Infinity, Infinity]
  readonly #low: Diagram[] = [FALSE, TRUE]
  readonly #high: Diagram[] = [FALSE, TRUE]
  readonly #unique: Map<number, Diagram>[] = []
  readonly #conditionals: Map<number, Diagram>[] = []
  readonly #limit: number
  readonly #exceeded: () => Error

  /** Throws what `exceeded` gives when there are more than `limit` nodes. */
  constructor(limit: number, exceeded: () => Error) {
    this.#limit = Math.min(limit, shift)
    this.#exceeded = exceeded
  }

  variable(index: number): Diagram {
    return this.#node(index, FALSE, TRUE)
  }

  not(f: Diagram): Diagram {
    return this.conditional(f, FALSE, TRUE)
  }

  and(f: Diagram, g: Diagram): Diagram {
    return this.conditional(f, g, FALSE)
  }

  or(f: Diagram, g: Diagram): Diagram {
    return this.conditional(f, TRUE, g)
  }

  /** g where f holds, h elsewhere. */
  conditional(f: Diagram, g: Diagram, h: Diagram): Diagram {
    if (f === TRUE || g === h) return g
    if (f === FALSE) return h
    if (g === TRUE && h === FALSE) return f
    const known = (this.#conditionals[f] ??= new Map())
    const key = g * shift + h
    let result = known.get(key)
    if (result === undefined) {
      const v = Math.min(this.#variable[f]!, this.#variable[g]!, this.#variable[h]!)
      const low = this.conditional(
        this.#cofactor(f, v, false),
        this.#cofactor(g, v, false),
        this.#cofactor(h, v, false),
      )
      const high = this.conditional(this.#cofactor(f, v, true), this.#cofactor(g, v, true), this.#cofactor(h, v, true))
      result = this.#node(v, low, high)
      known.set(key, result)
    }
    return result
  }

  /** f with every variable replaced, all at once. `known` remembers results for one and the same `replacement`. */
  substitute(f: Diagram, replacement: (variable: number) => Diagram, known: Map<Diagram, Diagram>): Diagram {
    if (f === FALSE || f === TRUE) return f
    let result = known.get(f)
    if (result === undefined) {
      result = this.conditional(
        replacement(this.#variable[f]!),
        this.substitute(this.#high[f]!, replacement, known),
        this.substitute(this.#low[f]!, replacement, known),
      )
      known.set(f, result)
    }
    return result
  }

  /** Disjoint cubes (conjunctions of literals) that together are f. A literal is v for variable v, ~v for its negation. */
  *cubes(f: Diagram, path: readonly number[] = []): Generator<readonly number[]> {
    if (f === TRUE) yield path
    if (f === FALSE || f === TRUE) return
    const v = this.#variable[f]!
    yield* this.cubes(this.#low[f]!, [...path, ~v])
    yield* this.cubes(this.#high[f]!, [...path, v])
  }

  #cofactor(f: Diagram, variable: number, value: boolean): Diagram {
    if (this.#variable[f] !== variable) return f
    return value ? this.#high[f]! : this.#low[f]!
  }

  #node(variable: number, low: Diagram, high: Diagram): Diagram {
    if (low === high) return low
    const known = (this.#unique[variable] ??= new Map())
    const key = low * shift + high
    let node = known.get(key)
    if (node === undefined) {
      node = this.#variable.length
      if (node >= this.#limit) throw this.#exceeded()
      this.#variable.push(variable)
      this.#low.push(low)
      this.#high.push(high)
      known.set(key, node)
    }
    return node
  }
}
