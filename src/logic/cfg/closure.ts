/**
 * Everything that one event opens: from the readings after it, what may be read next. The inner loop of `recognizer.ts`,
 * which says how it works.
 */

import { isEvent } from './grammar.ts'
import type { Rests } from './rests.ts'
import { emptyRest } from './rests.ts'
import type { Rest } from './stack-node.ts'
import { StackNode } from './stack-node.ts'

/** Nodes that the event pushes are drafts: they grow until all is known that they lead to. */
export class Closure {
  accepts = false
  /** Per event that may follow, what is left after it. */
  readonly readings: { rests: Rest[]; targets: StackNode[] }[] = []
  /** Finished nodes that were met on the way: what drafts may turn out to equal. */
  readonly met = new Set<StackNode>()
  readonly #rests: Rests
  /** By nonterminal. */
  readonly #drafts: StackNode[] = []
  /** Tail calls: the first node takes over all edges of the second. */
  readonly #tailCalls: [StackNode, StackNode][] = []
  readonly #done = new Set<StackNode>()
  readonly #seen = new Set<number>()
  readonly #agenda: { rest: Rest; target: StackNode }[] = []

  constructor(rests: Rests) {
    this.#rests = rests
  }

  /** `rest` is to be read on top of `target`. */
  add(rest: Rest, target: StackNode): void {
    if (target.id > 0) this.met.add(target)
    if (rest === emptyRest) {
      this.#pop(target)
      return
    }
    if (this.#seen.has(this.#keyOf(rest, target))) return
    this.#seen.add(this.#keyOf(rest, target))
    for (const covered of target.covers) this.#seen.add(this.#keyOf(rest, covered))
    this.#agenda.push({ rest, target })
  }

  /** Reads on from all that was added, up to the events that may follow. */
  run(): void {
    const { heads, tails, nullable } = this.#rests
    for (let item = this.#agenda.pop(); item !== undefined; item = this.#agenda.pop()) {
      const { rest, target } = item
      const head = heads[rest]!
      const tail = tails[rest]!
      if (isEvent(head)) {
        const reading = (this.readings[head] ??= { rests: [], targets: [] })
        reading.rests.push(tail)
        reading.targets.push(target)
        continue
      }
      const node = this.#push(~head)
      if (tail !== emptyRest) node.connect(tail, target)
      else if (node !== target) this.#tailCalls.push([node, target])
      if (nullable[~head] === 1) this.add(tail, target)
    }
    this.#takeOver()
  }

  #takeOver(): void {
    for (let grown = true; grown;) {
      grown = false
      for (const [node, target] of this.#tailCalls) if (node.include(target)) grown = true
    }
    for (const [node, target] of this.#tailCalls) node.covers = [...node.covers, target]
    for (const draft of this.#drafts) draft?.prune()
  }

  #push(n: number): StackNode {
    const known = this.#drafts[n]
    if (known !== undefined) return known
    const draft = new StackNode(-1 - n, false)
    this.#drafts[n] = draft
    for (const production of this.#rests.productions[n]!) this.add(production, draft)
    return draft
  }

  /** A draft that is done has read nothing: who pushed it has skipped it already. */
  #pop(node: StackNode): void {
    if (node.id < 0 || this.#done.has(node)) return
    this.#done.add(node)
    if (node.accepts) this.accepts = true
    node.rests.forEach((rest, i) => this.add(rest, node.targets[i]!))
  }

  /** Drafts that something to be read leads to. Notes the finished nodes that their edges lead to as met. */
  usedDrafts(): StackNode[] {
    const used = new Set<StackNode>()
    const use = (node: StackNode): void => {
      if (node.id > 0) this.met.add(node)
      else used.add(node)
    }
    for (const reading of this.readings) reading?.targets.forEach(use)
    for (const draft of used) draft.targets.forEach(use)
    return [...used].sort((a, b) => b.id - a.id)
  }

  #keyOf(rest: Rest, target: StackNode): number {
    const { count, productions } = this.#rests
    return (target.id + productions.length) * count + rest
  }
}
