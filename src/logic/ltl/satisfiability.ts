/**
 * Decides whether some infinite continuation meets a demand: the half of LTL synthesis that makes verdicts exact.
 * Progression alone would call `<>(a and b)` undecided for ever. Used for infinite traces only; with an end event,
 * reachability in the explored automaton decides (`ltl.ts`).
 *
 * A tableau, built on the fly and shared by all questions of one synthesis. A node is a set of literals over the
 * progression's variables (some subformulas must hold at the next position, some must not) with settled memories. Its
 * successors under an event are the cubes of what the literals unfold to. A literal `f U g` that is put off unfolds to
 * `g or (f and f U g, promised)`; a path is a model unless it keeps one and the same promise for ever, so a demand can be
 * met if and only if it reaches a strongly connected component on whose edges no promise is made throughout.
 *
 * Source: Couvreur, "On-the-fly verification of linear temporal logic" (1999), for tableaux with promises on edges and
 * for the search. Cost: at most 3^k nodes for k variables, each expanded at most once; where a model exists, the search
 * stops at the first circle. Rejected: the textbook tableau, which guesses the value of every subformula and has 2^k
 * successors everywhere; and shortening cubes to prime implicants, which makes fewer nodes but took 1.1 to 1.6 times as
 * long on random formulas and conjoined patterns.
 */

import type { Diagram, Diagrams } from './decision-diagram.ts'
import { FALSE, TRUE } from './decision-diagram.ts'
import type { Demand, Progression } from './progression.ts'

interface Node {
  readonly cube: readonly number[]
  /** Constants. */
  readonly memory: readonly Diagram[]
  /** 0 before the search comes by, its place on the stack of open nodes (from 1) after that, Infinity when decided. */
  place: number
  satisfiable: boolean
}

interface Edge {
  readonly target: Node
  readonly promises: Promises
}

/** Variables of the untils that a step puts off. */
type Promises = readonly number[]

/** What is known of a component that the search has not left: its oldest node, and its promises. */
interface Component {
  readonly place: number
  /** Those of the edge that led here. */
  readonly entry: Promises
  /** Those made on all of its edges; undefined while there are none. */
  kept: Promises | undefined
}

export class Satisfiability {
  readonly #progression: Progression
  readonly #diagrams: Diagrams
  readonly #letters: readonly number[]
  readonly #limit: number
  readonly #exceeded: () => Error
  readonly #nodes = new Map<string, Node>()
  readonly #answers = new Map<string, boolean>()

  /** Throws what `exceeded` gives when the tableau has more than `limit` nodes. */
  constructor(progression: Progression, diagrams: Diagrams, width: number, limit: number, exceeded: () => Error) {
    this.#progression = progression
    this.#diagrams = diagrams
    this.#letters = progression.letters(width)
    this.#limit = limit
    this.#exceeded = exceeded
  }

  satisfiable({ demand, memory }: Demand): boolean {
    const key = `${demand}:${memory.join()}`
    let answer = this.#answers.get(key)
    if (answer === undefined) {
      answer = some(this.#edges(demand, memory), ({ target }) => this.#search(target))
      this.#answers.set(key, answer)
    }
    return answer
  }

  /** One edge for each cube of a demand, after settling the memories that depend on the future. */
  *#edges(demand: Diagram, memory: readonly Diagram[]): Generator<Edge> {
    if (demand === FALSE) return
    const open = memory.findIndex((f) => f !== FALSE && f !== TRUE)
    if (open !== -1) {
      const f = memory[open]!
      yield* this.#edges(this.#diagrams.and(demand, f), memory.with(open, TRUE))
      yield* this.#edges(this.#diagrams.and(demand, this.#diagrams.not(f)), memory.with(open, FALSE))
      return
    }
    const firstPromise = this.#progression.variables.length
    for (const cube of this.#diagrams.cubes(demand)) {
      // A promise that is denied may as well be left open: demands only grow with promises.
      const literals = cube.filter((literal) => (literal < 0 ? ~literal : literal) < firstPromise)
      const promises = cube.filter((literal) => literal >= firstPromise)
      yield { target: this.#node(literals, memory), promises }
    }
  }

  #node(cube: readonly number[], memory: readonly Diagram[]): Node {
    const key = `${cube.join()}:${memory.join()}`
    let node = this.#nodes.get(key)
    if (node === undefined) {
      if (this.#nodes.size >= this.#limit) throw this.#exceeded()
      node = { cube, memory, place: 0, satisfiable: false }
      this.#nodes.set(key, node)
    }
    return node
  }

  *#successors(node: Node): Generator<Edge> {
    const diagrams = this.#diagrams
    const { variables, closure } = this.#progression
    for (const event of this.#letters) {
      const { values, memory } = this.#progression.unfold(node.memory, event)
      let demand = TRUE
      for (const literal of node.cube) {
        const index = variables[literal < 0 ? ~literal : literal]!
        const subformula = closure.subformulas[index]!
        let value = values[index]!
        if (literal < 0) {
          value = diagrams.not(value)
        } else if (subformula.kind === 'until') {
          const promised = diagrams.and(diagrams.variable(literal), diagrams.variable(variables.length + literal))
          value = diagrams.or(values[subformula.right]!, diagrams.and(values[subformula.left]!, promised))
        }
        demand = diagrams.and(demand, value)
      }
      yield* this.#edges(demand, memory)
    }
  }

  /**
   * Depth first. Every open node leads to the top of the path, so when a component without a kept promise shows up there
   * (or a node known to be satisfiable), all open nodes are satisfiable. A component that is left before is not.
   */
  #search(root: Node): boolean {
    if (root.place > 0) return root.satisfiable
    const open: Node[] = []
    const path: { readonly node: Node; readonly edges: Generator<Edge> }[] = []
    const components: Component[] = []
    const enter = ({ target, promises }: Edge): void => {
      target.place = open.push(target)
      path.push({ node: target, edges: this.#successors(target) })
      components.push({ place: target.place, entry: promises, kept: undefined })
    }
    const close = (from: number, satisfiable: boolean): void => {
      for (const node of open.splice(from - 1)) {
        node.place = Infinity
        node.satisfiable = satisfiable
      }
    }

    enter({ target: root, promises: [] })
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const step = top.edges.next()
      if (step.done === true) {
        path.pop()
        if (components.at(-1)!.place === top.node.place) close(components.pop()!.place, false)
        continue
      }
      const { target, promises } = step.value
      if (target.place === 0) {
        enter(step.value)
        continue
      }
      if (target.place !== Infinity) {
        // The edge closes a circle: the components on it are one.
        let kept = promises
        while (components.at(-1)!.place > target.place) {
          const inner = components.pop()!
          kept = common(common(kept, inner.entry), inner.kept)
        }
        const component = components.at(-1)!
        component.kept = common(kept, component.kept)
        if (component.kept.length > 0) continue
      } else if (!target.satisfiable) {
        continue
      }
      close(1, true)
      return true
    }
    return false
  }
}

function common(a: Promises, b: Promises | undefined): Promises {
  return b === undefined ? a : a.filter((promise) => b.includes(promise))
}

function some<T>(items: Iterable<T>, holds: (item: T) => boolean): boolean {
  for (const item of items) if (holds(item)) return true
  return false
}
