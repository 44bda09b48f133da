/**
 * State groups: how an event of a long-lived object steps all monitors above it without visiting one. HOT.
 *
 * A group stands for all monitors of a domain that agree on a level (see `plan.ts`) and are in the same state. A monitor
 * points at its group and has no state of its own; the group keeps how many point at it, and nothing points back. A
 * broadcast then moves whole groups: one that comes into the state of another is merged into it (union-find, with path
 * halving). So a broadcast costs O(states), whatever the number of monitors, and its reports count monitors of dead objects
 * exactly as those of living ones: nothing depends on when garbage is collected, and nothing has to be weak.
 *
 * Levels nest. A group of an inner level has no state of its own either but a parent, a group of the next outer level;
 * the state stands at the outermost. A broadcast at an inner level detaches its groups and hangs them under other parents.
 * Counts include everything below, so changes run outward. Two groups of an inner set may come to have the same state by
 * an outer broadcast; they are merged when the inner set is broadcast to.
 *
 * Invariants (checked after each event by the integrity tests):
 *   - n = monitors ever pointed here and not yet moved away, including those of groups below;
 *   - a merged group is in no set and no longer counts;
 *   - a group with n = 0 is pointed at by no monitor and may be given any state ("recycled").
 *
 * Rejected, measured in the prototype (map × iterator, ns/event): nested WeakMaps 1,430 to 24,000; lists of WeakRefs 200 to
 * 21,000, since dead monitors are walked until a major collection; groups 42 to 103.
 */

import type { State } from '../../logic/template.ts'
import { type Bound, type OwnMap, restless, type Slot } from './slots.ts'
import type { Domain } from './plan.ts'
import type { Monitor } from './monitors.ts'

export class Group {
  /** Meaningful at the outermost level only. */
  state: State
  n = 0
  readonly set: GroupSet
  /** The group of the same set that this one became part of. */
  merged: Group | null = null
  /** The group of the next outer level that this one is in; null at the outermost. */
  parent: Group | null
  next: Group | null = null
  /** For algorithm E: up to where it has taken the set's log. */
  taken = 0
  /** Who points here or below; kept only where reports must name instances. */
  members: Set<Monitor> | null = null

  constructor(set: GroupSet, state: State, parent: Group | null) {
    this.set = set
    this.state = state
    this.parent = parent
  }
}

/** Algorithm E's record of the broadcasts that it has put off for a set (`../e/node-stepping.ts`). */
export class SetLog {
  /** The last of them, in the stepping's logs. */
  last = 0
  /** Whether the next broadcast is to be taken at once. */
  prompt = true
  /** How many more groups are made before equal ones are joined. */
  room: number

  constructor(room: number) {
    this.room = room
  }
}

/** Algorithm E's monitors of a set that have no events of their own any more (`../e/set-histories.ts`). */
export class Rest {
  /** The set's history, and in which round it was last added to. */
  history = 0
  round = 0
  /** Once they are in groups: these, by arrival. */
  left: OwnMap<number, Group> | null = null
}

/** The groups of the monitors of one domain that agree on one level. Monitors share it as the slots of their other parameters. */
export class GroupSet implements Bound {
  declare readonly p0: Slot | null
  declare readonly p1: Slot | null
  declare readonly p2: Slot | null
  declare readonly p3: Slot | null
  declare readonly domain: Domain
  /** Index into `domain.levels`. */
  declare readonly level: number
  /** Creation site of its monitors where the plan keeps them apart, else 0. */
  declare readonly site: number
  /** The set of the next outer level that contains this one. */
  declare readonly outer: GroupSet | null
  /** Next set at the same slot. */
  declare readonly next: GroupSet | null
  declare groups: Group | null
  /** The slot that has it among its sets; one that is nobody's for the level without parameters. */
  declare readonly at: Slot
  /** For algorithm E: a monitor that is in no group yet, and what not all groups have taken yet. */
  declare lone: Monitor | null
  declare log: SetLog | null
  /** And what is at rest. */
  declare rest: Rest | null

