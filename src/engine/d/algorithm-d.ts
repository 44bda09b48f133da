/**
 * Algorithm D: online, the product. HOT: signallers and what they call run at every event of every spec.
 *
 * Source: Chen, Meredith, Jin & Roşu (2009) as given in LazyMOP §2.2, Algorithm 1. Δ maps instances to monitors, 𝒰 each
 * binding to the more informative instances; enable sets say which joins can lead to a report, `disable` stamps and the
 * creation times 𝒯 keep leaving out the others sound. At each event e⟨θ⟩
 *
 *     if Δ(θ) undefined:
 *       for all X ∈ enable(e), larger first, with dom(θ) ⊄ X, for all θ'' ∈ {θ|X} ∪ 𝒰(θ|X) with dom(θ'') = X:
 *         if Δ(θ'' ⊔ θ) undefined: defineTo(θ'' ⊔ θ, θ'')
 *       if Δ(θ) undefined and e is a creation event: defineNew(θ)
 *       disable(θ) ← time++
 *     for all θ' ∈ {θ} ∪ 𝒰(θ):  Δ(θ') ← σ(Δ(θ'), e)
 *
 * What is different: no map is keyed by bindings. Everything hangs on the parameter objects (`slots.ts`): Δ(θ) is in a list
 * at θ's leaf, 𝒰 is that same list where the event binds the leaf, and state groups (`groups.ts`) where it does not, so
 * an event of a long-lived object visits no monitor. Which of this an event needs is decided beforehand (`plan.ts`), and
 * steps are look-ups in a table (`transitions.ts`).
 *
 * Cost: an event that creates nothing allocates nothing. A direct event costs the number of instances at its leaf (one, as
 * a rule), a broadcast the number of states. An instance takes one monitor and, for its leaf's first, one slot and a stamp.
 *
 * Collection: a monitor dies with its leaf, without anybody's doing. One whose state has no future is moved to the dead
 * state and out of its group; it stays as a mark, since a binding must not be defined twice. A known death (`died`) also
 * ends what the dead parameter was needed for. Counts in groups are not touched by garbage collection.
 *
 * With traces kept, monitors are individuals and each is at the node of its slice (`trace/trace-store.ts`). Algorithm E
 * extends this class, with nodes in place of states.
 *
 * Known cost: a leaf that outlives the other parameters of its instances (declared in the wrong order) keeps their monitors
 * as long as it lives; a join that looks for its sources by a parameter other than their leaf keeps them as long as that
 * parameter lives, unless every report needs the leaf again.
 *
 * Each event has a function of its own (`makeSignaller`), by the shape of its plan and with the plan's parts as constants;
 * handlers call it without a look at the plan. Against one method for all events (ns): a hot object 8.0 → 6.4, churn
 * 17.2 → 12.9, map × iterator 35 → 26 with many maps and 27 → 18 with hot ones. Each is small enough to be inlined.
 *
 * Rejected: generated switches in place of the table (24 against 3.9 ns); a table of small integers in place of Int32Array
 * and slots that their constructor fills (5 % at most). Not tried to the end: signallers generated as text, which in one
 * experiment were quicker than closures on a hot object and no quicker on churn; they would need a fallback where code
 * generation is disallowed. Methods are `private` and not `#private`, since V8 checks the brand of the receiver at each
 * call of the latter (27 → 24 ns when it was measured).
 *
 * In this file: on the way of an event no closure is made, no iterator and no array method used, and nothing that user
 * code may have patched.
 * Builtins in use: WeakRef (named values, weak rosters), FinalizationRegistry (death events), Set (where `identify` asks).
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { EventContext } from '../../spec/definition.ts'
import type { State } from '../../logic/template.ts'
import { AuthoredCode } from '../authored-code.ts'
import { contentKey, isBytes, isObject } from '../identity.ts'
import type { Monitoring, MonitoringOptions, Signaller, Site, Statistics } from '../monitoring.ts'
import { root, TraceStore } from '../trace/trace-store.ts'
import { attach, canonical, count, detach, enroll, type Group, groupFor, GroupSet, merge, outermost } from './groups.ts'
import {
  addToIndex,
  agreesBesidesLeaf,
  FurtherMonitor,
  lookupInIndex,
  makeIndex,
  type Monitor,
  OwnParts,
  Roster,
  slotOf,
  stateOf,
} from './monitors.ts'
import {
  type Broadcast,
  type Domain,
  type EventPlan,
  type Join,
  makePlan,
  type Plan,
  type PlanOptions,
} from './plan.ts'
import {
  agrees,
  type Bound,
  extrasOf,
  findSlot,
  firstInstance,
  firstSlotFor,
  Others,
  otherSlotFor,
  OwnMap,
  slotFor,
  type Slot,
  Stamp,
  type ValueSlot,
  ValueSlots,
} from './slots.ts'
import type { Transitions } from './transitions.ts'

/** What only tests and algorithm E set. */
export interface InternalOptions {
  /** Algorithm E's: makes other states of a domain's, which keep their slices in the store. Nothing is collected then. */
  readonly over?: (transitions: Transitions) => Transitions
  readonly store?: TraceStore
  /** Leaves out one of the checks that keep joins sound, to show that it is needed. */
  readonly without?: PlanOptions['without']
}

export function createAlgorithmD(
  spec: CompiledSpec,
  options: MonitoringOptions,
  internal: InternalOptions = {},
): AlgorithmD {
  return new AlgorithmD(spec, options, internal)
}

