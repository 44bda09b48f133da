/**
 * The monitors of algorithm D and the lists of them that are kept where groups are not enough. Data only; what happens to
 * them is in `instances.ts` and `stepping.ts`.
 */

import type { State } from '../../logic/template.ts'
import type { ParameterSet } from '../../spec/compiled-spec.ts'
import type { Variables } from '../authored-code.ts'
import type { Node } from '../trace/trace-store.ts'
import { type Group, canonical, outermost } from './groups.ts'
import type { Domain } from './plan.ts'
import { agrees, type Bound, firstInstance, OwnMap, type Slot, slotAt, type SlotExtras } from './slots.ts'

/** Taken before the program could replace it. */
const { max } = Math

/** A monitored instance: the slot of its leaf, or a further one there. Only its leaf's object and strong rosters hold it. */
export interface Monitor {
  readonly domain: Domain
  /** The slot that keeps it; null for the instance without parameters. */
  readonly leaf: Slot | null
  /** The slots of its other parameters; null when there are none. */
  readonly others: Bound | null
  /** Next instance with the same leaf. */
  sibling: Monitor | null
  /** 𝒯(θ): when the first instance it grew out of was created. */
  readonly time: number
  /** Where the first instance it grew out of was created. */
  readonly site: number
  /** Its state; meaningless while it is in a group. */
  state: State
  /** The group it points at; null when it has its own state. */
  group: Group | null
  /** Variables and slice, where there are any, are in `more.own`. */
  more: SlotExtras | null
}

/** The slot of a parameter; null when the instance does not bind it. */
export function slotOf({ domain, leaf, others }: Monitor, parameter: number): Slot | null {
  return parameter === domain.leaf ? leaf : others === null ? null : slotAt(others, parameter)
}

/** Whether a monitor that is kept at a slot of the given ones has them at all parameters of `set`. */
export function agreesBesidesLeaf(
  { domain, others }: Monitor,
  set: ParameterSet,
  p0: Slot | null,
  p1: Slot | null,
  p2: Slot | null,
  p3: Slot | null,
): boolean {
  if ((set & ~domain.set) !== 0) return false
  return others === null || agrees(others, set & domain.rest, p0, p1, p2, p3)
}

/** An instance beyond the first at its leaf, or the one without parameters. */
export class FurtherMonitor implements Monitor {
  declare readonly domain: Domain
  declare sibling: Monitor | null
  group: Group | null = null
  declare state: State
  declare readonly leaf: Slot | null
  declare readonly others: Bound | null
  declare readonly time: number
  declare readonly site: number
  more: SlotExtras | null = null

  constructor(
    domain: Domain,
    leaf: Slot | null,
    others: Bound | null,
    sibling: Monitor | null,
    time: number,
    site: number,
    state: State,
  ) {
    this.domain = domain
    this.leaf = leaf
    this.others = others
    this.sibling = sibling
    this.time = time
    this.site = site
    this.state = state
  }
}

/** What a monitor has besides its state, where monitors are individuals. */
export class OwnParts {
  variables: Variables
  node: Node

  constructor(variables: Variables, node: Node) {
    this.variables = variables
    this.node = node
  }
}

/** The state of a monitor, wherever it is kept. */
export function stateOf(monitor: Monitor): State {
  return monitor.group === null ? monitor.state : outermost(canonical(monitor.group)).state
}

/** The instances at a leaf, by the slot of another of their parameters (the leaf's own for those that have no other). */
export type MonitorIndex = OwnMap<Slot, Monitor[]>

export function makeIndex(leaf: Slot): MonitorIndex {
  const index: MonitorIndex = new OwnMap()
  for (let monitor = firstInstance(leaf); monitor !== null; monitor = monitor.sibling) addToIndex(index, monitor)
  return index
}

export function addToIndex(index: MonitorIndex, monitor: Monitor): void {
  const key = slotOf(monitor, monitor.domain.other)!
  const list = index.get(key)
  if (list === undefined) index.set(key, [monitor])
  else list[list.length] = monitor
}

