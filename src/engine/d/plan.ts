/**
 * What algorithm D can decide about a spec before the first event: which instances can exist, which joins an event can
 * cause, whose `disable` stamps are ever asked for, and how an event reaches the instances that are more informative than
 * its own binding. The rest of this folder only follows it.
 *
 * Words. A *domain* is the parameter set of instances that can exist. Parameters are ordered by life: values and bytes,
 * which live to the end, then objects in the order of declaration, longest-lived first. The last parameter of a domain is
 * its *leaf*: the instance is kept by the leaf's object and dies with it. An event over S reaches an instance of domain D
 *
 *   - *directly* when S contains the leaf of D: the instance is in the leaf's own list;
 *   - by *broadcast* otherwise. The parameters of D up to the last one of S in order of life are a *level* of D. The
 *     instances that agree on a level form a group set (`groups.ts`), kept at the level's own last parameter, so a
 *     broadcast touches group sets and never instances. All levels of D are prefixes of it, hence nested. Where monitors
 *     are individuals (`individual`), a *roster* of them for S takes the place of the group set.
 *
 * Evicting a value (semantics 2) silences every instance that binds it and is planned as a broadcast from it.
 *
 * Source: Algorithm 1 of LazyMOP §2.2. Its createNewMonitorStates runs over all enable sets at each event; here only joins
 * whose source domain can exist are left, usually none. Cost: exponential in the number of parameters, which is at most 4.
 *
 * A process makes seventy plans, once each and before V8 has compiled any of this, between the first events of a program
 * whose `push`, `some` and `filter` are wrappers of ours. So what runs for every plan is loops that call none of these.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import { makeTransitions, type Transitions } from './transitions.ts'

export interface Domain {
  readonly set: ParameterSet
  /** The parameter whose object keeps the instances; -1 for the empty domain. */
  readonly leaf: number
  /** All of `set` but the leaf. */
  readonly rest: ParameterSet
  /** The last parameter before the leaf, which long lists at a leaf are indexed by; the leaf itself when there is no other. */
  readonly other: number
  readonly transitions: Transitions
  /** The table's own arrays, null without a table; and the dead state. */
  readonly rows: Int32Array | null
  readonly fires: Int32Array | null
  readonly dead: State
  readonly fresh: State
  /** Prefixes of the domain that group sets are kept for, ascending. Empty for individuals. */
  readonly levels: readonly ParameterSet[]
  /** Whether `rest` is the innermost level, so that monitors need not know their other parameters besides their group set. */
  readonly shared: boolean
  /** By level, its last parameter in order of life; -1 for the empty level. */
  readonly levelLeaves: readonly number[]
  /** Subsets that rosters are kept for: joins look for sources there, or events over them broadcast to individuals. */
  readonly rosters: readonly ParameterSet[]
  /** Whether each way to a report binds the leaf again, so that rosters may forget instances whose leaf died. */
  readonly needsLeaf: boolean
  /**
   * Parameters whose death may let rosters forget an instance: where it is in a state from which each way to a report binds
   * the dead object again.
   */
  readonly mortal: ParameterSet
}

export interface Join {
  readonly source: Domain
  readonly target: Domain
  /** What event and source have in common; the source's leaf is in it unless `roster`. */
  readonly shared: ParameterSet
  /** Whether sources are looked for in a roster over `shared`. */
  readonly roster: boolean
  /** The parts of the target, not of the source, whose `disable` stamp forbids the join when it is later than the source. */
  readonly stamps: readonly ParameterSet[]
  /** The parts of the target, not of the source, whose instance forbids the join when it is older than the source. */
  readonly elders: readonly Domain[]
}

export interface Broadcast {
  readonly domain: Domain
  /** Index into `domain.levels`, or -1: the roster over the event's own set. */
  readonly level: number
}

