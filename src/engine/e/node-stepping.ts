/**
 * How algorithm E's monitors take events: as D's (`d/group-stepping.ts`), with nodes of the trace store in place of states.
 * Monitors of a long-lived object that have the same slice are one group. HOT.
 *
 * A broadcast makes every distinct slice longer, where D's moves one group per state. So a broadcast is put off if it
 * reports nothing whatever came before it: the set keeps it in a *log*, and a group takes what it has missed, in one go,
 * when one of its monitors has an event of its own, or when all are to be *settled*: somebody reads the store, a test begins
 * or ends, or much has been put off. What a put-off broadcast leads to is no secret: its reports are none, and each prefix
 * is still judged once, when its node is born.
 *
 * The monitor that came last to a set is lone and in no group, since what follows are mostly its own events. Earlier ones are
 * at rest, if all broadcasts may be put off: then they are no more than the set's history (`set-histories.ts`), until one of
 * them moves on. In groups they catch up by one look-up, if their set has the history of another (`broadcast-logs.ts`).
 *
 * Likewise a long run: an instance that takes the same event at the same place again and again, with no report and no
 * change of state, has its repetitions counted beside the store (`OpenRun`) until it does something else. (Under selection,
 * loops over 1,000 elements: 215 → 95 ns a step.)
 *
 * Neither holds a parameter object, and nothing put off is lost when one dies: what is pending is held here.
 *
 * Measured (ns an event, map × iterator with 40 iterators a map, runs of 1,000): see `docs/benchmarks.md`, `traces`.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { Signaller } from '../../spec/signaller.ts'
import { GroupStepping } from '../d/group-stepping.ts'
import { canonical, count, enroll, Group, groupFor, type GroupSet, link, merge, SetLog } from '../d/groups.ts'
import type { Instances } from '../d/instances.ts'
import type { Monitor } from '../d/monitors.ts'
import type { Domain, Plan } from '../d/plan.ts'
import { findSlot, firstInstance, heldAt, OwnMap, replaceWord, type Slot, slotFor, unowned } from '../d/slots.ts'
import type { SteppingOptions } from '../d/stepping.ts'
import { isSilent } from '../d/transitions.ts'
import type { Site } from '../monitoring.ts'
import { knownBits } from '../trace/node-layout.ts'
import { type Node, rank, root, type TraceStore } from '../trace/trace-store.ts'
import { BroadcastLogs, type LogEntry, noEntry } from './broadcast-logs.ts'
import type { NodeTransitions } from './node-transitions.ts'
import { nodeOf, NodeWords } from './node-words.ts'
import { isParked, SetHistories } from './set-histories.ts'

/** Taken before the program could replace it. */
const { max } = Math

/** The most broadcasts that are put off: by one set, and by all together. */
const logLimit = 256
const pendingLimit = 1 << 16

/** How many groups are looked at for one at the same node; equal ones that it misses are joined when there are many. */
const looks = 4
const fewGroups = 256

/** The run that is under way: a monitor repeats an event at a place. */
export class OpenRun {
  /** Null when there is none. */
  monitor: Monitor | null = null
  event = 0
  site: Site = 0
  /** Repetitions that the store does not know of. */
  times = 0
}

export interface NodeSteppingOptions {
  /** The most distinct slices that an object's broadcasts extend. */
  readonly groupLimit: number
  /** Whether moves are put off. */
  readonly putsOff: boolean
  /** Whether single monitors are looked at, after `TraceStore.settle`: broadcasts are not put off then. */
  readonly watched: boolean
}

export class NodeStepping extends GroupStepping {
  readonly run = new OpenRun()
  /** Null where instances are slots. */
  readonly words: NodeWords | null
  readonly #store: TraceStore
  readonly #groupLimit: number
  readonly #putsOff: boolean
  /** By event, whether its broadcasts may be put off. */
  readonly #silent: readonly boolean[]
  readonly #logs = new BroadcastLogs()
  /** Null where monitors do not rest. */
  readonly #histories: SetHistories | null
  /** Sets with a log, and the broadcasts in these. */
  #pending: GroupSet[] = []
  #putOffs = 0

