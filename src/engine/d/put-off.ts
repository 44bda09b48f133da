/**
 * Instances of a collection and an iteration over it that are not made until the collection changes. HOT.
 *
 * Nearly all loops over an array end without a change to it. An instance for each would take a slot and a stamp on the
 * array, and a stamp changes the array's hidden class, which code of the program that meets such arrays besides others pays
 * for. So whoever sees the loop (`runtime/woven-hooks.ts`) keeps in the loop's own activation how many steps it took and up to
 * which *version* it has looked; each change of any collection is the next version, and the collection knows the last
 * version at which each event happened to it. A step looks only if there was a change since the last one; if it was to the
 * loop's own collection, the instance is made, in the state that it would have come to.
 *
 * That is exact where every way to a report needs a further event of the iteration, and where what several changes between
 * two steps amount to depends neither on their order nor on how often each of them happened: `statesPutOff` asks the
 * automaton. Counts are those of instances that are made at once, but for `steps`: a change finds no instance to step.
 *
 * What it costs is a WeakMap entry for each collection that is changed, so it is done only where changes are calls that are
 * made much less often than loops are begun (`isSeldom`). A Map grows with nearly each `set`, an array with each `push`.
 *
 * joi's tests, 690,000 loops over arrays of which 124,000 are changed at some time: CPU time beyond the plain run 1.87 → 1.56 s
 * (medians of four runs of each, in turn).
 *
 * Rejected: a stack of the loops that are under way, by which a change would find them. Loops that are left by `return` or
 * `throw` say nothing, and stay on it.
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { PutOffIterations } from '../../spec/signaller.ts'
import type { Site, Statistics } from '../monitoring.ts'
import type { Instances } from './instances.ts'
import type { Domain, Plan } from './plan.ts'
import { OwnWeakMap, slotFor } from './slots.ts'

/** The last time that an event happened to a collection, and before it those of its other events. */
class Change {
  readonly event: number
  version: number
  earlier: Change | null

  constructor(event: number, version: number, earlier: Change | null) {
    this.event = event
    this.version = version
    this.earlier = earlier
  }
}

export class PutOff implements PutOffIterations {
  /** Of the last change. */
  version = 0
  /** The events that begin an instance and step it. */
  readonly create: number
  readonly next: number
  /** Which parameter the iteration is; the other is the collection. */
  readonly parameter: number
  readonly counts: Statistics
  readonly #instances: Instances
  readonly #domain: Domain
  /** By number of steps, the state of an instance whose collection has not changed; the last is that of all further ones. */
  readonly #states: readonly number[]
  readonly #changes = new OwnWeakMap<object, Change>()
  #any = false

  constructor(instances: Instances, { domain, states, create, next }: PutOffShape, counts: Statistics) {
    this.#instances = instances
    this.#domain = domain
    this.#states = states
    this.create = create
    this.next = next
    this.parameter = domain.leaf
    this.counts = counts
  }

  /** An iteration that has not been told of a change takes a step. */
  step(): void {
    const { counts } = this
    counts.events++
    counts.steps++
  }

  /** An instance begins, and has looked up to the version that is returned. */
  begin(): number {
    const { counts } = this
    counts.events++
    counts.steps++
    counts.monitors++
    this.#any = true
    return this.version
  }

