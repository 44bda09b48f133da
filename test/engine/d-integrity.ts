/**
 * Algorithm D that re-checks every invariant of its index after every event: slots, lists at leaves, groups and their
 * counts on all levels, rosters, statistics. Used by all property tests of D. It remembers every monitor that it has seen,
 * so counts can be checked for those of dead objects too.
 */

import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { AlgorithmD, type InternalOptions } from '#src/engine/d/algorithm-d.ts'
import { canonical, type Group, type GroupSet, outermost } from '#src/engine/d/groups.ts'
import { type Monitor, type Roster, slotOf, stateOf } from '#src/engine/d/monitors.ts'
import { type Bound, firstInstance, restless, type Slot, slotAt, steadyMask, steadySteps } from '#src/engine/d/slots.ts'
import type { Algorithm, Monitoring, MonitoringOptions } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'

export function integrityChecking(internal: InternalOptions = {}): Algorithm {
  return (spec, options) => new IntegrityCheckingD(spec, options, internal)
}

const bits = (set: number) => [0, 1, 2, 3].filter((p) => ((set >> p) & 1) === 1)

/** How often a slot was found steady: a check of none would say nothing. */
export const steadySlots = { checked: 0 }

class IntegrityCheckingD implements Monitoring {
  readonly spec: CompiledSpec
  readonly #engine: AlgorithmD
  readonly #identify: boolean
  readonly #collects: boolean
  /** By parameter, the values of this trace that are not dead. */
  #values: Set<unknown>[]
  /** Of this trace, those of the dead included. */
  #monitors = new Set<Monitor>()
  #slots = new Set<Slot>()
  /** No look-up finds these any more, but joins out of instances of a dead value still hang theirs on them. */
  #dead: { readonly p: number; readonly slot: Slot }[] = []

  constructor(spec: CompiledSpec, options: MonitoringOptions, internal: InternalOptions) {
    this.spec = spec
    this.#engine = new AlgorithmD(spec, options, internal)
    this.#identify = options.identify === true
    this.#collects = options.collect !== false && options.traces !== true
    this.#values = spec.parameters.map(() => new Set())
  }

  signal(event: number, site: number, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const { parameters, end } = this.spec.events[event]!
    for (const p of bits(parameters)) this.#values[p]!.add([a, b, c, d][p])
    this.#engine.signal(event, site, a, b, c, d)
    if (end && parameters === 0) {
      this.#values = this.spec.parameters.map(() => new Set())
      this.#monitors = new Set()
      this.#slots = new Set()
      this.#dead = []
    }
    this.#check()
  }

