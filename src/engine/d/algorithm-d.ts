/**
 * Algorithm D: online, the product.
 *
 * Source: Chen, Meredith, Jin & Roşu (2009) as given in LazyMOP §2.2, Algorithm 1. Δ maps instances to monitors, 𝒰 each
 * binding to the more informative instances; enable sets say which joins can lead to a report, `disable` stamps and the
 * creation times 𝒯 keep leaving out the others sound. At each event e⟨θ⟩
 *
 *     1  if Δ(θ) undefined:
 *     2    for all X ∈ enable(e), larger first, with dom(θ) ⊄ X, for all θ'' ∈ {θ|X} ∪ 𝒰(θ|X) with dom(θ'') = X:
 *     3      if Δ(θ'' ⊔ θ) undefined: defineTo(θ'' ⊔ θ, θ'')
 *     4    if Δ(θ) undefined and e is a creation event: defineNew(θ)
 *     5    disable(θ) ← time++
 *     6  for all θ' ∈ {θ} ∪ 𝒰(θ):  Δ(θ') ← σ(Δ(θ'), e)
 *
 * In this file: these lines (`define`, `deliver`), and the end of traces and objects. Around it: what is decided before the
 * first event (`plan.ts`); Δ, 𝒰, `disable` and 𝒯, which hang on the parameter objects themselves (`instances.ts`); σ, by
 * whole groups where an event does not bind the leaf, so that an event of a long-lived object visits no monitor
 * (`group-stepping.ts`, `individual-stepping.ts`), over a table (`transitions.ts`); shortcuts for the events that nearly
 * all are, which never come here (`signallers.ts`).
 *
 * Cost: an event that creates nothing allocates nothing. A direct event costs the number of instances at its leaf (one, as
 * a rule), a broadcast the number of states. An instance takes one monitor and, for its leaf's first, one slot and a stamp;
 * one that is a state and a site only takes a number on its object (`words.ts`).
 *
 * Collection: a monitor dies with its leaf, without anybody's doing. One whose state has no future is moved to the dead
 * state and out of its group; it stays as a mark, since a binding must not be defined twice. A known death (`died`) also
 * ends what the dead parameter was needed for. Counts in groups are not touched by garbage collection.
 *
 * With traces kept, monitors are individuals and each is at the node of its slice (`trace/trace-store.ts`). Algorithm E
 * has nodes in place of states.
 *
 * Known cost: a leaf that outlives the other parameters of its instances (declared in the wrong order) keeps their monitors
 * as long as it lives; a join that looks for its sources by a parameter other than their leaf keeps them as long as that
 * parameter lives, unless every report needs the leaf again.
 *
 * Rejected: generated switches in place of the table (24 against 3.9 ns); a table of small integers in place of Int32Array
 * and slots that their constructor fills (5 % at most). On the way of most events members are not `#private`, since V8
 * checks the brand of the receiver at each call (27 → 24 ns when it was measured).
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { Signaller } from '../../spec/signaller.ts'
import { AuthoredCode } from '../authored-code.ts'
import type { Monitoring, MonitoringOptions, Site, Statistics } from '../monitoring.ts'
import type { Selection } from '../select/selection.ts'
import { TraceStore } from '../trace/trace-store.ts'
import { GroupStepping } from './group-stepping.ts'
import { groupFor, type GroupSet } from './groups.ts'
import { IndividualStepping } from './individual-stepping.ts'
import { Instances, type InstancesOptions } from './instances.ts'
import { agreesBesidesLeaf, type Monitor, type Roster, slotOf, stateOf } from './monitors.ts'
import {
  type Domain,
  type EventPlan,
  type Join,
  makePlan,
  type Plan,
  type PlanOptions,
  withoutCreation,
} from './plan.ts'
import { PutOff, putOffShape } from './put-off.ts'
import { Reporting } from './reporting.ts'
import { makeSignaller } from './signallers.ts'
import { agrees, firstInstance, type Slot } from './slots.ts'
import type { Stepping, SteppingOptions } from './stepping.ts'
import { Tally } from './tally.ts'
import { isLive, type Transitions } from './transitions.ts'

/** What only tests, selection and algorithm E set. */
export interface InternalOptions {
  readonly store?: TraceStore
  /** Algorithm E's: nodes of the store in place of states. Nothing is collected then. */
  readonly nodes?: {
    readonly over: (transitions: Transitions) => Transitions
    readonly groupFor: InstancesOptions['groupFor']
    readonly stepping: (options: SteppingOptions, instances: Instances, plan: Plan) => GroupStepping
    readonly signaller: (engine: AlgorithmD, plan: EventPlan, event: number) => Signaller
  }
  /** Decides which monitors are created; they keep their slices in `store`. */
  readonly selection?: Selection | undefined
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

export class AlgorithmD implements Monitoring {
  readonly spec: CompiledSpec
  readonly traces: TraceStore | undefined
  readonly plan: Plan
  readonly tally: Tally
  readonly instances: Instances
  readonly reporting: Reporting
  readonly stepping: Stepping
  /** `stepping`, where monitors are individuals. */
  readonly #individuals: IndividualStepping | undefined
  readonly #clock: MonitoringOptions['clock']
  readonly selection: Selection | undefined
  /** The domain whose instances may be skipped; undefined without selection. */
  readonly selected: Domain | undefined
  /** Instances that are made when something happens to them; undefined where all are made at once. */
  readonly putOff: PutOff | undefined
  readonly #makeSignaller: typeof makeSignaller
  /** By event, what `signal` calls; most events of most specs never come. */
  readonly #signallers: (Signaller | undefined)[] = []