/** Values of one parameter that are kept before the first is evicted. */
const defaultValueLimit = 100_000

/** A longer list at a leaf gets an index: a leaf may be shared by many, such as one listener of all sockets. */
const walkLimit = 32

const nothing: Bound = new Others(0, null, null, null, null)

/** Slot keys are never given twice, so that all engines of a thread share the objects' stamps. */
let nextKey = 0

export class AlgorithmD implements Monitoring {
  readonly spec: CompiledSpec
  readonly plan: Plan
  readonly traces: TraceStore | undefined
  readonly #options: MonitoringOptions
  readonly #authored: AuthoredCode
  protected readonly events: readonly EventPlan[]
  readonly #collects: boolean
  readonly #identify: boolean
  /** Whether any slot keeps its value, or the death of it is an event. */
  readonly #watches: boolean
  protected readonly firstKey: number
  /** By parameter: whether byte arrays count by content. */
  readonly #byContent: readonly boolean[]
  readonly #values: ValueSlots[]
  readonly #deaths: FinalizationRegistry<Slot> | undefined
  /** By event, what `signal` calls. */
  readonly #signallers: readonly Signaller[]
  protected readonly counters: Statistics
  /** The trace under way. A parameterless terminal event begins the next; slots of another epoch are void. */
  protected epoch = 1
  /** Source of 𝒯 and `disable`; 0 stands for "never". */
  #time = 1
  /** Monitors defined and collected in earlier traces. */
  #definedBefore = 0
  #collectedBefore = 0
  /** The instance without parameters. */
  #root: Monitor | null = null
  /** Group sets and rosters of the empty set of parameters. */
  #sets: GroupSet | null = null
  /** The same by creation site and domain, and the last that was asked for. */
  #setsBySite = new OwnMap<number, GroupSet>()
  #lastSet: GroupSet | null = null
  #rosters: Roster | null = null
  /** What the last call of `#step` reports, as bits. */
  protected fired = 0

