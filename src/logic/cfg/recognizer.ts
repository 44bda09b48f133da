/**
 * Reads words of any context-free grammar event by event: ambiguous, left- or right-recursive, cyclic, with epsilon. The
 * state after each event is an immutable configuration; `cfg.ts` makes a monitor template of it. Hot when an event leads
 * to a configuration that was not seen lately; else `step` is one look-up.
 *
 * A configuration holds, for each event that may follow, what is left to read after it and the stack below: all
 * derivations at once, on a graph of shared stack nodes (Tomita, "Efficient parsing for natural language", 1986; driven
 * top-down as in Scott and Johnstone's GLL, 2010). Stack nodes are made per event and nonterminal, as Earley's sets are,
 * so left recursion is a cycle and not a descent. Five things keep a configuration as small as what is left to read:
 *
 * - Nothing points from the past to the present: a constituent that has been read leaves no trace but the rests below it.
 * - A nonterminal at the end of a production is a tail call: its node takes over the edges of the node below, so right
 *   recursion does not grow the stack (Leo's case, without his restriction to unambiguous places).
 * - A nonterminal that derives the empty word is skipped where it is met, so nothing is ever popped at the event that
 *   pushed it, and cycles do no harm.
 * - Nodes that mean the same are one (`merge-equal-nodes.ts`).
 * - A node covers the nodes that it took over by tail calls; readings and edges that lead to a covered node are left out
 *   where the same leads to the covering one. (`S -> a S S | epsilon` would else have n readings open after n events.)
 *
 * So memory grows with the nesting of the word for balanced grammars, not with its length. Grammars that keep n readings
 * open need O(n) for each event (palindromes).
 *
 * Equal configurations are the same object as long as both were made or met within the last `remembered` steps that
 * needed work; weak references would promise more, but keep all their targets alive to the end of the running job.
 * Tried and left: Earley's sets with Leo's items (right recursion with nullable symbols grows without bound), an
 * LR automaton below the graph (nullable tails need right-nulled tables; steps that matter are memoised anyway).
 */

import { Closure } from './closure.ts'
import { Generations } from './generations.ts'
import type { Grammar } from './grammar.ts'
import { mergeEqualNodes } from './merge-equal-nodes.ts'
import type { Rests } from './rests.ts'
import { numberRests } from './rests.ts'
import type { Rest } from './stack-node.ts'
import { StackNode } from './stack-node.ts'

/** What is left to read: each of `rests` on top of the node at the same place in `targets`. */
interface Readings {
  readonly rests: readonly Rest[]
  readonly targets: readonly StackNode[]
}

/** Immutable but for the memory of its successors. */
export class Configuration {
  /** Unique within a recognizer. */
  readonly id: number
  /** Whether the word so far is in the language. */
  readonly accepts: boolean
  /** Per event that may follow, what is left to read after it. */
  readonly readings: readonly (Readings | undefined)[]
  /** Successors that are known, by event. */
  successors: (Configuration | undefined)[] = noSuccessors

  constructor(id: number, accepts: boolean, readings: readonly (Readings | undefined)[]) {
    this.id = id
    this.accepts = accepts
    this.readings = readings
  }

  /** How many readings are open. */
  get size(): number {
    return this.readings.reduce((sum, reading) => sum + (reading?.rests.length ?? 0), 0)
  }

  /** Whether some event may follow. Not so, and not accepting, is `fail`: the grammar is trimmed. */
  get open(): boolean {
    return this.readings.length > 0
  }
}

const noSuccessors: (Configuration | undefined)[] = []

export class Recognizer {
  readonly initial: Configuration
  /** After words that no continuation completes. */
  readonly failed: Configuration
  /** After a complete word with its terminal event at the end, and after what follows that. */
  readonly ended: Configuration
  readonly done: Configuration
  readonly #rests: Rests
  readonly #end: number | undefined
  readonly #remembered: number
  /** Also the last id given; drafts have -1, -2 … */
  #nodeCount = 0
  #configurationCount = 0
  /** What was made since the last turn, and in the turn before, by content. */
  #stacks = new Generations<readonly StackNode[]>()
  #configurations = new Generations<Configuration>()
  /** Configurations that remember successors; at a turn they forget them. */
  #remembering: Configuration[] = []
  #steps = 0