export interface EventPlan {
  readonly set: ParameterSet
  /** The parameters of `set`, and the last of them in order of life (-1: none). */
  readonly parameters: readonly number[]
  readonly leaf: number
  /** The domain of the event's own binding, if it can have instances. */
  readonly own: Domain | undefined
  readonly creation: boolean
  /** Whether it can bring about an instance or a stamp at all. */
  readonly defines: boolean
  /** Whether an unknown value must be remembered: the event creates, joins, stamps, or the value's death is an event. */
  readonly introduces: boolean
  /** Larger sources first. */
  readonly joins: readonly Join[]
  /** Smaller domains; an instance of one of them below the binding forbids creation. */
  readonly smaller: readonly Domain[]
  /** Whether the event's binding gets a `disable` stamp. */
  readonly stamps: boolean
  /** Whether some instance is reached through the list of the event's leaf. */
  readonly direct: boolean
  readonly broadcasts: readonly Broadcast[]
  /**
   * Whether it binds one parameter and only steps instances that are kept there, all of the same domain and known to be
   * defined; whether these have states of their own; and whether its binding, which has no instance, is stamped.
   */
  readonly lone: boolean
  readonly ungrouped: boolean
  readonly marks: boolean
  /** The table, if there is one, where the event is `lone` and leaves nothing behind: see `signallers.ts`. */
  readonly rows: Int32Array | null
  /** Whether it creates an instance, without further questions, when the value of its leaf is unknown; `first`: by a table. */
  readonly creates: boolean
  readonly first: boolean
  /** The broadcast that is all the event does, where it binds one parameter and that is the whole level. */
  readonly sole: Broadcast | null
  /** Whether the only instance that the event can concern is that of its own binding. */
  readonly exact: boolean
  readonly action: CompiledSpec['events'][number]['action']
  /** Whether it ends the trace of the whole spec: terminal and without parameters. */
  readonly terminal: boolean
}

export interface Plan {
  /** Whether every monitor is stepped for itself: its variables, action, handler, trace or other values matter. */
  readonly individual: boolean
  readonly domains: readonly Domain[]
  /** Instances that bind every parameter and are kept by an object: those that selection may skip. */
  readonly selectable: Domain | undefined
  /** The only domain, where its instances are in no list and bind one object: they can be words (`slots.ts`). */
  readonly packable: Domain | undefined
  readonly events: readonly EventPlan[]
  /** By parameter, its death events. */
  readonly deaths: readonly (readonly number[])[]
  /** Whether groups are kept apart by creation site: some broadcast reports end of life. */
  readonly sited: boolean
  /** Parameters whose values must be found again (weakly held) when another event completes a report. */
  readonly named: ParameterSet
  /** Objects besides these whose slots know whether they are still there. */
  readonly mourned: ParameterSet
  /** By parameter set, its last parameter in order of life; -1 for the empty set. */
  readonly leaves: readonly number[]
}

export interface PlanOptions {
  readonly collect: boolean
  readonly traces: boolean
  /** Whether time is measured, which shortcuts would escape. */
  readonly timed: boolean
  /** Makes other states of a domain's, for algorithm E. */
  readonly over: ((transitions: Transitions) => Transitions) | undefined
  /** For tests only: leaves out a check that keeps joins sound. */
  readonly without: 'disable' | 'timestamps' | undefined
}

const subsetsOf = (set: ParameterSet): ParameterSet[] => {
  const subsets: ParameterSet[] = []
  for (let subset = set; ; subset = (subset - 1) & set) {
    subsets[subsets.length] = subset
    if (subset === 0) return subsets
  }
}
const contains = (set: ParameterSet, part: ParameterSet) => (part & ~set) === 0
const size = (set: ParameterSet): number => (set === 0 ? 0 : 1 + size(set & (set - 1)))

function addOnce<T>(list: T[], one: T): void {
  if (!list.includes(one)) list[list.length] = one
}

/** Keeps the order of those that are as large. */
function sortBySize(sets: ParameterSet[], sign: 1 | -1): ParameterSet[] {
  return sets.length < 2 ? sets : sets.sort((a, b) => sign * (size(a) - size(b)))
}