  constructor(spec: CompiledSpec, options: MonitoringOptions, { nodes, store, selection, without }: InternalOptions) {
    this.spec = spec
    this.traces = store ?? (options.traces === true ? new TraceStore() : undefined)
    this.#clock = options.clock
    const collects = options.collect !== false && options.traces !== true && nodes === undefined
    const plan = makePlan(spec, {
      collect: collects,
      traces: options.traces === true && nodes === undefined,
      timed: options.clock !== undefined,
      over: nodes?.over,
      without,
    })
    this.plan = plan
    this.selection = selection
    this.selected = selection === undefined ? undefined : plan.selectable
    const tally = new Tally(options.clock !== undefined)
    this.tally = tally
    const identify = options.identify === true
    this.instances = new Instances({
      spec,
      plan,
      counts: tally.counts,
      identify,
      packs: !plan.individual && selection === undefined,
      sparse: selection?.sparse === true,
      valueLimit: options.valueLimit,
      groupFor: nodes?.groupFor ?? groupFor,
      onDeath: (parameter, slot) => this.#signalDeath(parameter, slot, undefined),
      onEviction: (slot) => this.stepping.silence(slot),
    })
    const reporting = new Reporting(spec, tally.counts, options.sink, this.traces)
    this.reporting = reporting
    const stepping = { spec, tally, reporting, collects, identify }
    if (plan.individual) {
      this.#individuals = new IndividualStepping(stepping, new AuthoredCode(spec, options), this.traces, options.clock)
      this.stepping = this.#individuals
    } else
      this.stepping = nodes?.stepping(stepping, this.instances, plan) ?? new GroupStepping(stepping, this.instances)
    selection?.attach(this.traces!, this.stepping, plan)
    const atOnce = nodes !== undefined || selection !== undefined
    const shape = atOnce || this.instances.watches ? undefined : putOffShape(spec, plan)
    this.putOff = shape && new PutOff(this.instances, shape, tally.counts)
    this.#makeSignaller = nodes?.signaller ?? makeSignaller
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const signaller = this.#signallers[event] ?? this.signaller(event)
    signaller(site, a, b, c, d)
  }

