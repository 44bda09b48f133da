/**
 * Selective monitoring of one spec: an agent at each place where monitors are created, what it is told, and what is counted.
 * HOT where monitors are created; other events do not come here.
 *
 * Source: Valg, Algorithm 2. An agent decides before a monitor of a full binding is created. What differs:
 *
 * - When a trace is rewarded. It has ended at the end of a test or file, or when `lag` later decisions were made at its
 *   place without an event of its own. None of this depends on when garbage is collected, so a seed reproduces every choice.
 *   Until then nothing is said of it: overlapping asynchronous monitors must not look like duplicates of what they all
 *   begin with. A trace that goes on after it was thought to have ended shows that traces of the place last longer: the
 *   place waits twice as long from there on, and for that one again. Those that ended last are looked at for it: each when
 *   the next ends, when it has to make room, and at the end of the test or file.
 * - How a duplicate is recognised. The paper adds up hashes of events and pseudo-random numbers, and keeps a set of sums.
 *   Here the node of the trace store is the number of a trace with its places, exactly, and a bit at it is the set. Events
 *   that reach every monitor again and again, such as the end of a turn, make no trace different that they come last in: how
 *   many there are is time, and hardly two would be alike. Unless traces are wanted for themselves the same holds for
 *   changes of a collection after the last step of a loop: whether the loop was over does not show, and if not, its next
 *   step will.
 * - What becomes of a monitor that nobody looks at any more. Unless traces are wanted for themselves it goes on by its state
 *   alone: a list that is changed for hours would make the trace of each loop longer that ever went over it
 *   (automerge-classic, a tenth of the run).
 *
 * Cost: of a place whose agent has converged, one look-up and a count: it is known beforehand how many monitors the agent
 * declines before it looks again, so that nobody asks it for these (`passesOver`). Of one that learns, an entry for each monitor
 * whose trace has not ended; it holds the monitor's record and keeps no object alive. Most places see a handful of monitors
 * and have nothing to learn: until `unasked` were created there, there is no agent and nothing is waited for.
 */

import type { CompiledEvent, CompiledSpec } from '../../spec/compiled-spec.ts'
import { type Monitor, stateOf } from '../d/monitors.ts'
import type { Plan } from '../d/plan.ts'
import { OwnMap } from '../d/slots.ts'
import type { Stepping } from '../d/stepping.ts'
import { isSilent } from '../d/transitions.ts'
import type { Site } from '../monitoring.ts'
import { spreadSite } from '../site-spread.ts'
import { type Node, root, type TraceStore } from '../trace/trace-store.ts'
import type { Agent, Seen } from './agent.ts'
import { loggedDecision, loggedNews } from './agent-log.ts'
import { contextOf, isProxy, type SizedParameter } from './collection-size.ts'
import { KnownPaths } from './known-paths.ts'

export interface PlaceStatistics {
  readonly site: Site
  readonly created: number
  readonly skipped: number
  /** Of the traces that have ended, as far as the agent was told. */
  readonly unique: number
  readonly duplicate: number
  readonly converged: 'create' | 'skip' | undefined
}

export interface SelectionOptions {
  /** Makes the agent of a place. */
  readonly agent: (site: Site) => Agent
  /** How many later decisions at its place end a trace. */
  readonly lag: number
  /** How many monitors of a place are created, and forgotten, before there is an agent. */
  readonly unasked: number
  /** How the size of the collection is asked for that a monitor is about; undefined where it is about none. */
  readonly sizeOf?: SizedParameter['sizeOf'] | undefined
  /** Whether the agents' logs are kept (`agent-log.ts`). */
  readonly log?: boolean
  /** Whether traces are wanted for themselves, and go on when no agent asks for them any more. */
  readonly keepsTraces: boolean
  /** Whether most monitors are skipped, without a mark. */
  readonly sparse: boolean
}