export function makePlan(spec: CompiledSpec, options: PlanOptions): Plan {
  const { parameters: parts, events: given, connected, fullBinding, handler } = spec
  const count = parts.length
  const all = (1 << count) - 1
  const byLife = orderByLife(spec)
  const leafOf = leafBy(byLife)
  /** What of the set comes in order of life up to the parameter. */
  const prefix = (set: ParameterSet, last: number): ParameterSet => {
    let found = 0
    for (let i = 0; i < count; i++) {
      const p = byLife[i]!
      found |= set & (1 << p)
      if (p === last) return found
    }
    return found
  }

  // A handler may reset a monitor; enable sets, which speak of whole traces, are then void and every join is possible.
  const enable = handler === undefined ? spec.enable : given.map(() => subsetsOf(all))
  const reachable = reachableDomains(spec, enable)
  const joins = given.map(({ parameters }, e) => {
    const sources: ParameterSet[] = []
    const sets = enable[e]!
    for (let i = 0; i < sets.length; i++)
      if (reachable.includes(sets[i]!) && !contains(sets[i]!, parameters)) addOnce(sources, sets[i]!)
    return sortBySize(sources, -1)
  })
  const loose = looseDomains(spec, reachable, joins)

  const { named, broadcast } = namedElsewhere(spec, leafOf, reachable)
  const individual = broadcast || options.traces || isAuthored(spec)
  const isObject = (p: number) => parts[p]!.kind === 'object'
  const deaths = deathsIn(spec)
  const drops = options.collect && !options.traces
  /** Objects after whose death nobody notices that a monitor is gone which needs them again. */
  const mortal = drops && !deaths.anyAtAll ? mortalIn(spec) : 0

  const domains = reachable.map((set): Domain => {
    const leaf = leafOf(set)
    const others = leaf === -1 ? 0 : set & ~(1 << leaf)
    const plain = makeTransitions(spec, {
      domain: set,
      reports: !fullBinding || set === all,
      connected: connected && loose.includes(set),
      links: connected && loose.length > 0,
      collect: options.collect,
    })
    const transitions = options.over === undefined ? plain : options.over(plain)
    const broadcasting: ParameterSet[] = []
    const rosters: ParameterSet[] = []
    if (leaf !== -1) {
      for (let e = 0; e < given.length; e++) {
        const { parameters } = given[e]!
        if (contains(others, parameters)) addOnce(broadcasting, parameters)
      }
      for (let i = 0; i < count; i++) {
        const p = byLife[i]!
        if ((others & (1 << p)) !== 0 && !isObject(p)) addOnce(broadcasting, 1 << p)
      }
      if (individual) for (let i = 0; i < broadcasting.length; i++) addOnce(rosters, broadcasting[i]!)
      for (let e = 0; e < given.length; e++) {
        const { parameters } = given[e]!
        if ((parameters & (1 << leaf)) === 0 && joins[e]!.includes(set)) addOnce(rosters, parameters & set)
      }
    }
    const levels: ParameterSet[] = []
    if (!individual)
      for (let i = 0; i < broadcasting.length; i++) {
        const part = broadcasting[i]!
        addOnce(levels, part === 0 ? 0 : prefix(set, leafOf(part)))
      }
    sortBySize(levels, 1)
    const table = transitions.kind === 'table' ? transitions : undefined
    return {
      set,
      leaf,
      rest: others,
      other: others === 0 ? leaf : leafOf(others),
      transitions,
      rows: table === undefined ? null : table.rows,
      fires: table === undefined ? null : table.fires,
      dead: transitions.dead,
      fresh: transitions.fresh,
      levels,
      shared: others !== 0 && levels.at(-1) === others,
      levelLeaves: levels.map(leafOf),
      rosters,
      needsLeaf: drops && handler === undefined && leaf !== -1 && isObject(leaf) && alwaysNeeds(transitions, 1 << leaf),
      mortal: (mortal & set) !== 0 && sometimesNeeds(transitions, mortal & set) ? mortal & set : 0,
    }
  })
  const domainOf = (set: ParameterSet): Domain | undefined => {
    for (let i = 0; i < domains.length; i++) if (domains[i]!.set === set) return domains[i]
    return undefined
  }

  const planned = given.map(({ parameters }, e) =>
    joins[e]!.map((from): Join => {
      const source = domainOf(from)!
      const target = domainOf(from | parameters)!
      const beyond = subsetsOf(target.set).filter((part) => part !== 0 && !contains(from, part))
      return {
        source,
        target,
        shared: from & parameters,
        roster: source.leaf !== -1 && (parameters & (1 << source.leaf)) === 0,
        stamps:
          options.without === 'disable'
            ? []
            : beyond.filter((part) => given.some((event) => event.parameters === part)),
        elders: options.without === 'timestamps' ? [] : domains.filter((domain) => beyond.includes(domain.set)),
      }
    }),
  )
  /** Whether a join asks for the stamp of such a binding. */
  const isConsulted = (set: ParameterSet): boolean => {
    for (let e = 0; e < planned.length; e++)
      for (let i = 0; i < planned[e]!.length; i++) if (planned[e]![i]!.stamps.includes(set)) return true
    return false
  }

  const events = given.map((event, e): EventPlan => {
    const { parameters: set, creation } = event
    const parameters: number[] = []
    let hasBytes = false
    let dies = false
    for (let i = 0; i < count; i++) {
      const p = byLife[i]!
      if ((set & (1 << p)) === 0) continue
      parameters[parameters.length] = p
      hasBytes ||= parts[p]!.kind === 'bytes'
      dies ||= deaths.events[p]!.length > 0
    }
    const leaf = leafOf(set)
    const own = domainOf(set)
    const stamps = isConsulted(set)
    const joined = planned[e]!
    const defines = creation || stamps || joined.length > 0
    const broadcasts: Broadcast[] = []
    const smaller: Domain[] = []
    const here: Domain[] = []
    let isBelow = false
    let direct = false
    for (let i = 0; i < domains.length; i++) {
      const domain = domains[i]!
      if (domain.leaf === leaf) {
        here[here.length] = domain
        direct ||= leaf !== -1 && contains(domain.set, set)
      }
      if (domain.set === set) continue
      if (contains(set, domain.set)) smaller[smaller.length] = domain
      if (!contains(domain.set, set)) continue
      isBelow = true
      if (domain.leaf === leaf) continue
      const level = individual ? -1 : domain.levels.indexOf(set === 0 ? 0 : prefix(domain.set, leaf))
      broadcasts[broadcasts.length] = { domain, level }
    }
    const marks = stamps && own === undefined
    const certain = !individual && !options.timed && !hasBytes
    const isAlone = here.length === 1
    const lone =
      certain &&
      parameters.length === 1 &&
      broadcasts.length === 0 &&
      isAlone &&
      (here[0]!.set === set || (!creation && joined.length === 0))
    const exact = own !== undefined && !isBelow && joined.length === 0 && !stamps && set !== 0
    const creates = certain && exact && creation && smaller.length === 0
    const introduces = defines || dies
    const sole =
      certain && parameters.length === 1 && !introduces && !direct && broadcasts.length === 1 ? broadcasts[0]! : null
    return {
      set,
      parameters,
      leaf,
      own,
      creation,
      defines,
      introduces,
      joins: joined,
      smaller,
      stamps,
      direct,
      broadcasts,
      lone,
      rows: lone && !introduces && !marks ? here[0]!.rows : null,
      creates,
      first: creates && own.rows !== null,
      sole: sole !== null && sole.domain.levels[sole.level] === set ? sole : null,
      exact,
      marks,
      ungrouped: isAlone && here[0]!.levels.length === 0,
      action: event.action,
      terminal: event.end && set === 0,
    }
  })
  const leaves: number[] = []
  for (let set = 0; set <= all; set++) leaves[set] = leafOf(set)
  let sited = false
  for (let e = 0; e < events.length; e++) sited ||= events[e]!.broadcasts.length > 0 && given[e]!.blame === 'creation'
  // A value recurs: a mark on it would silence all places that meet it again.
  const whole = domainOf(all)
  const selectable = whole !== undefined && whole.leaf !== -1 && isObject(whole.leaf) ? whole : undefined
  const [only] = domains
  const packable =
    domains.length === 1 &&
    only!.rest === 0 &&
    only!.leaf !== -1 &&
    isObject(only!.leaf) &&
    only!.levels.length + only!.rosters.length === 0
      ? only
      : undefined
  return {
    individual,
    domains,
    selectable,
    packable,
    events,
    deaths: deaths.events,
    sited,
    named,
    mourned: mournedIn(domains, named, leafOf),
    leaves,
  }
}