  /** The event's own function, which has what is known of it beforehand as constants: for handlers to call. */
  signaller(event: number): Signaller {
    return (this.#signallers[event] ??= this.#makeSignaller(this, this.plan.events[event]!, event))
  }

  signallerWithoutCreation(event: number): Signaller {
    return this.#makeSignaller(this, withoutCreation(this.plan, event), event)
  }

  /** An event that took no shortcut. The slots are those of the values that it binds. */
  process(
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
    if (this.#clock !== undefined) return this.#processTimed(plan, event, site, p0, p1, p2, p3, a, b, c, d)
    if (plan.exact) {
      const monitor = this.instances.lookup(plan.own!, p0, p1, p2, p3) ?? this.defineNew(plan, site, p0, p1, p2, p3)
      if (monitor !== null) this.stepping.take(monitor, event, site, a, b, c, d)
      return
    }
    if (plan.defines) this.define(plan, site, p0, p1, p2, p3)
    this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d)
  }

  #processTimed(
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
    const clock = this.#clock!
    const time = this.tally.counts.time!
    const begin = clock()
    const authoredBefore = time.authored
    if (plan.defines) this.define(plan, site, p0, p1, p2, p3)
    const defined = clock()
    const authoredBetween = time.authored
    time.indexing += defined - begin - (authoredBetween - authoredBefore)
    this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d)
    time.stepping += clock() - defined - (time.authored - authoredBetween)
  }

  /** Lines 1 to 5: instances that the event brings about. */
  private define(
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): void {
    const { own, joins } = plan
    const { instances, tally } = this
    if (own !== undefined && instances.lookup(own, p0, p1, p2, p3) !== null) return
    // While there are no monitors, no stamp can matter.
    if (tally.any) for (let i = 0; i < joins.length; i++) this.join(joins[i]!, plan, site, p0, p1, p2, p3)
    if (joins.length === 0 || own === undefined || instances.lookup(own, p0, p1, p2, p3) === null)
      this.defineNew(plan, site, p0, p1, p2, p3)
    if (plan.stamps && tally.any) instances.disable(plan, p0, p1, p2, p3)
  }

  /** Lines 2 and 3 for one enable set. */
  private join(
    join: Join,
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): void {
    const { source, shared } = join
    const { leaf } = source
    if (leaf === -1) {
      const { root } = this.instances
      if (root !== null) this.defineTo(join, root, plan, site, p0, p1, p2, p3)
      return
    }
    if (join.roster) {
      const roster = this.instances.rosterOf(source, shared, p0, p1, p2, p3)
      if (roster === null) return
      const { members } = roster
      const length = members.length
      for (let i = 0; i < length; i++) {
        const monitor = roster.instance(members, i)
        if (monitor !== undefined) this.defineTo(join, monitor, plan, site, p0, p1, p2, p3)
      }
      return
    }
    const slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
    for (let monitor = firstInstance(slot!); monitor !== null; monitor = monitor.sibling) {
      if (monitor.domain === source && agreesBesidesLeaf(monitor, shared, p0, p1, p2, p3))
        this.defineTo(join, monitor, plan, site, p0, p1, p2, p3)
    }
  }

  /** Δ(θ'' ⊔ θ) ← Δ(θ''), unless a part of it that is not of θ'' had an event that θ'' did not see. */
  private defineTo(
    join: Join,
    from: Monitor,
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): void {
    const { target, stamps, elders } = join
    const { instances } = this
    if (!isLive(target.transitions, stateOf(from))) return
    const q0 = (plan.set & 1) === 0 ? slotOf(from, 0) : p0
    const q1 = (plan.set & 2) === 0 ? slotOf(from, 1) : p1
    const q2 = (plan.set & 4) === 0 ? slotOf(from, 2) : p2
    const q3 = (plan.set & 8) === 0 ? slotOf(from, 3) : p3
    if (instances.lookup(target, q0, q1, q2, q3) !== null) return
    for (let i = 0; i < stamps.length; i++) if (instances.disabled(stamps[i]!, q0, q1, q2, q3) > from.time) return
    for (let i = 0; i < elders.length; i++) {
      const elder = instances.lookup(elders[i]!, q0, q1, q2, q3)
      if (elder !== null && elder.time < from.time) return
    }
    const monitor = this.make(target, from, site, q0, q1, q2, q3)
    if (monitor !== null && target.leaf !== plan.leaf) instances.place(monitor)
  }

