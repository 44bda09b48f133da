/**
 * The instances of one spec and all that leads to them: Δ, 𝒰, `disable` and the creation times 𝒯 of Algorithm 1. HOT.
 *
 * No map is keyed by bindings. Everything hangs on the slots of parameter values (`slots.ts`): Δ(θ) is in a list at θ's leaf,
 * 𝒰 is that same list where an event binds the leaf, and group sets (`groups.ts`) or rosters (`monitors.ts`) where it does
 * not; a `disable` stamp stands at the leaf of its binding. Which of these a spec needs is decided by its plan.
 *
 * A terminal event ends the trace: what has a time before it is void then, wherever it hangs.
 *
 * In this file: on the way of an event no closure is made, no iterator and no array method used, and nothing that user
 * code may have patched.
 * Builtins in use: WeakRef (named values), FinalizationRegistry (death events).
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import { contentKey, isBytes, isObject } from '../identity.ts'
import type { Site, Statistics } from '../monitoring.ts'
import { count, enroll, type Group, GroupSet } from './groups.ts'
import {
  addToIndex,
  agreesBesidesLeaf,
  FurtherMonitor,
  lookupInIndex,
  makeIndex,
  type Monitor,
  Roster,
  slotOf,
} from './monitors.ts'
import type { Domain, EventPlan, Plan } from './plan.ts'
import {
  agrees,
  type Bound,
  extrasOf,
  findSlot,
  firstInstance,
  keepWord,
  Others,
  otherSlotFor,
  OwnMap,
  restless,
  Slot,
  slotFor,
  Stamp,
  unowned,
  unstampedSlotFor,
  type Word,
} from './slots.ts'
import { type ValueSlot, ValueSlots } from './value-slots.ts'
import { fitsWords, Words } from './words.ts'

export interface InstancesOptions {
  readonly spec: CompiledSpec
  readonly plan: Plan
  readonly counts: Statistics
  /** Whether groups know their members, and slots their values. */
  readonly identify: boolean
  /** Whether instances may be words; see `words.ts`. */
  readonly packs: boolean
  /** Whether most instances are not kept; see `unstampedSlotFor`. */
  readonly sparse: boolean
  readonly valueLimit: number | undefined
  /** The group for a state in a set, or null: the monitor is to keep the state. `groupFor` for algorithm D. */
  readonly groupFor: (set: GroupSet, state: State, monitor: Monitor) => Group | null
  /** The garbage collector took the object of a slot of this trace. */
  readonly onDeath: (parameter: number, slot: Slot) => void
  /** A value was let go of for memory. */
  readonly onEviction: (slot: Slot) => void
}

/** Values of one parameter that are kept before the first is evicted. */
const defaultValueLimit = 100_000

/** A longer list at a leaf gets an index: a leaf may be shared by many, such as one listener of all sockets. */
const walkLimit = 32

/** Where sets are that hang on no value. */
const nobodys = new Slot(-1, null)

const nothing: Bound = new Others(0, null, null, null, null)

/** Slot keys are never given twice, so that all engines of a thread share the objects' stamps. */
let nextKey = 0

export class Instances {
  /** When the trace under way began. Slots of an earlier time are void. */
  since = 1
  /** Of the slots of the first parameter; those of the others follow. */
  readonly firstKey: number
  /** Whether slots keep their values, or the death of these is an event. */
  readonly watches: boolean
  /** The domain whose instances may be words, if there is one. */
  readonly packable: Domain | undefined
  /** Null where they are not a state and a site. */
  readonly words: Words | null
  /** The instance without parameters. */
  root: Monitor | null = null
  /** Group sets and rosters of the empty set of parameters. */
  sets: GroupSet | null = null
  rosters: Roster | null = null
  readonly #plan: Plan
  readonly #counts: Statistics
  readonly #identify: boolean
  readonly #sparse: boolean
  readonly #groupFor: InstancesOptions['groupFor']
  readonly #onEviction: (slot: Slot) => void
  /** By parameter: whether byte arrays count by content. */
  readonly #byContent: readonly boolean[]
  readonly #values: ValueSlots[]
  readonly #deaths: FinalizationRegistry<Slot> | undefined
  /** Source of 𝒯 and `disable`; 0 stands for "never". */
  #time = 1
  /** The sets of the empty set of parameters by creation site and domain, and the last that was asked for. */
  #setsBySite = new OwnMap<number, GroupSet>()
  #lastSet: GroupSet | null = null