/** Whether monitors of a spec are more than their state: variables, actions, a handler, or values that a report names. */
export function needsMonitorState(spec: CompiledSpec): boolean {
  return (
    isAuthored(spec) || namedElsewhere(spec, leafBy(orderByLife(spec)), reachableDomains(spec, spec.enable)).broadcast
  )
}

/** Whether code of the author's goes with its monitors. */
function isAuthored({ variables, handler, events }: CompiledSpec): boolean {
  if (variables !== undefined || handler !== undefined) return true
  for (let e = 0; e < events.length; e++) if (events[e]!.action !== undefined) return true
  return false
}

/** The last parameter of a set in order of life; -1 for the empty set. */
function leafBy(byLife: readonly number[]): (set: ParameterSet) => number {
  return (set) => {
    for (let i = byLife.length - 1; i >= 0; i--) if ((set & (1 << byLife[i]!)) !== 0) return byLife[i]!
    return -1
  }
}

/**
 * By event: whether it does nothing as long as there is no instance, so that whoever signals need not. That follows from the
 * definitions (a slice counts from its first creation event on) and so holds for every algorithm.
 */
export function waitingEvents(spec: CompiledSpec): boolean[] {
  const plain = { collect: true, traces: false, timed: false, over: undefined, without: undefined }
  const { events } = makePlan(spec, plain)
  // The end of the trace takes stamps away.
  const stamps = events.some((event) => event.stamps)
  return events.map(({ introduces, terminal }) => !introduces && !(terminal && stamps))
}