/** Whether an event reaches every monitor and does not end their traces. */
export function isRecurring({ parameters, end, pointcuts }: CompiledEvent): boolean {
  return parameters === 0 && !end && pointcuts.length > 0
}

/**
 * By event, whether it reaches monitors only through what they share, and reports nothing by itself: a change of a list,
 * for all the loops that ever went over it. Empty where there is no such event.
 */
function quietBroadcasts({ events, selectable }: Plan): readonly boolean[] {
  if (selectable === undefined) return []
  const quiet = events.map(
    ({ parameters, broadcasts }, event) =>
      broadcasts.length > 0 &&
      !parameters.includes(selectable.leaf) &&
      broadcasts.every(({ domain }) => isSilent(domain.transitions, event, events.length)),
  )
  return quiet.includes(true) ? quiet : []
}

/** A monitor whose trace is waited for: where it was when it was last looked at, and at which decision it is again. */
class Watched {
  readonly monitor: Monitor
  /** Whether its agent is not told how it ends. */
  readonly foreseen: boolean
  /** Whether its agent was told that it will end like none before. */
  foretold = false
  node: Node = -1
  times = 0
  due = 0
  /** How many like it had ended before, if it is thought to have ended with a trace. */
  seen: Seen | undefined = undefined
  next: Watched | null = null

  constructor(monitor: Monitor, foreseen: boolean) {
    this.monitor = monitor
    this.foreseen = foreseen
  }
}

/** First in, first out. */
class Queue {
  first: Watched | null = null
  #last: Watched | null = null

  append(entry: Watched): void {
    if (this.#last === null) this.first = entry
    else this.#last.next = entry
    this.#last = entry
  }

  take(): Watched {
    const entry = this.first!
    this.first = entry.next
    if (entry.next === null) this.#last = null
    entry.next = null
    return entry
  }
}

/** Of places without an agent; nothing is ever put there. */
const none = new Queue()

/** Of each place, so many traces that have ended are looked at again. */
const endedMask = 15

/** The longest wait for a trace's end, in decisions. */
const longestLag = 4096

/**
 * How much longer a trace is waited for to which nothing has happened since its creation: a file that is being opened. Not
 * so a loop over a collection, to which something happens at once or never.
 */
const patience = 64

/** The number of decisions at a place until which a collection could be the first Proxy there: to ask takes 40 ns. */
const wary = 32

/** The number of decisions that are known beforehand at most: a small integer. */
const farthest = 1_000_000

/** Places of which so many are found without a look-up in a map (200 loops in turn: a tenth less time for each). */
const recentBits = 10

class Place implements PlaceStatistics {
  readonly site: Site
  /** Null while nobody is asked. */
  agent: Agent | null = null
  lag: number
  /** Whether a Proxy was met among the collections of the place. */
  proxies = false
  decisions = 0
  created = 0
  unique = 0
  duplicate = 0
  /** The decision at which a trace may have ended; Infinity while none is waited for. */
  due = Infinity
  /** Those that wait `lag` decisions, and those that wait longer because nothing has happened to them yet. */
  touched: Queue = none
  untouched: Queue = none
  /** Those whose traces were last thought to have ended, in a ring, and how many there have been. */
  readonly ended: (Watched | undefined)[] = []
  endings = 0
  /** How many decisions were known beforehand when it was last asked, and how many of them are left. */
  granted = 0
  left = 0
  log = ''

  constructor(site: Site, lag: number) {
    this.site = site
    this.lag = lag
  }

  begin(agent: Agent): Agent {
    this.touched = new Queue()
    this.untouched = new Queue()
    return (this.agent = agent)
  }

  get skipped(): number {
    return this.decisions + this.granted - this.left - this.created
  }

  /** Looks ahead: what the agent declines until it is told something. */
  grant(agent: Agent): void {
    this.granted = Math.min(agent.patience, this.due - this.decisions, farthest)
    this.left = this.granted
  }