  constructor(
    options: SteppingOptions,
    instances: Instances,
    plan: Plan,
    store: TraceStore,
    { groupLimit, putsOff, watched }: NodeSteppingOptions,
  ) {
    super(options, instances)
    this.#store = store
    this.#groupLimit = groupLimit
    this.#putsOff = putsOff
    const putsOffBroadcasts = putsOff && !watched
    this.#silent = plan.events.map((_, event) => putsOffBroadcasts && isQuiet(options.spec, plan, event))
    const resting = putsOffBroadcasts && !this.identify ? restingDomain(plan, this.#silent) : undefined
    this.#histories = resting === undefined ? null : new SetHistories(resting, plan, store, this.counts, groupLimit)
    const { packable, firstKey, since } = instances
    this.words = packable === undefined ? null : new NodeWords(firstKey + packable.leaf, packable, since, store)
    store.settle = () => this.settle()
  }

  override take(monitor: Monitor, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    if (this.run.monitor !== null) this.closeRun()
    const { domain } = monitor
    let { group } = monitor
    if (domain.levels.length > 1) return super.take(monitor, event, site, a, b, c, d)
    if (group === null && isParked(monitor.state)) group = this.#rouse(monitor, monitor.state)
    if (group === null) {
      if (monitor.state === domain.dead) return
      monitor.state = this.#stepOne(monitor, monitor.state, event, site, a, b, c, d)
      if (domain.levels.length > 0) this.instances.place(monitor)
      this.#openRun(monitor, monitor.state, event, site)
      return
    }
    if (group.merged !== null) monitor.group = group = canonical(group)
    const { set } = group
    if (set.log !== null) this.#catchUp(group, set.log.last)
    const { state } = group
    const to = this.#stepOne(monitor, state, event, site, a, b, c, d)
    // A monitor that is alone in its group takes the group along; from among others it goes alone.
    if (group.n === 1) group.state = to
    else if (to !== state) this.#goAlone(monitor, group, to)
    this.#openRun(monitor, to, event, site)
  }

  /** The monitor goes on by its state, as in D. Not where groups are nested. */
  override leaveTrace(monitor: Monitor): void {
    if (this.run.monitor === monitor) this.closeRun()
    const { domain } = monitor
    if (domain.levels.length > 1) return
    const transitions = domain.transitions as NodeTransitions
    let { group } = monitor
    if (group === null) {
      if (isNode(monitor.state)) monitor.state = transitions.withoutTrace(monitor.state)
      return
    }
    if (group.merged !== null) monitor.group = group = canonical(group)
    const { set } = group
    if (set.log !== null) this.#catchUp(group, set.log.last)
    if (!isNode(group.state)) return
    const to = transitions.withoutTrace(group.state)
    if (group.n === 1) group.state = to
    else this.#goAlone(monitor, group, to)
  }

  #goAlone(monitor: Monitor, group: Group, to: State): void {
    count(group, -1)
    if (this.identify) enroll(group, monitor, false)
    this.instances.enter(monitor, group.set, to)
  }

  /** The group of a monitor that was at rest, and is there no more. */
  #rouse(monitor: Monitor, state: number): Group {
    const set = monitor.others as GroupSet
    this.#unrest(set)
    return (monitor.group = this.#histories!.groupOf(set, state))
  }

