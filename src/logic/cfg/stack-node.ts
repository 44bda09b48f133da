/**
 * The parser's stacks, shared as a graph: a node stands for "some nonterminal is being read", its edges say what may be
 * left to read when that is done. Part of every configuration of `recognizer.ts`; the garbage collector frees nodes that no
 * configuration leads to.
 */

/** What is left of a production, as a number; see `rests.ts`. */
export type Rest = number

const none: readonly StackNode[] = []

export class StackNode {
  /** Above zero and unique once the node is finished; below zero while it is a draft of the event at hand. */
  readonly id: number
  /** Whether the word is complete when the node is done. */
  accepts: boolean
  /** Edges: after the node, `rests[i]` (never empty) is to be read on top of `targets[i]`. No two are equal. */
  rests: Rest[] = []
  targets: StackNode[] = []
  /** Some of the nodes whose continuations are all among this node's. */
  covers: readonly StackNode[] = none
  /** Of a finished node, what it takes to equal another at first sight; noted by `merge-equal-nodes.ts`. */
  shape: string | undefined = undefined

  constructor(id: number, accepts: boolean) {
    this.id = id
    this.accepts = accepts
  }

  /** Adds an edge; false when it is there. */
  connect(rest: Rest, target: StackNode): boolean {
    for (let i = 0; i < this.rests.length; i += 1) {
      if (this.rests[i] === rest && this.targets[i] === target) return false
    }
    this.rests.push(rest)
    this.targets.push(target)
    return true
  }

  /** Adds what another node has; false when all of it is there. */
  include(other: StackNode): boolean {
    let grown = other.accepts && !this.accepts
    if (grown) this.accepts = true
    for (let i = 0; i < other.rests.length; i += 1) {
      if (this.connect(other.rests[i]!, other.targets[i]!)) grown = true
    }
    return grown
  }

  /** Drops edges that another edge makes superfluous: the same rest on top of a node that covers the target. */
  prune(): void {
    for (let i = this.rests.length - 1; i >= 0; i -= 1) {
      const isCovered = this.rests.some(
        (rest, j) => j !== i && rest === this.rests[i] && this.targets[j]!.covers.includes(this.targets[i]!),
      )
      if (!isCovered) continue
      this.rests.splice(i, 1)
      this.targets.splice(i, 1)
    }
  }
}