  /** What was decided beforehand becomes what was decided. */
  settle(agent: Agent): void {
    const declined = this.granted - this.left
    if (declined > 0) agent.decline(declined)
    this.decisions += declined
    this.granted = 0
    this.left = 0
  }

  get converged(): 'create' | 'skip' | undefined {
    return this.agent?.converged
  }
}

export class Selection {
  readonly spec: CompiledSpec
  /**
   * Whether a monitor that is not admitted is there nevertheless, without a trace: where some event is only time, it ends
   * most monitors soon, and what costs is that their traces go on.
   */
  readonly judgesAll: boolean
  readonly sparse: boolean
  readonly #options: SelectionOptions
  readonly #sizeOf: SelectionOptions['sizeOf']
  readonly #logs: boolean
  readonly #unasked: number
  /** By event, whether it makes no trace different that it comes last in; none does where the list is empty. */
  #passing: readonly boolean[] = []
  /** Where the monitors' traces are. */
  #store: TraceStore | undefined
  #paths: KnownPaths | undefined
  #stepping: Stepping | undefined
  #individual = false
  readonly #places = new OwnMap<Site, Place>()
  readonly #all: Place[] = []
  /** Those of `#places` that were last asked for, by `recentAt` of their sites. */
  readonly #recent: (Place | undefined)[] = Array.from({ length: 1 << recentBits }, () => undefined)
  /** Where the last decision was made, and whether the monitoring has yet to ask for it. */
  #last: Place | undefined
  #foreseen = false
  /** Places with traces that are waited for; one may stand there twice. */
  #open: Place[] = []
  /** What is known of the monitor at hand. */
  #context = 0

  constructor(spec: CompiledSpec, options: SelectionOptions) {
    this.spec = spec
    this.#options = options
    this.#sizeOf = options.sizeOf
    this.#logs = options.log === true
    this.judgesAll = spec.events.some(isRecurring)
    this.sparse = options.sparse
    // A trace that nobody waits for would go on with each turn.
    this.#unasked = this.judgesAll ? 0 : options.unasked
  }