  /** A collection is changed. */
  note(collection: object, event: number): void {
    // Nobody has begun before it.
    if (!this.#any) return
    this.version += 1
    const last = this.#changes.get(collection)
    if (last !== undefined && last.event === event) last.version = this.version
    else this.#changes.set(collection, new Change(event, this.version, without(last, event)))
  }

  /** Where an instance is that took some steps and last looked at `since`; -1 if nothing has happened to it. */
  stateOf(collection: object, steps: number, since: number): number {
    const { rows } = this.#domain
    const states = this.#states
    const before = states[steps < states.length ? steps : states.length - 1]!
    let state = before
    let change = this.#changes.get(collection) ?? null
    for (; change !== null && change.version > since; change = change.earlier) state = rows![state + change.event]!
    return state === before ? -1 : state
  }

  /** Makes an instance in a state. It was counted when it began. */
  take(state: number, site: Site, collection: object, iteration: object): void {
    const instances = this.#instances
    const { counts, parameter } = this
    const slot = slotFor(iteration, instances.firstKey + parameter)
    instances.begin(slot, parameter, iteration)
    const [a, b] = parameter === 0 ? [iteration, collection] : [collection, iteration]
    instances.createAmong(this.#domain, slot, state, site, a, b, undefined, undefined)
    counts.steps--
    counts.monitors--
  }
}

/** A list of changes without those by one event. */
function without(changes: Change | null | undefined, event: number): Change | null {
  if (changes === null || changes === undefined) return null
  const earlier = without(changes.earlier, event)
  if (changes.event === event) return earlier
  changes.earlier = earlier
  return changes
}

/** How the instances of a spec can be put off. */
export interface PutOffShape {
  readonly domain: Domain
  /** The event that begins them, and the one that steps them. */
  readonly create: number
  readonly next: number
  readonly states: readonly number[]
}

/**
 * Undefined where instances must be made at once: unless one event binds a collection and an iteration, one the iteration,
 * and all others are changes of the collection.
 */
export function putOffShape(spec: CompiledSpec, { domains, events, individual, sited }: Plan): PutOffShape | undefined {
  const [first, second, ...more] = spec.parameters
  if (first?.kind !== 'object' || second?.kind !== 'object' || more.length > 0) return undefined
  const [domain, ...others] = domains
  if (individual || sited || domain === undefined || others.length > 0) return undefined
  const create = events.findIndex(({ own, first }) => own === domain && first)
  const next = events.findIndex(({ rows }) => rows !== null)
  if (create === -1 || next === -1) return undefined
  const changes = [...events.keys()].filter((event) => event !== create && event !== next)
  if (!changes.every((event) => events[event]!.sole !== null && isSeldom(spec, event))) return undefined
  const states = statesPutOff(domain, create, next, changes)
  return states === undefined ? undefined : { domain, create, next, states }
}

/** Calls that change an array, and that are made on few of the arrays that loops go over. */
const seldom: ReadonlySet<string> = new Set(['splice', 'shift', 'unshift', 'sort', 'reverse', 'copyWithin'])

function isSeldom(spec: CompiledSpec, event: number): boolean {
  return spec.events[event]!.pointcuts.every(
    ({ kind, targets }) =>
      kind === 'call' &&
      targets.every(
        ({ place, holder, members }) =>
          place.kind === 'global' &&
          holder.join('.') === 'Array.prototype' &&
          members.every((name) => seldom.has(name)),
      ),
  )
}

/** By number of steps, the states of an instance without changes; undefined if changes cannot wait for the next step. */
export function statesPutOff(
  { rows, fresh }: Pick<Domain, 'rows' | 'fresh'>,
  create: number,
  next: number,
  changes: readonly number[],
): number[] | undefined {
  if (rows === null) return undefined
  const states = [rows[(fresh as number) + create]!]
  for (;;) {
    const last = states.at(-1)!
    // A negative one reports, or ends the instance.
    if (last < 0) return undefined
    const to = rows[last + next]!
    if (to === last) break
    if (states.includes(to)) return undefined
    states.push(to)
  }
  return states.every((state) => changesCanWait(rows, state, changes)) ? states : undefined
}

function changesCanWait(rows: Int32Array, from: number, changes: readonly number[]): boolean {
  const reached = new Set([from])
  for (const state of reached) {
    for (const change of changes) {
      const to = rows[state + change]!
      if (to < 0 || rows[to + change] !== to) return false
      if (!changes.every((other) => rows[to + other] === rows[rows[state + other]! + change])) return false
      reached.add(to)
    }
  }
  return true
}