  constructor(spec: CompiledSpec, options: MonitoringOptions, internal: InternalOptions) {
    this.spec = spec
    this.#options = options
    this.#authored = new AuthoredCode(spec, options)
    this.#collects = options.collect !== false && options.traces !== true && internal.over === undefined
    this.traces = internal.store ?? (options.traces === true ? new TraceStore() : undefined)
    this.#identify = options.identify === true
    this.plan = makePlan(spec, {
      collect: this.#collects,
      traces: options.traces === true && internal.over === undefined,
      timed: options.clock !== undefined,
      over: internal.over,
      without: internal.without,
    })
    this.events = this.plan.events
    this.firstKey = nextKey
    nextKey += spec.parameters.length
    this.#byContent = spec.parameters.map(({ kind }) => kind === 'bytes')
    this.#values = this.makeValueSlots()
    this.#deaths = this.plan.deaths.some((events) => events.length > 0)
      ? new FinalizationRegistry((slot) => this.finalize(slot))
      : undefined
    this.#watches = this.#identify || this.plan.named !== 0 || this.#deaths !== undefined
    this.counters = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 }
    if (options.clock !== undefined) this.counters.time = { indexing: 0, stepping: 0, authored: 0 }
    this.#signallers = this.events.map((plan, event) => this.makeSignaller(plan, event))
  }

  private makeValueSlots(): ValueSlots[] {
    const limit = this.#options.valueLimit ?? defaultValueLimit
    // An object parameter has values only in logs, where `died` says when they go.
    return this.spec.parameters.map(
      ({ kind }, p) => new ValueSlots(this.firstKey + p, kind === 'object' ? Infinity : limit),
    )
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    this.#signallers[event]!(site, a, b, c, d)
  }

  /** The event's own function, which has what is known of it beforehand as constants: for handlers to call. */
  signaller(event: number): Signaller {
    return this.#signallers[event]!
  }

  private makeSignaller(plan: EventPlan, event: number): Signaller {
    if (plan.rows !== null)
      return plan.ungrouped ? this.stepper(plan, event, plan.rows) : this.groupStepper(plan, event, plan.rows)
    if (plan.sole !== null) return this.broadcaster(plan, event, plan.sole)
    const domain = plan.own
    if (plan.first && domain !== undefined && !this.#watches) {
      const to = domain.rows![(domain.fresh as number) + event]!
      const { rest, levels, other } = domain
      // One that reports or ends at once takes the general way.
      if (to >= 0 && rest === 0 && levels.length === 0) return this.creator(plan, event, domain, to)
      if (to >= 0 && rest === 1 << other && levels.length === 1 && levels[0] === rest)
        return this.pairCreator(plan, event, domain, to)
    }
    return (site, a, b, c, d) => {
      this.counters.events++
      this.signalOther(plan, event, site, a, b, c, d)
    }
  }

  /** What nearly all events are: one object, one instance there with a state of its own, and a step that reports nothing. */
  private stepper(plan: EventPlan, event: number, rows: Int32Array): Signaller {
    const { counters } = this
    const { leaf } = plan
    const key = this.firstKey + leaf
    return (site, a, b, c, d) => {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      counters.events++
      // Functions take the longer way: one question less for all others.
      if (typeof value === 'object' && value !== null) {
        const slot = findSlot(value, key)
        if (slot === null || slot.epoch !== this.epoch) return
        if (slot.domain !== null && slot.sibling === null) {
          const state = slot.state as number
          const to = rows[state + event]!
          if (to >= 0) {
            counters.steps++
            if (to !== state) slot.state = to
            return
          }
        }
      }
      this.signalOther(plan, event, site, a, b, c, d)
    }
  }

  /** The same for an instance in a group, which a step leaves where it is. */
  private groupStepper(plan: EventPlan, event: number, rows: Int32Array): Signaller {
    const { counters } = this
    const { leaf } = plan
    const key = this.firstKey + leaf
    return (site, a, b, c, d) => {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      counters.events++
      if (typeof value === 'object' && value !== null) {
        const slot = findSlot(value, key)
        if (slot === null || slot.epoch !== this.epoch) return
        if (slot.domain !== null && slot.sibling === null) {
          const { group } = slot
          if (group === null || (group.merged === null && group.parent === null)) {
            const state = (group === null ? slot : group).state as number
            if (rows[state + event] === state) {
              counters.steps++
              return
            }
          }
        }
      }
      this.signalOther(plan, event, site, a, b, c, d)
    }
  }

  /** An event whose only effect is a broadcast from the one object it binds. */
  private broadcaster(plan: EventPlan, event: number, { domain, level }: Broadcast): Signaller {
    const { counters } = this
    const { leaf } = plan
    const key = this.firstKey + leaf
    return (site, a, b, c, d) => {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      counters.events++
      if (!isObject(value)) return this.signalGenerally(plan, event, site, a, b, c, d)
      const slot = findSlot(value, key)
      if (slot === null || slot.epoch !== this.epoch) return
      for (let set = slot.sets; set !== null; set = set.next)
        if (set.domain === domain && set.level === level) this.broadcast(set, event, site, a, b, c, d)
    }
  }

  /** The first instance of an object that no spec has met. */
  private creator(plan: EventPlan, event: number, domain: Domain, to: State): Signaller {
    const { counters } = this
    const { leaf } = plan
    const key = this.firstKey + leaf
    return (site, a, b, c, d) => {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      counters.events++
      const slot = typeof value === 'object' && value !== null ? firstSlotFor(value, key) : null
      if (slot === null) return this.signalOther(plan, event, site, a, b, c, d)
      slot.epoch = this.epoch
      this.create(domain, slot, to, site)
    }
  }

  /** The same for an instance of two parameters that is in the group of the other. */
  private pairCreator(plan: EventPlan, event: number, domain: Domain, to: State): Signaller {
    const { counters } = this
    const { leaf } = plan
    const key = this.firstKey + leaf
    const { other } = domain
    const { sited } = this.plan
    return (site, a, b, c, d) => {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      counters.events++
      const slot = typeof value === 'object' && value !== null ? firstSlotFor(value, key) : null
      if (slot === null) return this.signalOther(plan, event, site, a, b, c, d)
      slot.epoch = this.epoch
      const at = this.introduce(other, other === 0 ? a : other === 1 ? b : other === 2 ? c : d)
      if (at === null) return
      let set = at.sets
      if (set === null || set.domain !== domain || (sited && set.site !== site))
        set = this.setOf(domain, 0, site, at, at, at, at)
      this.create(domain, slot, to, site)
      slot.others = set
      let group = set.groups
      if (group === null || group.n === 0 || group.state !== to) group = groupFor(set, to)
      group.n++
      slot.group = group
    }
  }

  /** Further shortcuts: to creations, to one instance. */
  private signalOther(
    plan: EventPlan,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const { leaf, first, lone } = plan
    if (first || lone) {
      const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
      if (isObject(value)) {
        const key = this.firstKey + leaf
        const slot = plan.introduces ? slotFor(value, key) : findSlot(value, key)
        if (slot === null) return
        if (slot.epoch !== this.epoch) {
          if (first) {
            const domain = plan.own!
            const to = domain.rows![(domain.fresh as number) + event]!
            // One that reports or ends at once takes the general way.
            if (to >= 0) {
              this.begin(slot, leaf, value)
              if (domain.rest !== 0 || domain.levels.length > 0)
                return this.createAmong(domain, slot, to, site, a, b, c, d)
              return this.create(domain, slot, to, site)
            }
          } else if (!plan.introduces) return
        } else if (lone && slot.domain !== null && slot.sibling === null) {
          if (plan.marks) extrasOf(slot).disabled = this.#time++
          return this.take(slot as Monitor, event, site, a, b, c, d)
        }
      }
    }
    this.signalGenerally(plan, event, site, a, b, c, d)
  }

  /** The first instance at a slot, which goes at once to where its creation leads: nothing can be there to be found. */
  protected create(domain: Domain, slot: Slot, to: State, site: Site): void {
    const statistics = this.counters
    statistics.steps++
    statistics.monitors++
    slot.domain = domain
    slot.time = this.#time++
    slot.site = site
    slot.state = to
  }

  /** The same for one with other parameters, or in a group. */
  protected createAmong(
    domain: Domain,
    slot: Slot,
    to: State,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
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

  private signalGenerally(
    plan: EventPlan,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const set = plan.set
    let p0: Slot | null = null
    let p1: Slot | null = null
    let p2: Slot | null = null
    let p3: Slot | null = null
    if (plan.introduces) {
      if ((set & 1) !== 0 && (p0 = this.introduce(0, a)) === null) return
      if ((set & 2) !== 0 && (p1 = this.introduce(1, b)) === null) return
      if ((set & 4) !== 0 && (p2 = this.introduce(2, c)) === null) return
      if ((set & 8) !== 0 && (p3 = this.introduce(3, d)) === null) return
    } else {
      if ((set & 1) !== 0 && (p0 = this.find(0, a)) === null) return
      if ((set & 2) !== 0 && (p1 = this.find(1, b)) === null) return
      if ((set & 4) !== 0 && (p2 = this.find(2, c)) === null) return
      if ((set & 8) !== 0 && (p3 = this.find(3, d)) === null) return
    }
    if (plan.exact && this.#options.clock === undefined) {
      const monitor = this.lookup(plan.own!, p0, p1, p2, p3) ?? this.defineNew(plan, site, p0, p1, p2, p3)
      if (monitor !== null) this.take(monitor, event, site, a, b, c, d)
    } else if (this.#options.clock === undefined) this.process(plan, event, site, p0, p1, p2, p3, a, b, c, d)
    else this.processTimed(plan, event, site, p0, p1, p2, p3, a, b, c, d)
  }

  /** The slot of a value that was seen in this trace, or null. */
  private find(parameter: number, value: unknown): Slot | null {
    const slot =
      isObject(value) && !(this.#byContent[parameter] && isBytes(value))
        ? findSlot(value, this.firstKey + parameter)
        : this.#values[parameter]!.find(this.keyOf(parameter, value))
    return slot !== null && slot.epoch === this.epoch ? slot : null
  }

  /** What a value that no slot can be stamped on is known by. */
  private keyOf(parameter: number, value: unknown): unknown {
    if (!this.#byContent[parameter]) return value
    return isBytes(value) ? `bytes ${contentKey(value)}` : typeof value === 'string' ? `text ${value}` : value
  }

  /** The slot of a value, made when there is none; null for a value that was evicted. */
  private introduce(parameter: number, value: unknown): Slot | null {
    if (!isObject(value) || (this.#byContent[parameter] && isBytes(value)))
      return this.introduceValue(parameter, this.keyOf(parameter, value), value)
    const slot = otherSlotFor(value, this.firstKey + parameter)
    if (slot.epoch !== this.epoch) this.begin(slot, parameter, value)
    return slot
  }

  /** Makes a slot, fresh or of an earlier trace, one of this trace. */
  protected begin(slot: Slot, parameter: number, value: object): void {
    const fresh = slot.epoch === 0
    slot.epoch = this.epoch
    if (!fresh) {
      slot.domain = null
      slot.sibling = null
      slot.group = null
      slot.others = null
      slot.sets = null
      slot.more = null
    }
    if (this.#watches) this.watch(slot, parameter, value, fresh)
  }

  private watch(slot: Slot, parameter: number, value: object, fresh: boolean): void {
    if (fresh && this.plan.deaths[parameter]!.length > 0) this.#deaths!.register(value, slot)
    this.remember(parameter, slot, value, true)
  }

  private introduceValue(parameter: number, key: unknown, value: unknown): Slot | null {
    const values = this.#values[parameter]!
    const found = values.find(key)
    if (found !== null) return found
    if (values.isBuried(key)) return null
    if (values.crowded) {
      this.counters.evicted = (this.counters.evicted ?? 0) + 1
      this.silence(values.evict())
    }
    const slot = values.add(key, this.epoch)
    this.remember(parameter, slot, value, false)
    return slot
  }

  private remember(parameter: number, slot: Slot, value: unknown, object: boolean): void {
    if (this.#identify || (!object && (this.plan.named & (1 << parameter)) !== 0)) extrasOf(slot).value = value
    else if ((this.plan.named & (1 << parameter)) !== 0) extrasOf(slot).value = new WeakRef(value as object)
  }

  private process(
    plan: EventPlan,
    event: number,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    if (plan.defines) this.define(plan, site, p0, p1, p2, p3)
    this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d)
  }

  private processTimed(
    plan: EventPlan,
    event: number,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const clock = this.#options.clock!
    const time = this.counters.time!
    const begin = clock()
    const authoredBefore = time.authored
    if (plan.defines) this.define(plan, site, p0, p1, p2, p3)
    const defined = clock()
    const authoredBetween = time.authored
    time.indexing += defined - begin - (authoredBetween - authoredBefore)
    this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d)
    time.stepping += clock() - defined - (time.authored - authoredBetween)
  }

  // Lines 2 to 5: instances that the event brings about.

  private define(
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): void {
    const own = plan.own
    if (own !== undefined && this.lookup(own, p0, p1, p2, p3) !== null) return
    const { joins } = plan
    // While there are no monitors, no stamp can matter.
    if (this.counters.monitors > this.#definedBefore)
      for (let i = 0; i < joins.length; i++) this.join(joins[i]!, plan, p0, p1, p2, p3)
    if (joins.length === 0 || own === undefined || this.lookup(own, p0, p1, p2, p3) === null)
      this.defineNew(plan, site, p0, p1, p2, p3)
    if (plan.stamps && this.counters.monitors > this.#definedBefore) this.stamp(plan, p0, p1, p2, p3)
  }

  /** Δ(θ) for the part of a binding that is of the domain, or null. */
  private lookup(domain: Domain, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): Monitor | null {
    const { set, leaf } = domain
    if (leaf === -1) return this.#root
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

  private join(join: Join, plan: EventPlan, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): void {
    const { source, shared } = join
    if (source.leaf === -1) {
      if (this.#root !== null) this.defineTo(join, this.#root, plan, p0, p1, p2, p3)
      return
    }
    if (join.roster) {
      const roster = this.rosterOf(source, shared, p0, p1, p2, p3)
      if (roster === null) return
      const { members } = roster
      const length = members.length
      for (let i = 0; i < length; i++) {
        const monitor = roster.instance(members, i)
        if (monitor !== undefined) this.defineTo(join, monitor, plan, p0, p1, p2, p3)
      }
      return
    }
    const { leaf } = source
    const slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
    for (let monitor = firstInstance(slot!); monitor !== null; monitor = monitor.sibling) {
      if (monitor.domain === source && agreesBesidesLeaf(monitor, shared, p0, p1, p2, p3))
        this.defineTo(join, monitor, plan, p0, p1, p2, p3)
    }
  }

  private defineTo(
    join: Join,
    from: Monitor,
    plan: EventPlan,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): void {
    const { target, stamps, elders } = join
    const state = stateOf(from)
    if (!this.isLive(target, state)) return
    const q0 = (plan.set & 1) === 0 ? slotOf(from, 0) : p0
    const q1 = (plan.set & 2) === 0 ? slotOf(from, 1) : p1
    const q2 = (plan.set & 4) === 0 ? slotOf(from, 2) : p2
    const q3 = (plan.set & 8) === 0 ? slotOf(from, 3) : p3
    if (this.lookup(target, q0, q1, q2, q3) !== null) return
    for (let i = 0; i < stamps.length; i++) if (this.disabled(stamps[i]!, q0, q1, q2, q3) > from.time) return
    for (let i = 0; i < elders.length; i++) {
      const elder = this.lookup(elders[i]!, q0, q1, q2, q3)
      if (elder !== null && elder.time < from.time) return
    }
    const monitor = this.add(target, q0, q1, q2, q3, from.time, from.site, state)
    const own = from.more === null ? null : from.more.own
    if (own !== null) {
      const copy = (extrasOf(monitor).own = new OwnParts())
      copy.variables = this.#authored.copyVariables(own.variables)
      copy.node = own.node
      this.traces?.enter(own.node, 1)
    }
    if (target.leaf !== plan.leaf) this.place(monitor)
  }

  /** The instance that a creation event makes of its own binding, unless a part of it has one. */
  private defineNew(
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): Monitor | null {
    if (!plan.creation) return null
    const { smaller } = plan
    const domain = plan.own!
    for (let i = 0; i < smaller.length; i++) if (this.lookup(smaller[i]!, p0, p1, p2, p3) !== null) return null
    const monitor = this.add(domain, p0, p1, p2, p3, this.#time++, site, domain.transitions.fresh)
    if (domain.individual) {
      const own = (extrasOf(monitor).own = new OwnParts())
      own.variables = this.#authored.freshVariables()
      this.traces?.enter(root, 1)
    }
    return monitor
  }

  private add(
    domain: Domain,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    time: number,
    site: Site,
    state: State,
  ): Monitor {
    this.counters.monitors++
    const { leaf, transitions } = domain
    if (transitions.kind === 'opaque') transitions.enter(state)
    if (leaf === -1) return (this.#root = new FurtherMonitor(domain, null, null, null, time, site, state))
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

  /** Puts a monitor with a state of its own into the group of that state. */
  private place(monitor: Monitor): void {
    const { domain, others, site, leaf } = monitor
    const { levels } = domain
    if (levels.length === 0) return
    if (domain.shared) return this.enter(monitor, others as GroupSet, monitor.state)
    const at = leaf === null || others === null ? nothing : others
    this.enter(monitor, this.setOf(domain, levels.length - 1, site, at.p0, at.p1, at.p2, at.p3), monitor.state)
  }

  protected enter(monitor: Monitor, set: GroupSet, state: State): void {
    const group = groupFor(set, state)
    count(group, 1)
    if (this.#identify) enroll(group, monitor, true)
    monitor.group = group
  }

  /** The group set of instances at a level, made when there is none. No level has the leaf in it. */
  private setOf(
    domain: Domain,
    level: number,
    creationSite: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): GroupSet {
    const site = this.plan.sited ? creationSite : 0
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
    return (slot.sets = new GroupSet(domain, level, site, outer, slot.sets, p0, p1, p2, p3))
  }

  /** The same for the level without parameters. There are as many as creation sites. */
  private rootSetOf(domain: Domain, site: Site): GroupSet {
    const last = this.#lastSet
    if (last !== null && last.site === site && last.domain === domain) return last
    const key = site * 16 + domain.set
    let set = this.#setsBySite.get(key)
    if (set === undefined) {
      this.#sets = set = new GroupSet(domain, 0, site, null, this.#sets, null, null, null, null)
      this.#setsBySite.set(key, set)
    }
    return (this.#lastSet = set)
  }

  /** The instances of a domain that agree with a binding on `part`, or null. */
  private rosterOf(
    domain: Domain,
    part: number,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): Roster | null {
    const leaf = this.plan.leaves[part]!
    const slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
    let roster = slot === null ? this.#rosters : slot.more === null ? null : slot.more.rosters
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
      const leaf = this.plan.leaves[part]!
      if (leaf === -1) {
        roster = new Roster(domain, part, this.#rosters, p0, p1, p2, p3)
        this.#rosters = roster
      } else {
        const extras = extrasOf(slotOf(monitor, leaf)!)
        roster = new Roster(domain, part, extras.rosters, p0, p1, p2, p3)
        extras.rosters = roster
      }
    }
    roster.add(monitor)
  }

  /** disable(θ) of a part of a binding; 0 when it was never set. */
  private disabled(part: number, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): number {
    const leaf = this.plan.leaves[part]!
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    if (part === 1 << leaf) return slot.more === null ? 0 : slot.more.disabled
    let stamp = slot.more === null ? null : slot.more.stamps
    while (stamp !== null && !(stamp.set === part && agrees(stamp, part, p0, p1, p2, p3))) stamp = stamp.next
    return stamp === null ? 0 : stamp.time
  }

  private stamp(plan: EventPlan, p0: Slot | null, p1: Slot | null, p2: Slot | null, p3: Slot | null): void {
    const { leaf, set } = plan
    const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
    if (plan.parameters.length === 1) {
      extrasOf(slot).disabled = this.#time++
      return
    }
    const extras = extrasOf(slot)
    let stamp = extras.stamps
    while (stamp !== null && !(stamp.set === set && agrees(stamp, set, p0, p1, p2, p3))) stamp = stamp.next
    if (stamp === null) extras.stamps = stamp = new Stamp(set, p0, p1, p2, p3, extras.stamps)
    stamp.time = this.#time++
  }

  // Line 6: the event reaches the instances that are at least as informative as its binding.

  private deliver(
    plan: EventPlan,
    event: number,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const { set, leaf, broadcasts } = plan
    if (plan.direct) {
      const slot = (leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3)!
      const single = plan.parameters.length === 1
      for (let monitor = firstInstance(slot); monitor !== null;) {
        // Taken before, since a handler may signal events that define further instances here.
        const next: Monitor | null = monitor.sibling
        if (single || agreesBesidesLeaf(monitor, set, p0, p1, p2, p3)) this.take(monitor, event, site, a, b, c, d)
        monitor = next
      }
    } else if (set === 0 && this.#root !== null) this.take(this.#root, event, site, a, b, c, d)
    for (let i = 0; i < broadcasts.length; i++) {
      const { domain, level } = broadcasts[i]!
      if (level === -1) {
        const roster = this.rosterOf(domain, set, p0, p1, p2, p3)
        if (roster !== null) this.takeAll(roster, event, site, a, b, c, d)
        continue
      }
      const slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
      for (let to = slot === null ? this.#sets : slot.sets; to !== null; to = to.next) {
        if (to.domain === domain && to.level === level && agrees(to, set, p0, p1, p2, p3))
          this.broadcast(to, event, site, a, b, c, d)
      }
    }
    if (plan.terminal) this.endTrace()
  }

  /** Where `n` monitors in a state are after the event; sets `fired`. */
  private step(domain: Domain, state: State, event: number, site: Site, n: number): State {
    const { rows, transitions } = domain
    this.counters.steps++
    if (rows !== null) {
      const to = rows[(state as number) + event]!
      if (to >= 0) {
        this.fired = 0
        return to
      }
      this.fired = domain.fires![(state as number) + event]!
      return ~to
    }
    if (transitions.kind === 'table') return state
    const to = transitions.step(state, event, site, n)
    this.fired = transitions.fires(state, to)
    return this.#collects && !transitions.live(to) ? transitions.dead : to
  }

  private isLive(domain: Domain, state: State): boolean {
    const { transitions } = domain
    return transitions.kind === 'table' ? transitions.live[state as number] === 1 : transitions.live(state)
  }

  /** One monitor takes the event. */
  protected take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { domain } = monitor
    if (domain.individual) return this.takeIndividually(monitor, event, site, a, b, c, d)
    let group = monitor.group
    if (group === null) {
      const state = monitor.state
      const to = this.step(domain, state, event, site, 1)
      if (to === state && this.fired === 0 && (domain.levels.length === 0 || state === domain.dead)) return
      if (this.fired !== 0) this.report(monitor, event, site, this.fired, a, b, c, d)
      monitor.state = to
      if (to === domain.dead) this.collect(1)
      else if (domain.levels.length > 0) this.place(monitor)
      return
    }
    if (group.merged !== null) monitor.group = group = canonical(group)
    const state = group.parent === null ? group.state : outermost(group).state
    const to = this.step(domain, state, event, site, 1)
    if (this.fired !== 0) this.report(monitor, event, site, this.fired, a, b, c, d)
    if (to === state) return
    count(group, -1)
    if (this.#identify) enroll(group, monitor, false)
    if (to === domain.dead) {
      monitor.group = null
      monitor.state = to
      this.collect(1)
    } else this.enter(monitor, group.set, to)
  }

  private collect(monitors: number): void {
    this.notePeak()
    this.counters.collected += monitors
  }

  private live(): number {
    const { monitors, collected } = this.counters
    return monitors - this.#definedBefore - (collected - this.#collectedBefore)
  }

  /** Before the number of live monitors falls, and when somebody asks: creations do not count it. */
  private notePeak(): void {
    const live = this.live()
    if (live > this.counters.peak) this.counters.peak = live
  }

  /** All groups of a set take the event. */
  protected broadcast(set: GroupSet, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { domain, outer } = set
    if (outer === null && domain.rows !== null && this.staysPut(set, domain.rows, event)) return
    let group = set.groups
    set.groups = null
    while (group !== null) {
      const next = group.next
      group.next = null
      if (group.n > 0) this.moveGroup(set, domain, outer, group, event, site, a, b, c, d)
      else this.link(set, group)
      group = next
    }
  }

  /** Whether an event leaves all groups of an outermost set as they are; then they have taken it. */
  private staysPut(set: GroupSet, rows: Int32Array, event: number): boolean {
    let steps = 0
    for (let group = set.groups; group !== null; group = group.next) {
      const state = group.state as number
      if (group.n === 0 || state === set.domain.dead) continue
      if (rows[state + event] !== state) return false
      steps++
    }
    this.counters.steps += steps
    return true
  }

  private moveGroup(
    set: GroupSet,
    domain: Domain,
    outer: GroupSet | null,
    group: Group,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const state = outermost(group).state
    if (state === domain.dead) {
      this.bury(group)
      return
    }
    const to = this.step(domain, state, event, site, group.n)
    if (this.fired !== 0) this.reportGroup(domain, group, event, site, this.fired, a, b, c, d)
    if (to === domain.dead) {
      this.collect(group.n)
      this.bury(group)
      return
    }
    const other = this.groupIn(set, to)
    if (other !== null) {
      merge(other, group)
      return
    }
    if (to !== state) {
      if (outer === null) group.state = to
      else {
        detach(group)
        attach(group, groupFor(outer, to))
      }
    }
    this.link(set, group)
  }

  /** The group of a set that a group which comes to a state becomes part of, or null. */
  protected groupIn(set: GroupSet, state: State): Group | null {
    for (let group = set.groups; group !== null; group = group.next)
      if (group.n > 0 && outermost(group).state === state) return group
    return null
  }

  private link(set: GroupSet, group: Group): void {
    group.next = set.groups
    set.groups = group
  }

  /** Ends all monitors of a group, which is in no set any more. */
  private bury(group: Group): void {
    detach(group)
    group.state = group.set.domain.dead
    group.members = null
  }

  // Individuals: specs with variables, actions, a handler or traces.

  private takeAll(roster: Roster, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { members } = roster
    const length = members.length
    for (let i = 0; i < length; i++) {
      const monitor = roster.instance(members, i)
      if (monitor !== undefined) this.takeIndividually(monitor, event, site, a, b, c, d)
    }
  }

  private takeIndividually(
    monitor: Monitor,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const { domain } = monitor
    if (monitor.state === domain.dead) return
    const own = (extrasOf(monitor).own ??= new OwnParts())
    const context = this.#authored.context()
    if (this.traces !== undefined) this.extend(own, this.traces, event, site)
    if (this.events[event]!.action !== undefined) this.act(own, event, context)
    let to = this.step(domain, monitor.state, event, site, 1)
    if (this.fired !== 0 && this.judge(monitor, event, site, this.fired, context, a, b, c, d))
      to = this.resetState(domain, monitor.state, event)
    if (to === monitor.state) return
    monitor.state = to
    if (to === domain.dead) {
      own.variables = undefined
      this.collect(1)
    }
  }

  private extend(own: OwnParts, traces: TraceStore, event: number, site: Site): void {
    const from = own.node
    own.node = traces.advance(from, traces.key(event, site), 1)
    traces.inherit(from, own.node)
  }

  private resetState({ transitions }: Domain, state: State, event: number): State {
    return transitions.kind === 'table'
      ? transitions.resets[(state as number) + event]!
      : transitions.reset(state, event)
  }

  private act(own: OwnParts, event: number, context: EventContext | undefined): void {
    const { clock } = this.#options
    if (clock === undefined) return this.#authored.act(event, own.variables, context)
    const begin = clock()
    this.#authored.act(event, own.variables, context)
    this.counters.time!.authored += clock() - begin
  }

  /** Asks the handler about each category, reports what it lets through, and tells whether it reset the monitor. */
  private judge(
    monitor: Monitor,
    event: number,
    site: Site,
    fired: number,
    context: EventContext | undefined,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean {
    const { clock } = this.#options
    let reset = false
    for (let category = 0; fired >> category !== 0; category++) {
      if (((fired >> category) & 1) === 0) continue
      const begin = clock === undefined ? 0 : clock()
      const outcome = this.#authored.handle(category, monitor.more!.own!.variables, context)
      if (clock !== undefined) this.counters.time!.authored += clock() - begin
      if (outcome.reset) reset = true
      if (outcome.report) this.report(monitor, event, site, 1 << category, a, b, c, d)
    }
    return reset
  }

  // Reports.

  protected report(
    monitor: Monitor,
    event: number,
    site: Site,
    fired: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const values = this.eventValues(event, a, b, c, d)
    for (let p = 0; p < values.length; p++) {
      const slot = slotOf(monitor, p)
      if (slot === null || slot.more === null || (this.events[event]!.set & (1 << p)) !== 0) continue
      const { value } = slot.more
      values[p] = value instanceof WeakRef ? value.deref() : value
    }
    const own = monitor.more === null ? null : monitor.more.own
    this.emit(monitor.domain, event, site, monitor.site, 1, fired, values, own)
  }

  private reportGroup(
    domain: Domain,
    group: Group,
    event: number,
    site: Site,
    fired: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    if (group.members !== null)
      for (const monitor of group.members) this.report(monitor, event, site, fired, a, b, c, d)
    else this.emit(domain, event, site, group.set.site, group.n, fired, this.eventValues(event, a, b, c, d), null)
  }

  private eventValues(event: number, a: unknown, b: unknown, c: unknown, d: unknown): unknown[] {
    const { set } = this.events[event]!
    const v0 = (set & 1) === 0 ? undefined : a
    const v1 = (set & 2) === 0 ? undefined : b
    const v2 = (set & 4) === 0 ? undefined : c
    const v3 = (set & 8) === 0 ? undefined : d
    const { length } = this.spec.parameters
    // Literals, since an array that grows gets room for seventeen.
    return length === 1
      ? [v0]
      : length === 2
        ? [v0, v1]
        : length === 3
          ? [v0, v1, v2]
          : length === 4
            ? [v0, v1, v2, v3]
            : []
  }

  private emit(
    domain: Domain,
    event: number,
    site: Site,
    creationSite: Site,
    instances: number,
    fired: number,
    values: readonly unknown[],
    own: OwnParts | null,
  ): void {
    for (let category = 0; fired >> category !== 0; category++) {
      if (((fired >> category) & 1) === 0) continue
      this.counters.reports += instances
      if (own !== null) this.traces?.markReported(own.node)
      this.#options.sink({
        spec: this.spec,
        category,
        event,
        site,
        creationSite,
        instances,
        domain: domain.set,
        values,
        variables: own === null ? undefined : own.variables,
        trace: own !== null && own.node > root ? this.traces?.steps(own.node) : undefined,
      })
    }
  }

  // The end of traces, values and objects.

  private endTrace(): void {
    this.notePeak()
    this.epoch++
    this.#definedBefore = this.counters.monitors
    this.#collectedBefore = this.counters.collected
    this.#root = null
    this.#sets = null
    if (this.#lastSet !== null) this.#setsBySite = new OwnMap()
    this.#lastSet = null
    this.#rosters = null
    for (let p = 0; p < this.#values.length; p++) this.#values[p] = this.#values[p]!.emptied()
  }

  died(value: unknown): void {
    const { parameters } = this.spec
    for (let p = 0; p < parameters.length; p++) {
      if (parameters[p]!.kind !== 'object') continue
      const slot = this.find(p, value)
      if (slot === null) continue
      this.signalDeath(p, slot, value)
      if (slot.epoch !== this.epoch) continue
      this.release(p, slot)
      if (isObject(value)) slot.key = -1
      else this.#values[p]!.remove(slot as ValueSlot)
    }
  }

  /** The garbage collector took the object of a slot. */
  private finalize(slot: Slot): void {
    if (slot.epoch !== this.epoch || slot.key === -1) return
    this.signalDeath(slot.key - this.firstKey, slot, undefined)
  }

  private signalDeath(parameter: number, slot: Slot, value: unknown): void {
    const events = this.plan.deaths[parameter]!
    for (let i = 0; i < events.length; i++) {
      this.counters.events++
      const p0 = parameter === 0 ? slot : null
      const p1 = parameter === 1 ? slot : null
      const p2 = parameter === 2 ? slot : null
      const p3 = parameter === 3 ? slot : null
      this.process(this.events[events[i]!]!, events[i]!, 0, p0, p1, p2, p3, value, value, value, value)
    }
  }

  /** Ends the monitors that can report nothing without further events of a dead parameter. */
  private release(parameter: number, slot: Slot): void {
    if (!this.#collects || this.spec.handler !== undefined) return
    const dead = 1 << parameter
    for (let monitor = firstInstance(slot); monitor !== null; monitor = monitor.sibling)
      if ((this.needs(monitor.domain, stateOf(monitor)) & dead) !== 0) this.end(monitor)
    for (let set = slot.sets; set !== null; set = set.next)
      for (let group = set.groups; group !== null; group = group.next)
        if (group.n > 0 && (this.needs(set.domain, outermost(group).state) & dead) !== 0) this.endGroup(set, group)
    this.endListed(slot, dead)
  }

  /** Ends all monitors that bind an evicted value: what they missed cannot be known. */
  private silence(slot: Slot): void {
    for (let monitor = firstInstance(slot); monitor !== null; monitor = monitor.sibling) this.end(monitor)
    for (let set = slot.sets; set !== null; set = set.next)
      for (let group = set.groups; group !== null; group = group.next) if (group.n > 0) this.endGroup(set, group)
    this.endListed(slot, 0)
  }

  private endListed(slot: Slot, dead: number): void {
    for (let roster = slot.more === null ? null : slot.more.rosters; roster !== null; roster = roster.next) {
      for (let i = 0; i < roster.members.length; i++) {
        const monitor = roster.instance(roster.members, i)
        if (monitor === undefined) continue
        if (dead === 0 || (this.needs(monitor.domain, stateOf(monitor)) & dead) !== 0) this.end(monitor)
      }
    }
  }

  private needs(domain: Domain, state: State): number {
    const { transitions } = domain
    return transitions.kind === 'table' ? transitions.needs[state as number]! : transitions.needs
  }

  private end(monitor: Monitor): void {
    const { domain } = monitor
    if (stateOf(monitor) === domain.dead) return
    if (monitor.group !== null) {
      const group = canonical(monitor.group)
      count(group, -1)
      if (this.#identify) enroll(group, monitor, false)
      monitor.group = null
    }
    monitor.state = domain.dead
    if (monitor.more !== null) monitor.more.own = null
    this.collect(1)
  }

  private endGroup(set: GroupSet, group: Group): void {
    const { dead } = set.domain
    if (outermost(group).state === dead) return
    this.collect(group.n)
    // The group keeps its place: monitors that point at it must find the dead state.
    this.bury(group)
  }

  finish(): void {}

  /** The slot of a value in this trace and what hangs on no value: where integrity checks begin. */
  inspect(parameter: number, value: unknown): Slot | null {
    return this.find(parameter, value)
  }

  inspectRoots(): { readonly root: Monitor | null; readonly sets: GroupSet | null; readonly rosters: Roster | null } {
    return { root: this.#root, sets: this.#sets, rosters: this.#rosters }
  }

  statistics(): Statistics {
    this.notePeak()
    return { ...this.counters, live: this.live() }
  }
}