  died(value: unknown): void {
    const slots = this.spec.parameters.map((_, p) => this.#engine.inspect(p, value))
    this.#engine.died(value)
    slots.forEach((slot, p) => {
      if (slot !== null && this.spec.parameters[p]!.kind === 'object') this.#dead.push({ p, slot })
    })
    this.spec.parameters.forEach(({ kind }, p) => {
      if (kind === 'object') this.#values[p]!.delete(value)
    })
    this.#check()
  }

  finish(): void {
    this.#engine.finish()
    this.#check()
  }

  statistics() {
    return this.#engine.statistics()
  }

  #check(): void {
    const { root, sets, rosters } = this.#engine.inspectRoots()
    this.#slots = new Set()
    this.#values.forEach((values, p) => {
      for (const value of values) {
        const slot = this.#engine.inspect(p, value)
        if (slot !== null) this.#slots.add(this.#checkSlot(p, slot))
      }
    })
    for (const { p, slot } of this.#dead) this.#checkSlot(p, slot)
    if (root !== null) this.#checkMonitor(root)
    for (const monitor of this.#monitors) this.#checkMonitor(monitor)
    const groupSets = [...chain(sets), ...[...this.#slots].flatMap((slot) => chain(slot.sets))]
    for (const set of groupSets) this.#checkSet(set, groupSets)
    const lists = [...chain(rosters), ...[...this.#slots].flatMap((slot) => chain(slot.more?.rosters ?? null))]
    for (const roster of lists) this.#checkRoster(roster)
    this.#checkStatistics()
  }

  #checkSlot(p: number, slot: Slot): Slot {
    const own: string[] = []
    for (const monitor of chain(firstInstance(slot), 'sibling')) {
      equal(monitor.domain.leaf, p, 'a monitor is kept by its leaf')
      equal(slotOf(monitor, p), slot, 'a monitor binds its leaf')
      this.#monitors.add(monitor)
      own.push(`${monitor.domain.set} ${this.#names(monitor.others)}`)
    }
    equal(new Set(own).size, own.length, 'an instance is defined once')
    const keys = chain(slot.sets).map((set) => `${set.domain.set} ${set.level} ${set.site} ${this.#names(set)}`)
    equal(new Set(keys).size, keys.length, 'a group set is made once')
    for (const set of chain(slot.sets)) equal(set.at, slot, 'a group set knows its slot')
    if (slot.steady !== restless) this.#checkSteady(slot)
    return slot
  }

  /** What is kept of the last broadcast is what another of its kind would do. */
  #checkSteady({ sets, steady }: Slot): void {
    const event = steady & steadyMask
    const { domain, level } = this.#engine.plan.events[event]!.sole!
    const groups = chain(sets)
      .filter((set) => set.domain === domain && set.level === level)
      .flatMap((set) => chain(set.groups))
      .filter(({ n, state }) => n > 0 && state !== domain.dead)
    equal(steadySteps(steady), groups.length, 'a steady slot knows its groups')
    for (const { state } of groups)
      equal(domain.rows![(state as number) + event], state, 'a steady event leaves groups as they are')
    steadySlots.checked++
  }

  readonly #numbers = new Map<Slot, number>()

  #names(bound: Bound | null): string {
    if (bound === null) return '-'
    return [bound.p0, bound.p1, bound.p2, bound.p3]
      .map((slot) => {
        if (slot === null) return '-'
        if (!this.#numbers.has(slot)) this.#numbers.set(slot, this.#numbers.size)
        return this.#numbers.get(slot)
      })
      .join()
  }

  #checkMonitor(monitor: Monitor): void {
    const { domain } = monitor
    for (let p = 0; p < 4; p++)
      equal(slotOf(monitor, p) !== null, ((domain.set >> p) & 1) === 1, 'a monitor binds its domain')
    if (domain.levels.length === 0) equal(monitor.group, null)
    else if (monitor.group === null) equal(monitor.state, domain.dead, 'only a dead monitor is in no group')
    else {
      const group = canonical(monitor.group)
      const level = domain.levels.length - 1
      equal(group.set.domain, domain)
      equal(group.set.level, level, 'a monitor is in a group of the innermost level')
      if (group.set.site !== 0) equal(group.set.site, monitor.site, 'groups are kept apart by creation site')
      for (const p of bits(domain.levels[level]!)) equal(slotAt(group.set, p), slotOf(monitor, p))
      ok(group.n > 0)
    }
  }

  #checkSet(set: GroupSet, all: readonly GroupSet[]): void {
    const { domain, level } = set
    const inner = all.filter((other) => other.outer === set)
    const states: unknown[] = []
    for (const group of chain(set.groups)) {
      equal(group.merged, null, 'a merged group is in no set')
      equal(group.set, set)
      if (group.n === 0) continue
      const { state } = outermost(group)
      if (state !== domain.dead && level === 0) {
        ok(!states.includes(state), 'one group per state')
        states.push(state)
      }
      if (state === domain.dead) continue
      const members = [...this.#monitors].filter((monitor) => isIn(monitor, group))
      equal(group.n, members.length, 'a group counts the monitors in it')
      if (this.#identify) deepEqual(group.members, new Set(members), 'a group knows its members')
      else equal(group.members, null)
    }
    for (const other of inner)
      for (const group of chain(other.groups))
        if (group.n > 0 && outermost(group).state !== domain.dead) equal(canonical(group.parent!).set, set)
  }

  #checkRoster(roster: Roster): void {
    const members = roster.members.map((_, i) => roster.instance(roster.members, i))
    equal(new Set(members).size, members.length, 'a roster lists a monitor once')
    for (const monitor of this.#monitors) {
      const belongs =
        monitor.domain === roster.domain &&
        bits(roster.set).every((p) => slotOf(monitor, p) === slotAt(roster, p)) &&
        stateOf(monitor) !== monitor.domain.dead
      if (belongs) ok(members.includes(monitor), 'a roster is complete')
    }
    for (const monitor of members) {
      equal(monitor!.domain, roster.domain)
      for (const p of bits(roster.set)) equal(slotOf(monitor!, p), slotAt(roster, p))
    }
  }

  #checkStatistics(): void {
    const { live, peak, monitors, collected } = this.#engine.statistics()
    const { root } = this.#engine.inspectRoots()
    const held = [...this.#monitors, ...(root === null ? [] : [root])]
    if (this.#collects)
      equal(
        live,
        held.filter((monitor) => stateOf(monitor) !== monitor.domain.dead).length,
        'live monitors are counted',
      )
    else equal(live, held.length)
    ok(peak >= live && monitors >= collected)
    for (const monitor of held) notEqual(monitor.time, 0)
  }
}

function isIn(monitor: Monitor, group: Group): boolean {
  if (monitor.group === null) return false
  for (let g: Group | null = canonical(monitor.group); g !== null; g = g.parent === null ? null : canonical(g.parent))
    if (g === group) return true
  return false
}

function chain<T extends object>(first: T | null, link: string = 'next'): T[] {
  const found: T[] = []
  for (let at = first; at !== null; at = (at as Record<string, T | null>)[link] ?? null) {
    ok(!found.includes(at), 'a chain has an end')
    found.push(at)
  }
  return found
}