  /** No monitor of a set is at rest any more. */
  #unrest(set: GroupSet): void {
    if (set.rest === null || set.rest.left !== null) return
    this.#histories!.leave(set)
    if (set.groups !== null) this.#limitSlices(set)
  }

  #stepOne(
    monitor: Monitor,
    state: State,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): State {
    const transitions = monitor.domain.transitions as NodeTransitions
    if (state === transitions.dead) return state
    this.counts.steps++
    const to = transitions.step(state, event, site, 1)
    if (transitions.fired !== 0) this.reporting.report(monitor, event, site, transitions.fired, a, b, c, d)
    return to
  }

  /** Begins a run if it is one: the monitor has the node to itself, as far as its set goes. */
  #openRun(monitor: Monitor, state: State, event: number, site: Site): void {
    if (!this.#putsOff || !isNode(state) || !this.#store.isLongRun(state)) return
    if (!(monitor.domain.transitions as NodeTransitions).idles(state, event)) return
    const { run } = this
    run.monitor = monitor
    run.event = event
    run.site = site
    run.times = 0
  }

  /** Lets the store know of the run that is under way, and ends it. */
  closeRun(): void {
    const { run } = this
    const { monitor, times } = run
    run.monitor = null
    if (monitor === null || times === 0) return
    this.counts.steps += times
    const holder = monitor.group ?? monitor
    const transitions = monitor.domain.transitions as NodeTransitions
    holder.state = transitions.repeat(holder.state as Node, times, 1)
  }

  /** The first instance of an object, which may be a word. */
  beginWord(object: object, event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    this.counts.events++
    const { instances } = this
    const { key, domain } = this.words!
    const transitions = domain.transitions as NodeTransitions
    transitions.enter(root)
    const to = transitions.step(root, event, site, 1)
    const { fired } = transitions
    if (!instances.createWord(key, object, this.words!.pack(to as Node))) {
      const slot = slotFor(object, key)
      instances.begin(slot, domain.leaf, object)
      instances.create(domain, slot, to, site)
    }
    if (fired !== 0) this.reporting.report(findSlot(object, key) as Monitor, event, site, fired, a, b, c, d)
  }

  /**
   * An instance that is a word takes an event off the path that was last taken, or stands in a table, and becomes a slot where
   * it has to; everything else is `withSlot`. All in one, which is too long for V8 to inline: so there is room for the way of
   * nearly all events (one parameter, duplicates: 17 → 12 ns an event where it was inlined).
   */
  stepHeld(
    object: object,
    event: number,
    withSlot: Signaller,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): void {
    const { counts, run } = this
    const { prefix, key, domain } = this.words!
    const held = heldAt(object, key)
    if (typeof held !== 'number' || held >>> knownBits !== prefix) return withSlot(site, a, b, c, d)
    const store = this.#store
    const from = nodeOf(held)
    const last = store.pass(from, event, site)
    if (last !== root) return replaceWord(object, key, held + rank(last) - rank(from))
    const known = store.turn(from, event, site)
    if (known !== root) return replaceWord(object, key, held + rank(known) - rank(from))
    counts.events++
    counts.steps++
    if (run.monitor !== null) this.closeRun()
    const transitions = domain.transitions as NodeTransitions
    const to = transitions.step(from, event, site, 1)
    const { fired } = transitions
    const word = fired === 0 && isNode(to) && !store.isLongRun(to) ? this.words!.pack(to) : unowned
    if (word !== unowned) return replaceWord(object, key, word)
    const slot = findSlot(object, key) as Monitor
    slot.state = to
    if (fired !== 0) this.reporting.report(slot, event, site, fired, a, b, c, d)
    this.#openRun(slot, to, event, site)
  }

  override broadcast(
    set: GroupSet,
    event: number,
    site: Site,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): boolean {
    if (this.run.monitor !== null) this.closeRun()
    if (this.#silent[event]! && set.outer === null) {
      this.#putOff(set, event, site)
      return false
    }
    this.#park(set)
    this.#unrest(set)
    if (set.log !== null) this.#settleSet(set, set.log)
    super.broadcast(set, event, site, a, b, c, d)
    // Groups of an inner level have their state further out, where there are as many.
    if (set.outer === null) this.#limitSlices(set)
    return false
  }

  /** A broadcast that reports nothing: a lone monitor takes it at once, groups when they have to. */
  #putOff(set: GroupSet, event: number, site: Site): void {
    const { lone, log } = set
    const transitions = set.domain.transitions as NodeTransitions
    if (lone !== null && lone.state !== transitions.dead) {
      this.counts.steps++
      lone.state = transitions.step(lone.state, event, site, 1)
    }
    const { rest } = set
    if (rest !== null && rest.left === null) {
      if (this.#histories!.broadcast(rest, this.#store.key(event, site))) return
      this.#unrest(set)
    }
    if (set.groups === null) return
    if (log === null || log.prompt) return this.#moveAll(set, event, site)
    log.last = this.#logs.add(log.last, this.#store.key(event, site))
    if (this.#logs.length(log.last) === logLimit) this.#settleSet(set, log)
    if (++this.#putOffs === pendingLimit) this.settle()
  }

  /**
   * Groups take a broadcast that reports nothing; where there are many, the next one is put off. The first one after all was
   * settled is not: so monitors of an earlier test are not found where they were by those of the next, which would hide
   * that these came there (`TraceStore.enterTest`).
   */
  #moveAll(set: GroupSet, event: number, site: Site): void {
    const transitions = set.domain.transitions as NodeTransitions
    let groups = 0
    for (let group = set.groups; group !== null; group = group.next) {
      if (group.n === 0 || group.state === transitions.dead) continue
      group.state = transitions.step(group.state, event, site, group.n)
      groups++
    }
    this.counts.steps += groups
    if (groups > 2) (set.log ?? this.#beginLog(set)).prompt = false
  }

  #beginLog(set: GroupSet): SetLog {
    this.#pending[this.#pending.length] = set
    return (set.log = new SetLog(fewGroups))
  }

  /** Makes all moves that were put off. */
  settle(): void {
    this.closeRun()
    if (this.#histories !== null) this.#histories.settle()
    const pending = this.#pending
    this.#pending = []
    this.#putOffs = 0
    for (let i = 0; i < pending.length; i++) {
      this.#settleSet(pending[i]!, pending[i]!.log!)
      pending[i]!.log = null
    }
    this.#logs.trim()
  }

  /** All groups of a set take what they have missed. It stays among the pending ones, with an empty log. */
  #settleSet(set: GroupSet, log: SetLog): void {
    const { last } = log
    log.last = noEntry
    let group = set.groups
    set.groups = null
    let groups = 0
    while (group !== null) {
      const { next } = group
      if (group.n > 0) {
        this.#catchUp(group, last)
        group.taken = noEntry
        link(set, group)
        groups++
      }
      group = next
    }
    if (groups > fewGroups) joinEqual(set)
    log.room = max(fewGroups, groups)
    this.#limitSlices(set)
  }

  #catchUp(group: Group, last: LogEntry): void {
    const { taken, state, n } = group
    if (taken === last) return
    group.taken = last
    const transitions = group.set.domain.transitions as NodeTransitions
    if (state === transitions.dead) return
    const logs = this.#logs
    const store = this.#store
    this.counts.steps += logs.length(last) - logs.length(taken)
    const outcome = isNode(state) ? logs.outcome(state, taken, last) : 0
    if (outcome !== 0) {
      store.shift(state as Node, outcome, n)
      group.state = outcome
      return
    }
    const lasts = isNode(state) && !store.isLongRun(state)
    const to = transitions.followAll(state, logs.keysAfter(taken, last), n)
    group.state = to
    // A node of a long run may go away.
    if (lasts && isNode(to) && !store.isLongRun(to)) logs.remember(state, taken, last, to)
  }

  /**
   * A monitor with a state is to be found by the broadcasts of a set. The last that came is *lone*: it keeps its state, so
   * that its own events concern nobody else. It goes into a group when the next one comes.
   */
  groupFor(set: GroupSet, state: State, monitor: Monitor): Group | null {
    if (set.domain.levels.length > 1) return groupFor(set, state)
    if (set.lone !== monitor) this.setApart(set, monitor)
    return null
  }

  /** Makes a monitor of a set the lone one. */
  setApart(set: GroupSet, monitor: Monitor): void {
    if (set.lone !== null) this.#park(set)
    set.lone = monitor
  }

  /** Puts the lone monitor of a set into a group. */
  #park(set: GroupSet): void {
    const { lone } = set
    set.lone = null
    if (lone === null || lone.state === set.domain.dead) return
    if (this.run.monitor === lone) this.closeRun()
    const histories = this.#histories
    if (histories !== null && histories.domain === set.domain && set.groups === null) {
      const at = histories.park(set, lone.state)
      if (at !== null) {
        lone.state = at
        return
      }
      this.#unrest(set)
    }
    const group = this.#groupAt(set, lone.state)
    group.n++
    if (this.identify) enroll(group, lone, true)
    lone.group = group
  }

  /** The group for a state in a set, made when there is none: one that has taken the whole log. */
  #groupAt(set: GroupSet, state: State): Group {
    const { log, groups: first } = set
    const taken = log === null ? noEntry : log.last
    for (let group = first, i = 0; group !== null && i < looks; group = group.next, i++)
      if (group.n > 0 && group.taken === taken && group.state === state) return group
    if (first !== null && first.n === 0) {
      first.state = state
      first.taken = taken
      return first
    }
    if (first !== null && (log ?? this.#beginLog(set)).room-- === 0) this.#settleSet(set, set.log!)
    const group = new Group(set, state, null)
    group.taken = set.log === null ? noEntry : set.log.last
    link(set, group)
    return group
  }

  override silence(slot: Slot): void {
    for (let set = slot.sets; set !== null; set = set.next) {
      this.#park(set)
      this.#unrest(set)
    }
    for (let monitor = firstInstance(slot); monitor !== null; monitor = monitor.sibling)
      if (isParked(monitor.state)) this.#rouse(monitor, monitor.state)
    this.settle()
    super.silence(slot)
  }

  #limitSlices(set: GroupSet): void {
    const limit = this.#groupLimit
    let slices = 0
    for (let group = set.groups; group !== null; group = group.next) if (group.n > 0 && isNode(group.state)) slices++
    if (slices <= limit) return
    let events = 0
    for (let group = set.groups; group !== null; group = group.next) events += this.#lengthOf(group)
    const transitions = set.domain.transitions as NodeTransitions
    let stay = 0
    let group = set.groups
    set.groups = null
    while (group !== null) {
      const { next } = group
      if (group.n > 0 && isNode(group.state)) {
        const goesOn = this.#lengthOf(group) * slices <= events && stay < limit / 2
        if (goesOn) stay++
        else group.state = transitions.endTrace(group.state, group.n)
      }
      const other = this.groupIn(set, group.state)
      if (other !== null) merge(other, group)
      else link(set, group)
      group = next
    }
  }

  #lengthOf({ n, state }: Group): number {
    return n > 0 && isNode(state) ? this.#store.length(state) : 0
  }

  /** Different nodes lead to different nodes: only instances without a trace can meet. */
  protected override groupIn(set: GroupSet, state: State): Group | null {
    return isNode(state) ? null : super.groupIn(set, state)
  }
}