  /**
   * The grammar must be trimmed, with the terminal event, if there is one, at the end of its words only. `remembered`
   * bounds the memory for configurations that no monitor holds.
   */
  constructor(grammar: Grammar, end: number | undefined, remembered = 4096) {
    this.#rests = numberRests(grammar)
    this.#end = end
    this.#remembered = remembered
    this.failed = this.#closed(grammar.width, false)
    this.done = this.#closed(grammar.width, false)
    this.ended = this.#closed(grammar.width, true, this.done)
    const bottom = new StackNode((this.#nodeCount += 1), true)
    this.initial = this.#close({ rests: [this.#rests.start], targets: [bottom] })
  }

  /** A configuration from which all events lead to `next`, or back to itself. */
  #closed(width: number, accepts: boolean, next?: Configuration): Configuration {
    const configuration = this.#make(accepts, [])
    configuration.successors = Array.from({ length: width }, () => next ?? configuration)
    return configuration
  }

  step(configuration: Configuration, event: number): Configuration {
    return configuration.successors[event] ?? this.#advance(configuration, event)
  }

  #advance(configuration: Configuration, event: number): Configuration {
    const readings = configuration.readings[event]
    if (readings === undefined) return this.failed
    if (event === this.#end) return this.ended
    if (this.#steps === this.#remembered) this.#turn()
    this.#steps += 1
    const successor = this.#close(readings)
    if (configuration.successors === noSuccessors) {
      configuration.successors = []
      this.#remembering.push(configuration)
    }
    configuration.successors[event] = successor
    return successor
  }

  #turn(): void {
    this.#steps = 0
    this.#stacks.turn()
    this.#configurations.turn()
    for (const configuration of this.#remembering) configuration.successors = noSuccessors
    this.#remembering = []
  }

  /** All that may follow from the readings without a further event. */
  #close(kernel: Readings): Configuration {
    const closure = new Closure(this.#rests)
    kernel.rests.forEach((rest, i) => closure.add(rest, kernel.targets[i]!))
    closure.run()
    const drafts = closure.usedDrafts()
    const merged = drafts.length === 0 ? undefined : this.#finish(drafts, closure.met)
    return this.#intern(closure, merged)
  }

  /** Makes nodes of the drafts that are like no node met. */
  #finish(drafts: readonly StackNode[], met: Iterable<StackNode>): ReadonlyMap<StackNode, StackNode> {
    const merged = mergeEqualNodes(drafts, met)
    const fresh = drafts.filter((draft) => merged.get(draft) === draft)
    if (fresh.length === 0) return merged
    const places = new Map(fresh.map((draft, i) => [draft, i]))
    const edges = fresh.map((draft) => {
      const unique = new Map<string, [Rest, StackNode]>()
      draft.rests.forEach((rest, i) => {
        const target = merged.get(draft.targets[i]!) ?? draft.targets[i]!
        unique.set(`${rest}${target.id < 0 ? `.${places.get(target)!}` : `#${target.id}`}`, [rest, target])
      })
      return unique
    })
    const key = fresh.map((draft, i) => `${draft.accepts ? '!' : ''}${[...edges[i]!.keys()].sort().join()}`).join(' ')
    const nodes = this.#stacks.get(key) ?? this.#stacks.set(key, this.#build(fresh, edges, places))
    return new Map(
      Array.from(merged, ([node, standing]) => [node, standing.id < 0 ? nodes[places.get(standing)!]! : standing]),
    )
  }

  #build(
    drafts: readonly StackNode[],
    edges: readonly ReadonlyMap<string, [Rest, StackNode]>[],
    places: ReadonlyMap<StackNode, number>,
  ): readonly StackNode[] {
    const nodes = drafts.map((draft) => new StackNode((this.#nodeCount += 1), draft.accepts))
    // Arrays of exact length: a stack can be deep, and arrays that grew have room to spare.
    nodes.forEach((node, i) => {
      const pairs = [...edges[i]!.values()]
      node.rests = pairs.map(([rest]) => rest)
      node.targets = pairs.map(([, target]) => (target.id < 0 ? nodes[places.get(target)!]! : target))
      const covered = drafts[i]!.covers.filter((other) => node.targets.includes(other))
      if (covered.length > 0) node.covers = covered
    })
    return nodes
  }

  /** The configuration with this content, the known one if there is one. */
  #intern(closure: Closure, merged: ReadonlyMap<StackNode, StackNode> | undefined): Configuration {
    let key = closure.accepts ? '!' : ''
    const readings: Readings[] = []
    closure.readings.forEach((reading, event) => {
      const unique = new Map<string, [Rest, StackNode]>()
      reading.rests.forEach((rest, i) => {
        const target = merged?.get(reading.targets[i]!) ?? reading.targets[i]!
        unique.set(`${rest}#${target.id}`, [rest, target])
      })
      key += ` ${event}:${[...unique.keys()].sort().join()}`
      const pairs = [...unique.values()]
      readings[event] = { rests: pairs.map(([rest]) => rest), targets: pairs.map(([, target]) => target) }
    })
    if (key === '') return this.failed
    return this.#configurations.get(key) ?? this.#configurations.set(key, this.#make(closure.accepts, readings))
  }

  #make(accepts: boolean, readings: readonly (Readings | undefined)[]): Configuration {
    return new Configuration((this.#configurationCount += 1), accepts, readings)
  }
}