  /** First what most broadcasts ask for: it shares a cache line. */
  constructor(
    domain: Domain,
    level: number,
    site: number,
    at: Slot,
    outer: GroupSet | null,
    next: GroupSet | null,
    p0: Slot | null,
    p1: Slot | null,
    p2: Slot | null,
    p3: Slot | null,
  ) {
    const prefix = domain.levels[level]!
    this.domain = domain
    this.level = level
    this.next = next
    this.groups = null
    this.at = at
    this.outer = outer
    this.site = site
    this.lone = null
    this.log = null
    this.rest = null
    this.p0 = (prefix & 1) === 0 ? null : p0
    this.p1 = (prefix & 2) === 0 ? null : p1
    this.p2 = (prefix & 4) === 0 ? null : p2
    this.p3 = (prefix & 8) === 0 ? null : p3
  }
}

/** The group that a group became part of, or itself. */
export function canonical(group: Group): Group {
  let found = group
  while (found.merged !== null) {
    if (found.merged.merged !== null) found.merged = found.merged.merged
    found = found.merged
  }
  return found
}

/** The outermost group around a canonical one: it has the state. */
export function outermost(group: Group): Group {
  let found = group
  while (found.parent !== null) {
    const parent = canonical(found.parent)
    found.parent = parent
    found = parent
  }
  return found
}

/** Puts a group into its set. */
export function link(set: GroupSet, group: Group): void {
  group.next = set.groups
  set.groups = group
  set.at.steady = restless
}

/** The group for a state in a set, made when there is none. */
export function groupFor(set: GroupSet, state: State): Group {
  let empty: Group | null = null
  for (let group = set.groups; group !== null; group = group.next) {
    if (group.n === 0) empty = group
    else if ((group.parent === null ? group : outermost(group)).state === state) return group
  }
  const parent = set.outer === null ? null : groupFor(set.outer, state)
  if (empty !== null) {
    empty.state = state
    empty.parent = parent
    set.at.steady = restless
    return empty
  }
  const group = new Group(set, state, parent)
  link(set, group)
  return group
}

/** Adds to the counts of a canonical group and of all around it. */
export function count(group: Group, change: number): void {
  for (let g: Group | null = group; g !== null; g = g.parent === null ? null : canonical(g.parent)) {
    g.n += change
    g.set.at.steady = restless
  }
}

/** Members of a group enter or leave it and all around it. */
export function enroll(group: Group, monitor: Monitor, enters: boolean): void {
  for (let g: Group | null = group; g !== null; g = g.parent === null ? null : canonical(g.parent)) {
    if (enters) (g.members ??= new Set()).add(monitor)
    else g.members?.delete(monitor)
  }
}

/** Takes a whole group out of what is around it. */
export function detach(group: Group): void {
  if (group.parent === null) return
  const parent = canonical(group.parent)
  count(parent, -group.n)
  if (group.members !== null) for (const monitor of group.members) enroll(parent, monitor, false)
  group.parent = null
}

/** Hangs a detached group under another. */
export function attach(group: Group, parent: Group): void {
  group.parent = parent
  count(parent, group.n)
  if (group.members !== null) for (const monitor of group.members) enroll(parent, monitor, true)
}

/**
 * Makes two groups of the same set and state one, and gives the one that stays: the larger, so that chains of merged groups
 * stay short and the many small groups that a long life of broadcasts makes are let go. `kept` is in the set, `other` not.
 */
export function merge(kept: Group, other: Group): Group {
  if (other.n <= kept.n) {
    dissolve(other, kept)
    return kept
  }
  const set = kept.set
  const { next } = kept
  if (set.groups === kept) set.groups = other
  else {
    let before = set.groups!
    while (before.next !== kept) before = before.next!
    before.next = other
  }
  // What is around `kept` has the state; `other` moves there first.
  const { parent } = kept
  other.next = next
  other.state = kept.state
  detach(other)
  if (parent !== null) attach(other, canonical(parent))
  dissolve(kept, other)
  return other
}

function dissolve(group: Group, into: Group): void {
  detach(group)
  count(into, group.n)
  if (group.members !== null) for (const monitor of group.members) enroll(into, monitor, true)
  group.members = null
  group.next = null
  group.merged = into
}