/** An event as if it were no creation event, without shortcuts: it is rare. */
export function withoutCreation({ events, deaths }: Plan, event: number): EventPlan {
  const plan = events[event]!
  const defines = plan.stamps || plan.joins.length > 0
  const introduces = defines || plan.parameters.some((p) => deaths[p]!.length > 0)
  const noShortcut = { lone: false, rows: null, creates: false, first: false, sole: null }
  return { ...plan, ...noShortcut, creation: false, defines, introduces }
}

function orderByLife({ parameters }: CompiledSpec): number[] {
  const order: number[] = []
  for (let p = 0; p < parameters.length; p++) if (parameters[p]!.kind !== 'object') order[order.length] = p
  for (let p = 0; p < parameters.length; p++) if (parameters[p]!.kind === 'object') order[order.length] = p
  return order
}

/** By parameter, the events that tell of its death. */
function deathsIn({ parameters, events }: CompiledSpec) {
  let anyAtAll = false
  const found = parameters.map(({ name, kind }) => {
    const deaths: number[] = []
    if (kind !== 'object') return deaths
    for (let e = 0; e < events.length; e++) {
      const { pointcuts } = events[e]!
      for (let i = 0; i < pointcuts.length; i++) {
        const cut = pointcuts[i]!
        if (cut.kind === 'collect' && cut.parameter === name) addOnce(deaths, e)
      }
    }
    anyAtAll ||= deaths.length > 0
    return deaths
  })
  return { events: found, anyAtAll }
}

function mortalIn(spec: CompiledSpec): ParameterSet {
  let set = 0
  for (let p = 0; p < spec.parameters.length; p++)
    if (spec.parameters[p]!.kind === 'object' && actsOnlyWith(spec, p)) set |= 1 << p
  return set
}

/** Domains of creation events, and of what joins make of them, ascending. */
function reachableDomains({ events }: CompiledSpec, enable: readonly (readonly ParameterSet[])[]): ParameterSet[] {
  const found: ParameterSet[] = []
  for (let e = 0; e < events.length; e++) if (events[e]!.creation) addOnce(found, events[e]!.parameters)
  for (let before = -1; before !== found.length;) {
    before = found.length
    for (let e = 0; e < events.length; e++) {
      const { parameters } = events[e]!
      const sources = enable[e]!
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i]!
        if (!contains(source, parameters) && found.includes(source)) addOnce(found, source | parameters)
      }
    }
  }
  return found.length < 2 ? found : found.sort((a, b) => a - b)
}