  /** The store of the monitoring that asks, and how its monitors take events. */
  attach(store: TraceStore, stepping: Stepping, plan: Plan): void {
    const { individual } = plan
    if (this.judgesAll) this.#passing = this.spec.events.map(isRecurring)
    else if (!this.#options.keepsTraces) this.#passing = quietBroadcasts(plan)
    this.#store = store
    this.#paths = new KnownPaths(store)
    this.#stepping = stepping
    this.#individual = individual
  }

  /** Whether a monitor is created at a place. If so, `watch` is told of it. */
  admits(site: Site): boolean {
    if (this.#foreseen) {
      this.#foreseen = false
      return true
    }
    const context = this.#context
    this.#context = 0
    return this.#decide(this.#at(site), context)
  }

  /** The collection that the next decision, at this place, is about. */
  measure(site: Site, collection: unknown): void {
    this.#context = this.#contextAt(this.#at(site), collection)
  }

  /**
   * Both, asked before the monitoring looks for monitors, where an object that is met for the first time needs no mark. If
   * so, the next call of `admits` is about the same and agrees, unless `watch` comes first.
   */
  foresees(site: Site, collection: unknown): boolean {
    const place = this.#at(site)
    if (place.decisions < this.#unasked) {
      place.decisions++
      place.created++
      return (this.#foreseen = true)
    }
    const context = this.#sizeOf === undefined ? 0 : this.#contextAt(place, collection)
    return (this.#foreseen = this.#decide(place, context))
  }

  /**
   * Whether it is known beforehand that the monitor of a loop over a collection is not created, at a place where loops were met;
   * it counts as skipped then. For whoever would have to make an object only to ask for one.
   */
  passesOver(site: Site, collection: unknown): boolean {
    const place = this.#recent[spreadSite(site, recentBits)]
    if (place === undefined || place.left === 0 || place.site !== site) return false
    if (this.#sizeOf !== undefined && !place.proxies && !place.agent!.knows(contextOf(this.#sizeOf, collection)))
      return false
    place.left--
    return true
  }

  #contextAt(place: Place, collection: unknown): number {
    if (this.#sizeOf === undefined || place.proxies) return 0
    if (place.decisions < wary && isProxy(collection)) {
      place.proxies = true
      return 0
    }
    return contextOf(this.#sizeOf, collection)
  }

  #decide(place: Place, context: number): boolean {
    if (place.granted > 0) place.settle(place.agent!)
    if (place.decisions >= place.due) this.#reward(place)
    const create = place.decisions++ < this.#unasked || (place.agent ?? this.#begin(place)).decide(context)
    if (create) place.created++
    const { agent } = place
    if (agent === null) return create
    if (this.#logs) place.log += loggedDecision(context, create)
    else if (!create && place.decisions >= wary) place.grant(agent)
    return create
  }

  /** The monitor that the last decision let be. */
  watch(monitor: Monitor): void {
    this.#foreseen = false
    const place = this.#last!
    const { agent } = place
    if (agent === null || agent.final) return this.#letGo(monitor)
    if (place.due === Infinity) this.#open[this.#open.length] = place
    this.#wait(place, place.touched, new Watched(monitor, agent.foreseen), place.lag)
  }

  /** Whether some trace is waited for. */
  get waits(): boolean {
    return this.#open.length > 0
  }

  /** All traces have ended: those of a test, or of a file. */
  endTraces(): void {
    if (!this.waits) return
    const open = this.#open
    this.#open = []
    this.#store!.settle()
    for (let i = 0; i < open.length; i++) {
      const place = open[i]!
      if (place.granted > 0) place.settle(place.agent!)
      this.#endAgain(place)
      this.#endAll(place, place.touched)
      this.#endAll(place, place.untouched)
      place.due = Infinity
    }
  }

  /** In the order in which the places were met. */
  get places(): readonly PlaceStatistics[] {
    return this.#all
  }

  /** What an agent decided and was told; see `agent-log.ts`. */
  logOf(site: Site): string {
    return this.#places.get(site)?.log ?? ''
  }

  #at(site: Site): Place {
    const recent = this.#recent[spreadSite(site, recentBits)]
    return (this.#last = recent !== undefined && recent.site === site ? recent : this.#search(site))
  }

  #search(site: Site): Place {
    let place = this.#places.get(site)
    if (place === undefined) {
      place = new Place(site, this.#options.lag)
      this.#places.set(site, place)
      this.#all[this.#all.length] = place
    }
    return (this.#recent[spreadSite(site, recentBits)] = place)
  }

  #begin(place: Place): Agent {
    return place.begin(this.#options.agent(place.site))
  }

  /** Tells the agent of traces that have ended. */
  #reward(place: Place): void {
    this.#store!.settle()
    const { touched, untouched } = place
    this.#inspect(place, touched)
    this.#inspect(place, untouched)
    place.due = Math.min(touched.first?.due ?? Infinity, untouched.first?.due ?? Infinity)
  }

  /** Looks at those of a queue whose time has come. */
  #inspect(place: Place, queue: Queue): void {
    for (let entry = queue.first; entry !== null && entry.due <= place.decisions; entry = queue.first) {
      queue.take()
      if (this.#look(entry)) {
        this.#foretell(place, entry)
        this.#wait(place, place.touched, entry, place.lag)
      } else if (queue === place.touched && this.#sizeOf === undefined && this.#isUntouched(entry))
        this.#wait(place, place.untouched, entry, place.lag * patience)
      else {
        this.#end(place, entry)
        if (!this.judgesAll) this.#remember(place, entry)
      }
    }
  }

  #foretell(place: Place, entry: Watched): void {
    if (entry.foretold || entry.foreseen || entry.node <= 0 || !this.#paths!.leavesAll(entry.node)) return
    entry.foretold = true
    place.agent!.foretell()
    if (this.#logs) place.log += loggedNews
  }

  #remember(place: Place, entry: Watched): void {
    const at = place.endings++ & endedMask
    this.#resume(place, (at - 1) & endedMask)
    this.#resume(place, at)
    const oldest = place.ended[at]
    if (oldest !== undefined) this.#letGo(oldest.monitor)
    place.ended[at] = entry
  }

  /** Nobody will look at a monitor again. */
  #letGo(monitor: Monitor): void {
    if (!this.#options.keepsTraces) this.#stepping!.leaveTrace(monitor)
  }

  /** Waits again for one that was thought to have ended, if it did not. */
  #resume(place: Place, at: number): void {
    const entry = place.ended[at]
    if (entry === undefined || !this.#goesOn(place, entry)) return
    place.ended[at] = undefined
    place.lag = Math.min(place.lag * 2, longestLag)
    this.#wait(place, place.touched, entry, place.lag)
  }

  /** Whether a trace that was thought to have ended did not; then it has not been one of the place's. */
  #goesOn(place: Place, ended: Watched): boolean {
    if (!this.#look(ended)) return false
    if (ended.seen === 0) place.unique--
    else if (ended.seen !== undefined) place.duplicate--
    return true
  }

  #wait(place: Place, queue: Queue, entry: Watched, decisions: number): void {
    entry.due = place.decisions + decisions
    queue.append(entry)
    if (entry.due < place.due) place.due = entry.due
  }

  #endAgain(place: Place): void {
    const { ended } = place
    for (let at = 0; at < ended.length; at++) {
      const entry = ended[at]
      if (entry === undefined) continue
      if (this.#goesOn(place, entry)) this.#end(place, entry)
      this.#letGo(entry.monitor)
    }
    ended.length = 0
    place.endings = 0
  }

  #endAll(place: Place, queue: Queue): void {
    while (queue.first !== null) {
      const entry = queue.take()
      this.#look(entry)
      this.#end(place, entry)
      this.#letGo(entry.monitor)
    }
  }

  /** Whether its trace is the creation event alone, and no time that the spec knows of has passed since. */
  #isUntouched({ monitor, times }: Watched): boolean {
    const node = this.#nodeOf(monitor)
    return node > 0 && times === 1 && this.#store!.parent(node) === root
  }

  #end(place: Place, entry: Watched): void {
    if (this.judgesAll) this.#stepping!.leaveTrace(entry.monitor)
    entry.seen = undefined
    // Without a node its trace was cut, or somebody ended the monitor: nothing is known of it.
    if (entry.node <= 0) return
    const seen = (entry.seen = this.#store!.end(entry.node))
    if (seen === 0) {
      place.unique++
      this.#paths!.add(entry.node)
    } else place.duplicate++
    const agent = place.agent!
    if (agent.final || entry.foreseen) return
    agent.learn(seen)
    if (this.#logs) place.log += seen
  }

  /** Brings an entry up to date; whether its trace has gone on since. */
  #look(entry: Watched): boolean {
    const node = this.#essence(this.#nodeOf(entry.monitor))
    const times = node > 0 ? this.#store!.times(node) : 0
    if (node === entry.node && times === entry.times) return false
    entry.node = node
    entry.times = times
    return true
  }

  /** A trace without what makes no difference at its end. */
  #essence(node: Node): Node {
    let last = node
    if (this.#passing.length > 0)
      while (last > 0 && this.#passing[this.#store!.event(last)]) last = this.#store!.parent(last)
    return last
  }

  /** The node of a monitor's trace: with its own parts where it has such, else it is its state. */
  #nodeOf(monitor: Monitor): Node {
    if (this.#individual) return monitor.more?.own?.node ?? -1
    const state = stateOf(monitor)
    return typeof state === 'number' ? state : -1
  }
}