/** Makes groups at the same node one. */
function joinEqual(set: GroupSet): void {
  const byState = new OwnMap<State, Group>()
  let group = set.groups
  set.groups = null
  while (group !== null) {
    const { next } = group
    const other = byState.get(group.state)
    if (other === undefined) link(set, group)
    byState.set(group.state, other === undefined ? group : merge(other, group))
    group = next
  }
}

/** Whether broadcasts of an event report nothing. Where joins read the states of others, or groups are nested, none is. */
function isQuiet({ events }: CompiledSpec, plan: Plan, event: number): boolean {
  return (
    plan.events.every(({ joins }) => joins.length === 0) &&
    plan.domains.every(({ levels }) => levels.length <= 1) &&
    !plan.events[event]!.terminal &&
    plan.events[event]!.broadcasts.every(({ domain }) => isSilent(domain.transitions, event, events.length))
  )
}

/** The domain whose monitors may come to rest: the only one with broadcasts, all of which may be put off. */
function restingDomain({ domains, events }: Plan, silent: readonly boolean[]): Domain | undefined {
  const reached = domains.filter(({ levels }) => levels.length > 0)
  const isQuiet = events.every(({ broadcasts }, event) => broadcasts.length === 0 || silent[event]!)
  return isQuiet && reached.length === 1 && reached[0]!.shared ? reached[0] : undefined
}

/** Whether a monitor in a state has a trace that goes on. */
function isNode(state: State): state is Node {
  return typeof state === 'number' && state >= 0
}