/** Domains with an instance whose parameters are not connected by the events that made it. */
function looseDomains(
  { events }: CompiledSpec,
  reachable: readonly ParameterSet[],
  joins: readonly (readonly ParameterSet[])[],
): ParameterSet[] {
  const loose: ParameterSet[] = []
  for (let before = -1; before !== loose.length;) {
    before = loose.length
    for (let e = 0; e < events.length; e++) {
      const { parameters } = events[e]!
      const sources = joins[e]!
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i]!
        const target = source | parameters
        const apart = source !== 0 && parameters !== 0 && (source & parameters) === 0
        if (reachable.includes(target) && (apart || loose.includes(source))) addOnce(loose, target)
      }
    }
  }
  return loose
}

/** Parameters that a message names and an event completing its report may not bind; `broadcast` when that event may be one. */
function namedElsewhere(spec: CompiledSpec, leafOf: (set: ParameterSet) => number, reachable: readonly ParameterSet[]) {
  const { parameters, events, reports } = spec
  let named = 0
  let broadcast = false
  for (let i = 0; i < reports.length; i++) {
    const { category, message } = reports[i]!
    let text = 0
    for (let p = 0; p < parameters.length; p++) if (message.includes(`{${parameters[p]!.name}}`)) text |= 1 << p
    for (let e = 0; e < events.length; e++) {
      const bound = events[e]!.parameters
      if (contains(bound, text) || !completes(spec, e, category)) continue
      named |= text & ~bound
      for (let d = 0; d < reachable.length; d++)
        broadcast ||= contains(reachable[d]!, bound) && leafOf(reachable[d]!) !== leafOf(bound)
    }
  }
  return { named, broadcast }
}

/** Whether a report of the category can be made at the event. */
function completes(spec: CompiledSpec, event: number, category: number): boolean {
  const { table, categories } = spec.template
  if (table === undefined) return true
  const { next, verdicts, width, states } = table
  for (let s = 0; s < states; s++) {
    const held = categories[category]!.report === 'entry' && s !== table.start ? verdicts[s]! : 0
    if ((verdicts[next[s * width + event]!]! & ~held & (1 << category)) !== 0) return true
  }
  return false
}

/** Whether each event with an action binds the parameter, so that none of them comes after its death. */
function actsOnlyWith({ events }: CompiledSpec, parameter: number): boolean {
  for (let e = 0; e < events.length; e++)
    if (events[e]!.action !== undefined && (events[e]!.parameters & (1 << parameter)) === 0) return false
  return true
}

/** Parameters whose death has to be known for rosters to forget, besides those that are known since a report names them. */
function mournedIn(
  domains: readonly Domain[],
  named: ParameterSet,
  leafOf: (set: ParameterSet) => number,
): ParameterSet {
  let mourned = 0
  for (const { transitions, mortal, rosters } of domains) {
    if (mortal === 0 || rosters.length === 0 || transitions.kind === 'opaque') continue
    const { needs, live } = transitions
    for (let state = 0; state < needs.length; state++) {
      const needed = live[state] === 1 ? needs[state]! & mortal : 0
      // The one that dies first is enough.
      if (needed !== 0 && (needed & named) === 0) mourned |= 1 << leafOf(needed)
    }
  }
  return mourned
}

/** Whether there is a state from which each way to a report binds one of these again. */
function sometimesNeeds(transitions: Transitions, set: ParameterSet): boolean {
  if (transitions.kind === 'opaque') return false
  const { needs, live } = transitions
  for (let state = 0; state < needs.length; state++) if (live[state] === 1 && (needs[state]! & set) !== 0) return true
  return false
}

function alwaysNeeds(transitions: Transitions, set: ParameterSet): boolean {
  if (transitions.kind === 'opaque') return (transitions.needs & set) === set
  const { rows, needs, live } = transitions
  for (let i = 0; i < rows.length; i++) {
    const to = rows[i]! < 0 ? ~rows[i]! : rows[i]!
    if (live[to] === 1 && (needs[to]! & set) !== set) return false
  }
  return true
}
