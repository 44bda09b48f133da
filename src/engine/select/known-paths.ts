/**
 * The ways that unique traces took, so that one which leaves them all is known while it is under way.
 *
 * A trace is told from others when it has ended, and that may be long after what made it different: hundreds of loops over
 * one array all end with their test. What has an event, at a place, that no ended trace had after the same prefix, or had it
 * more often in a row than any, can no longer end like one of them.
 *
 * Cost: a look-up for each trace that is looked at because it went on, and an entry for each step that is on one way alone.
 */

import { OwnMap } from '../d/slots.ts'
import { type Node, root, type TraceStore } from '../trace/trace-store.ts'

/** How often a step was taken in a row, at most, by the step. */
type Steps = OwnMap<number, number>

export class KnownPaths {
  readonly #store: TraceStore
  /** What followed a node in the traces that have ended. */
  readonly #after = new OwnMap<Node, Steps>()

  constructor(store: TraceStore) {
    this.#store = store
  }

  /** A trace has ended here as none before. */
  add(end: Node): void {
    const store = this.#store
    for (let node = end; node !== root; node = store.parent(node)) {
      const parent = store.parent(node)
      let steps = this.#after.get(parent)
      if (steps === undefined) this.#after.set(parent, (steps = new OwnMap()))
      const times = steps.get(store.stepOf(node))
      if (times !== undefined && times >= store.times(node)) return
      steps.set(store.stepOf(node), store.times(node))
    }
  }

  /** Whether no trace that has ended came this way, or none that far. */
  leavesAll(node: Node): boolean {
    const store = this.#store
    const times = this.#after.get(store.parent(node))?.get(store.stepOf(node))
    return times === undefined || times < store.times(node)
  }
}