  /** Line 4: the instance that a creation event makes of its own binding, unless a part of it has one. */
  private defineNew(
    plan: EventPlan,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): Monitor | null {
    if (!plan.creation) return null
    const { instances } = this
    const { smaller } = plan
    const domain = plan.own!
    for (let i = 0; i < smaller.length; i++) if (instances.lookup(smaller[i]!, p0, p1, p2, p3) !== null) return null
    return this.make(domain, null, site, p0, p1, p2, p3)
  }

  /** An instance that goes on from another, or begins; null where selection lets it be skipped. */
  private make(
    domain: Domain,
    from: Monitor | null,
    site: Site,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ): Monitor | null {
    const { instances } = this
    const admitted = domain !== this.selected || this.selection!.admits(site)
    if (!admitted && !this.selection!.judgesAll) {
      instances.skip(domain, p0, p1, p2, p3)
      return null
    }
    const monitor =
      from === null
        ? instances.add(domain, p0, p1, p2, p3, instances.tick(), site, domain.fresh)
        : instances.add(domain, p0, p1, p2, p3, from.time, from.site, stateOf(from))
    if (admitted && domain === this.selected) this.selection!.watch(monitor)
    if (from === null) this.#individuals?.begin(monitor, admitted)
    else this.#individuals?.copy(from, monitor, admitted)
    return monitor
  }

  /** Line 6: the event reaches the instances that are at least as informative as its binding. */
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
    const { instances, stepping } = this
    const slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3
    if (plan.direct) {
      const single = plan.parameters.length === 1
      for (let monitor = firstInstance(slot!); monitor !== null;) {
        // Taken before, since a handler may signal events that define further instances here.
        const next: Monitor | null = monitor.sibling
        if (single || agreesBesidesLeaf(monitor, set, p0, p1, p2, p3)) stepping.take(monitor, event, site, a, b, c, d)
        monitor = next
      }
    } else if (set === 0 && instances.root !== null) stepping.take(instances.root, event, site, a, b, c, d)
    for (let i = 0; i < broadcasts.length; i++) {
      const { domain, level } = broadcasts[i]!
      if (level === -1) {
        const roster = instances.rosterOf(domain, set, p0, p1, p2, p3)
        if (roster !== null) stepping.broadcast(roster, event, site, a, b, c, d)
        continue
      }
      for (let to = slot === null ? instances.sets : slot.sets; to !== null; to = to.next) {
        if (to.domain === domain && to.level === level && agrees(to, set, p0, p1, p2, p3))
          stepping.broadcast(to, event, site, a, b, c, d)
      }
    }
    if (plan.terminal) {
      this.selection?.endTraces()
      this.tally.endTrace()
      instances.endTrace()
    }
  }

  died(value: unknown): void {
    const { parameters } = this.spec
    const { instances } = this
    for (let p = 0; p < parameters.length; p++) {
      if (parameters[p]!.kind !== 'object') continue
      const slot = instances.find(p, value)
      if (slot === null) continue
      this.#signalDeath(p, slot, value)
      if (instances.find(p, value) !== slot) continue
      this.stepping.release(p, slot)
      instances.forget(p, slot, value)
    }
  }

  #signalDeath(parameter: number, slot: Slot, value: unknown): void {
    const events = this.plan.deaths[parameter]!
    for (let i = 0; i < events.length; i++) {
      this.tally.counts.events++
      const p0 = parameter === 0 ? slot : null
      const p1 = parameter === 1 ? slot : null
      const p2 = parameter === 2 ? slot : null
      const p3 = parameter === 3 ? slot : null
      this.process(this.plan.events[events[i]!]!, events[i]!, 0, p0, p1, p2, p3, value, value, value, value)
    }
  }

  finish(): void {
    this.selection?.endTraces()
  }

  /** The slot of a value in this trace and what hangs on no value: where integrity checks begin. */
  inspect(parameter: number, value: unknown): Slot | null {
    return this.instances.find(parameter, value)
  }

  inspectRoots(): { readonly root: Monitor | null; readonly sets: GroupSet | null; readonly rosters: Roster | null } {
    return this.instances
  }

  statistics(): Statistics {
    return this.tally.statistics()
  }
}