export function lookupInIndex(
  index: MonitorIndex,
  domain: Domain,
  p0: Slot | null,
  p1: Slot | null,
  p2: Slot | null,
  p3: Slot | null,
): Monitor | null {
  const { other } = domain
  const list = index.get((other === 0 ? p0 : other === 1 ? p1 : other === 2 ? p2 : p3)!)
  if (list === undefined) return null
  for (let i = 0; i < list.length; i++) {
    const monitor = list[i]!
    if (monitor.domain === domain && agreesBesidesLeaf(monitor, domain.set, p0, p1, p2, p3)) return monitor
  }
  return null
}

/** Whether a monitor can report no more: by its state, or since it needs an object again that is known to have died. */
function isOver(monitor: Monitor): boolean {
  const { transitions, mortal } = monitor.domain
  const state = stateOf(monitor)
  if (state === transitions.dead) return true
  let needed = transitions.kind === 'table' ? transitions.needs[state as number]! & mortal : 0
  for (let p = 0; needed !== 0; p++, needed >>= 1) {
    if ((needed & 1) !== 0 && isGone(slotOf(monitor, p)!)) return true
  }
  return false
}

/** Known of objects that a report may name, and of those that are mourned (`plan.ts`). */
function isGone({ more }: Slot): boolean {
  return more !== null && more.value instanceof WeakRef && more.value.deref() === undefined
}

/** Goes with the next major garbage collection: only after one is there anything to sweep. */
let canary = new WeakRef({})
let collections = 0

function countCollections(): number {
  if (canary.deref() === undefined) {
    canary = new WeakRef({})
    collections++
  }
  return collections
}

/**
 * All instances of a domain that agree on `set`. Weak where an instance whose leaf died cannot matter. Swept of what died,
 * and of what has no future without it, once per garbage collection (else 92,000 pipes that had ended, whose streams were
 * long gone, waited for the end of a suite: 360 instead of 280 MB), and of monitors without a future when it has doubled.
 */
export class Roster implements Bound {
  readonly p0: Slot | null
  readonly p1: Slot | null
  readonly p2: Slot | null
  readonly p3: Slot | null
  readonly domain: Domain
  readonly set: ParameterSet
  readonly weak: boolean
  /** Whether there may be fewer members after a garbage collection. */
  readonly losesMembers: boolean
  readonly next: Roster | null
  members: (Monitor | WeakRef<Monitor>)[] = []
  sweepAt = 16
  sweptAt = collections

  constructor(
    domain: Domain,
    set: ParameterSet,
    next: Roster | null,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ) {
    this.p0 = p0
    this.p1 = p1
    this.p2 = p2
    this.p3 = p3
    this.domain = domain
    this.set = set
    this.weak = domain.needsLeaf
    this.losesMembers = domain.needsLeaf || domain.mortal !== 0
    this.next = next
  }

  /** Asks for collections now and then only: each time V8 notes that the canary was looked at (5 ms of 7,000 monitors in a short process). */
  add(monitor: Monitor): void {
    const { length } = this.members
    const asks = this.losesMembers && (length & 15) === 0
    if (length >= this.sweepAt || (asks && countCollections() !== this.sweptAt)) this.sweep()
    this.members[this.members.length] = this.weak ? new WeakRef(monitor) : monitor
  }

  /** The instance at an index of `members`, or of an array that was `members` when a walk began. */
  instance(members: Roster['members'], index: number): Monitor | undefined {
    const member = members[index]!
    return this.weak ? (member as WeakRef<Monitor>).deref() : (member as Monitor)
  }

  /** Replaces the array, so that a walk over it that is under way goes on undisturbed. */
  private sweep(): void {
    const kept: Roster['members'] = []
    for (let i = 0; i < this.members.length; i++) {
      const monitor = this.instance(this.members, i)
      if (monitor !== undefined && !isOver(monitor)) kept[kept.length] = this.members[i]!
    }
    this.members = kept
    this.sweptAt = collections
    this.sweepAt = max(16, kept.length * 2)
  }
}