  constructor({
    spec,
    plan,
    counts,
    identify,
    packs,
    sparse,
    valueLimit,
    groupFor,
    onDeath,
    onEviction,
  }: InstancesOptions) {
    this.#plan = plan
    this.#counts = counts
    this.#identify = identify
    this.#groupFor = groupFor
    this.#onEviction = onEviction
    this.#sparse = sparse
    this.firstKey = nextKey
    nextKey += spec.parameters.length
    this.#byContent = spec.parameters.map(({ kind }) => kind === 'bytes')
    // An object parameter has values only in logs, where `died` says when they go.
    this.#values = spec.parameters.map(
      ({ kind }, p) =>
        new ValueSlots(this.firstKey + p, kind === 'object' ? Infinity : (valueLimit ?? defaultValueLimit)),
    )
    this.#deaths = plan.deaths.some((events) => events.length > 0)
      ? new FinalizationRegistry((slot) => {
          if (slot.time >= this.since && slot.key !== -1) onDeath(slot.key - this.firstKey, slot)
        })
      : undefined
    this.watches = identify || plan.named !== 0 || plan.mourned !== 0 || this.#deaths !== undefined
    this.packable = packs && !this.watches ? plan.packable : undefined
    this.words =
      this.packable !== undefined && fitsWords(this.packable)
        ? new Words(this.firstKey + this.packable.leaf, this.packable, this.since)
        : null
  }

  // Slots: what is known of a value.

  /** The slot of a value that was seen in this trace, or null. */
  find(parameter: number, value: unknown): Slot | null {
    const slot =
      isObject(value) && !(this.#byContent[parameter] && isBytes(value))
        ? findSlot(value, this.firstKey + parameter)
        : this.#values[parameter]!.find(this.#keyOf(parameter, value))
    return slot !== null && slot.time >= this.since ? slot : null
  }

  /** The slot of a value, made when there is none; null for a value that was evicted. */
  introduce(parameter: number, value: unknown): Slot | null {
    if (!isObject(value) || (this.#byContent[parameter] && isBytes(value)))
      return this.#introduceValue(parameter, this.#keyOf(parameter, value), value)
    const key = this.firstKey + parameter
    const slot = this.#sparse ? unstampedSlotFor(value, key) : otherSlotFor(value, key)
    if (slot.time < this.since) this.begin(slot, parameter, value)
    return slot
  }

  /** Makes a slot, fresh or of an earlier trace, one of this trace. */
  begin(slot: Slot, parameter: number, value: object): void {
    const fresh = slot.time === 0
    slot.time = this.since
    if (!fresh) {
      slot.domain = null
      slot.group = null
      slot.others = null
      slot.steady = restless
      slot.sets = null
      slot.more = null
    }
    if (!this.watches) return
    if (fresh && this.#plan.deaths[parameter]!.length > 0) this.#deaths!.register(value, slot)
    this.#remember(parameter, slot, value, true)
  }

  /** A value is dead: nothing finds its slot again. */
  forget(parameter: number, slot: Slot, value: unknown): void {
    if (isObject(value)) slot.key = -1
    else this.#values[parameter]!.remove(slot as ValueSlot)
  }

  /** What a value that no slot can be stamped on is known by. */
  #keyOf(parameter: number, value: unknown): unknown {
    if (!this.#byContent[parameter]) return value
    return isBytes(value) ? `bytes ${contentKey(value)}` : typeof value === 'string' ? `text ${value}` : value
  }

  #introduceValue(parameter: number, key: unknown, value: unknown): Slot | null {
    const values = this.#values[parameter]!
    const found = values.find(key)
    if (found !== null) return found
    if (values.isBuried(key)) return null
    if (values.crowded) {
      const counts = this.#counts
      counts.evicted = (counts.evicted ?? 0) + 1
      this.#onEviction(values.evict())
    }
    const slot = values.add(key, this.since)
    this.#remember(parameter, slot, value, false)
    return slot
  }

  #remember(parameter: number, slot: Slot, value: unknown, object: boolean): void {
    const { named, mourned } = this.#plan
    const bit = 1 << parameter
    if (this.#identify || (!object && (named & bit) !== 0)) extrasOf(slot).value = value
    else if (((named | mourned) & bit) !== 0) extrasOf(slot).value = new WeakRef(value as object)
  }

  // Δ: instances by binding.

  /** Δ(θ) for the part of a binding that is of the domain, or null. */
  lookup(domain: Domain, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): Monitor | null {
    const { set, leaf } = domain
    if (leaf === -1) return this.root
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    if (slot.more !== null && slot.more.index !== null) return lookupInIndex(slot.more.index, domain, p0, p1, p2, p3)
    let walked = 0
    for (let monitor = firstInstance(slot); monitor !== null; monitor = monitor.sibling) {
      if (monitor.domain === domain && agreesBesidesLeaf(monitor, set, p0, p1, p2, p3)) return monitor
      walked++
    }
    if (walked > walkLimit) extrasOf(slot).index = makeIndex(slot)
    return null
  }

  /** Δ(θ) ← a monitor in a state. It is in no group yet. */
  add(
    domain: Domain,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    time: number,
    site: Site,
    state: State,
  ): Monitor {
    this.#counts.monitors++
    const { leaf, transitions } = domain
    if (transitions.kind === 'opaque') transitions.enter(state)
    if (leaf === -1) return (this.root = new FurtherMonitor(domain, null, null, null, time, site, state))
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    const { rest } = domain
    let others: Bound | null = null
    if (domain.shared) others = this.setOf(domain, domain.levels.length - 1, site, p0, p1, p2, p3)
    else if (rest !== 0) others = new Others(rest, p0, p1, p2, p3)
    let monitor: Monitor
    if (slot.domain === null) {
      slot.domain = domain
      slot.others = others
      slot.time = time
      slot.site = site
      slot.state = state
      monitor = slot as Monitor
    } else {
      monitor = new FurtherMonitor(domain, slot, others, slot.sibling, time, site, state)
      slot.sibling = monitor
    }
    if (slot.more !== null && slot.more.index !== null) addToIndex(slot.more.index, monitor)
    const { rosters } = domain
    for (let i = 0; i < rosters.length; i++) this.enlist(monitor, rosters[i]!)
    return monitor
  }

  /** Marks a binding as one without a monitor: with one that is dead from the beginning and counts nowhere. */
  skip(domain: Domain, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): void {
    const { leaf, rest, dead } = domain
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    const others = rest === 0 ? null : new Others(rest, p0, p1, p2, p3)
    let mark = slot as Monitor
    if (slot.domain === null) {
      slot.domain = domain
      slot.others = others
      slot.state = dead
    } else {
      mark = new FurtherMonitor(domain, slot, others, slot.sibling, this.#time, 0, dead)
      slot.sibling = mark
    }
    if (slot.more !== null && slot.more.index !== null) addToIndex(slot.more.index, mark)
  }

  /** The same for an object that this trace has not met, and the others that an event binds besides. */
  skipFirst(domain: Domain, value: object, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { leaf, rest, dead } = domain
    const slot = slotFor(value, this.firstKey + leaf)
    this.begin(slot, leaf, value)
    if (rest !== 0) {
      const p0 = (rest & 1) === 0 ? null : this.introduce(0, a)
      const p1 = (rest & 2) === 0 ? null : this.introduce(1, b)
      const p2 = (rest & 4) === 0 ? null : this.introduce(2, c)
      const p3 = (rest & 8) === 0 ? null : this.introduce(3, d)
      slot.others = new Others(rest, p0, p1, p2, p3)
    }
    slot.domain = domain
    slot.state = dead
  }

  /** Whether an event of this trace has met an object in the role of a parameter. */
  knows(parameter: number, value: object): boolean {
    const slot = findSlot(value, this.firstKey + parameter)
    return slot !== null && slot.time >= this.since
  }

  /** The only instance of an object, as a word; false where it has to be a slot. */
  createWord(key: number, object: object, word: Word): boolean {
    if (word === unowned || !keepWord(object, key, word)) return false
    const counts = this.#counts
    counts.steps++
    counts.monitors++
    return true
  }

  /** The first instance at a slot, which goes at once to where its creation leads: nothing can be there to be found. */
  create(domain: Domain, slot: Slot, to: State, site: Site): void {
    const counts = this.#counts
    counts.steps++
    counts.monitors++
    slot.domain = domain
    slot.time = this.#time++
    slot.site = site
    slot.state = to
  }

  /** The same for one with other parameters, or in a group. */
  createAmong(domain: Domain, slot: Slot, to: State, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { rest, levels } = domain
    let p0: Slot | null = null
    let p1: Slot | null = null
    let p2: Slot | null = null
    let p3: Slot | null = null
    if ((rest & 1) !== 0 && (p0 = this.introduce(0, a)) === null) return
    if ((rest & 2) !== 0 && (p1 = this.introduce(1, b)) === null) return
    if ((rest & 4) !== 0 && (p2 = this.introduce(2, c)) === null) return
    if ((rest & 8) !== 0 && (p3 = this.introduce(3, d)) === null) return
    this.create(domain, slot, to, site)
    const set = levels.length === 0 ? null : this.setOf(domain, levels.length - 1, site, p0, p1, p2, p3)
    if (rest !== 0) slot.others = domain.shared ? set : new Others(rest, p0, p1, p2, p3)
    if (set !== null) this.enter(slot as Monitor, set, to)
  }

  // 𝒰: instances above a binding, in groups or listed.

  /** Puts a monitor with a state of its own into the group of that state, where its domain has groups. */
  place(monitor: Monitor): void {
    const { domain, others, site, leaf } = monitor
    const { levels } = domain
    if (levels.length === 0) return
    if (domain.shared) return this.enter(monitor, others as GroupSet, monitor.state)
    const at = leaf === null || others === null ? nothing : others
    this.enter(monitor, this.setOf(domain, levels.length - 1, site, at.p0, at.p1, at.p2, at.p3), monitor.state)
  }

  enter(monitor: Monitor, set: GroupSet, state: State): void {
    const group = this.#groupFor(set, state, monitor)
    if (group === null) {
      monitor.state = state
      monitor.group = null
      return
    }
    count(group, 1)
    if (this.#identify) enroll(group, monitor, true)
    monitor.group = group
  }

  /** The group set of instances at a level, made when there is none. No level has the leaf in it. */
  setOf(
    domain: Domain,
    level: number,
    creationSite: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): GroupSet {
    const site = this.#plan.sited ? creationSite : 0
    const leaf = domain.levelLeaves[level]!
    if (leaf === -1) return this.rootSetOf(domain, site)
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    const prefix = domain.levels[level]!
    const alone = prefix === 1 << leaf
    for (let set = slot.sets; set !== null; set = set.next) {
      if (set.domain !== domain || set.level !== level || set.site !== site) continue
      if (alone || agrees(set, prefix, p0, p1, p2, p3)) return set
    }
    const outer = level === 0 ? null : this.setOf(domain, level - 1, site, p0, p1, p2, p3)
    return (slot.sets = new GroupSet(domain, level, site, slot, outer, slot.sets, p0, p1, p2, p3))
  }

  /** The same for the level without parameters. There are as many as creation sites. */
  private rootSetOf(domain: Domain, site: Site): GroupSet {
    const last = this.#lastSet
    if (last !== null && last.site === site && last.domain === domain) return last
    const key = site * 16 + domain.set
    let set = this.#setsBySite.get(key)
    if (set === undefined) {
      this.sets = set = new GroupSet(domain, 0, site, nobodys, null, this.sets, null, null, null, null)
      this.#setsBySite.set(key, set)
    }
    return (this.#lastSet = set)
  }

  /** The instances of a domain that agree with a binding on `part`, or null. */
  rosterOf(
    domain: Domain,
    part: number,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): Roster | null {
    const leaf = this.#plan.leaves[part]!
    const slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
    let roster = slot === null ? this.rosters : slot.more === null ? null : slot.more.rosters
    while (roster !== null) {
      if (roster.domain === domain && roster.set === part && agrees(roster, part, p0, p1, p2, p3)) return roster
      roster = roster.next
    }
    return null
  }

  private enlist(monitor: Monitor, part: number): void {
    const { domain } = monitor
    const p0 = slotOf(monitor, 0)
    const p1 = slotOf(monitor, 1)
    const p2 = slotOf(monitor, 2)
    const p3 = slotOf(monitor, 3)
    let roster = this.rosterOf(domain, part, p0, p1, p2, p3)
    if (roster === null) {
      const leaf = this.#plan.leaves[part]!
      if (leaf === -1) {
        roster = new Roster(domain, part, this.rosters, p0, p1, p2, p3)
        this.rosters = roster
      } else {
        const extras = extrasOf(slotOf(monitor, leaf)!)
        roster = new Roster(domain, part, extras.rosters, p0, p1, p2, p3)
        extras.rosters = roster
      }
    }
    roster.add(monitor)
  }

  // 𝒯 and `disable`.

  /** The time, which goes on. */
  tick(): number {
    return this.#time++
  }

  /** disable(θ) of a part of a binding; 0 when it was never set. */
  disabled(part: number, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): number {
    const leaf = this.#plan.leaves[part]!
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    if (part === 1 << leaf) return slot.more === null ? 0 : slot.more.disabled
    let stamp = slot.more === null ? null : slot.more.stamps
    while (stamp !== null && !(stamp.set === part && agrees(stamp, part, p0, p1, p2, p3))) stamp = stamp.next
    return stamp === null ? 0 : stamp.time
  }

  /** disable(θ) ← time, for the binding of an event. */
  disable(plan: EventPlan, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): void {
    const { leaf, set } = plan
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    if (plan.parameters.length === 1) return this.disableAt(slot)
    const extras = extrasOf(slot)
    let stamp = extras.stamps
    while (stamp !== null && !(stamp.set === set && agrees(stamp, set, p0, p1, p2, p3))) stamp = stamp.next
    if (stamp === null) extras.stamps = stamp = new Stamp(set, p0, p1, p2, p3, extras.stamps)
    stamp.time = this.#time++
  }

  /** The same for a binding of one parameter. */
  disableAt(slot: Slot): void {
    extrasOf(slot).disabled = this.#time++
  }

  endTrace(): void {
    this.since = ++this.#time
    this.root = null
    this.sets = null
    this.rosters = null
    if (this.#lastSet !== null) this.#setsBySite = new OwnMap()
    this.#lastSet = null
    for (let p = 0; p < this.#values.length; p++) this.#values[p] = this.#values[p]!.emptied()
  }
}
