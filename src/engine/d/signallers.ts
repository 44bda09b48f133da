/**
 * What signals an event to algorithm D: each event has a function of its own, by the shape of its plan and with the plan's
 * parts as constants; handlers call it without a look at the plan. HOT: this is what nearly all events are.
 *
 * They are shortcuts through Algorithm 1 for events of one object that concern one instance, or nothing but groups, or an
 * object that no spec has met; everything else goes the general way (`AlgorithmD.process`).
 *
 * Against one method for all events (ns): a hot object 8.0 → 6.4, churn 17.2 → 12.9, map × iterator 35 → 26 with many
 * maps and 27 → 18 with hot ones. Each is small enough to be inlined, which
 * is why instances with states of their own and those in groups have a stepper each: one for both is too long (churn
 * 12.2 → 13.1).
 *
 * Not tried to the end: signallers generated as text, which in one experiment were quicker than closures on a hot object
 * and no quicker on churn; they would need a fallback where code generation is disallowed.
 */

import type { State } from '../../logic/template.ts'
import type { Signaller } from '../../spec/signaller.ts'
import { isObject } from '../identity.ts'
import type { Site } from '../monitoring.ts'
import type { AlgorithmD } from './algorithm-d.ts'
import { groupFor } from './groups.ts'
import type { Monitor } from './monitors.ts'
import type { Broadcast, Domain, EventPlan } from './plan.ts'
import type { PutOff } from './put-off.ts'
import {
  findSlot,
  findSource,
  firstSlotFor,
  heldAt,
  replaceWord,
  type Slot,
  slotFor,
  slotFrom,
  steadyAt,
  steadyMask,
  steadySteps,
  type Word,
} from './slots.ts'

export function makeSignaller(engine: AlgorithmD, plan: EventPlan, event: number): Signaller {
  if (plan.rows !== null)
    return engine.instances.words !== null
      ? wordStepper(engine, plan, event, plan.rows)
      : plan.ungrouped
        ? stepper(engine, plan, event, plan.rows)
        : groupStepper(engine, plan, event, plan.rows)
  if (plan.sole !== null) {
    const broadcast = broadcaster(engine, plan, event, plan.sole)
    return engine.putOff === undefined ? broadcast : noting(engine.putOff, plan, event, broadcast)
  }
  const domain = plan.own
  if (plan.first && domain !== undefined && !engine.instances.watches) {
    const to = domain.rows![(domain.fresh as number) + event]!
    const { rest, levels, other } = domain
    // One that reports or ends at once takes the general way.
    if (to >= 0 && engine.instances.words !== null) return wordCreator(engine, plan, event, domain.rows!, to)
    if (to >= 0 && rest === 0 && levels.length === 0) return creator(engine, plan, event, domain, to)
    if (to >= 0 && rest === 1 << other && levels.length === 1 && levels[0] === rest)
      return pairCreator(engine, plan, event, domain, to)
  }
  const { counts } = engine.tally
  return (site, a, b, c, d) => {
    counts.events++
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/** What nearly all events are: one object, one instance there that is a word, and a step that reports nothing. */
function wordStepper(engine: AlgorithmD, plan: EventPlan, event: number, rows: Int32Array): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const key = instances.firstKey + leaf
  const words = instances.words!
  const { bits, stateMask } = words
  const withSlot = stepper(engine, plan, event, rows)
  const stepSlot = slotStepper(engine, plan, event, rows)
  const toItsEnd = wordEnder(engine, event, withSlot)
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value !== 'object' || value === null) return withSlot(site, a, b, c, d)
    const word = heldAt(value, key)
    if (typeof word !== 'number') return stepSlot(slotFrom(word, value, key), site, a, b, c, d)
    const state = word & stateMask
    const to = rows[state + event]!
    if (to < 0 || word >>> bits !== words.prefix) return toItsEnd(value, word, site, a, b, c, d)
    counts.events++
    counts.steps++
    if (to !== state) replaceWord(value, key, word - state + to)
  }
}

/** The same for a step that reports or ends the instance: it stays a word, also where it reports again and again. */
function wordEnder(engine: AlgorithmD, event: number, otherwise: Signaller) {
  const { tally, instances, stepping } = engine
  const { counts } = tally
  const { fires, dead } = instances.packable!
  const words = instances.words!
  const { bits, stateMask } = words
  return (object: object, word: Word, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void => {
    if (word >>> bits !== words.prefix) return otherwise(site, a, b, c, d)
    counts.events++
    const state = word & stateMask
    if (fires![state + event] === 0) {
      counts.steps++
      replaceWord(object, words.key, word - state + (dead as number))
      tally.collect(1)
      return
    }
    const monitor = words.unpack(word) as Monitor
    stepping.take(monitor, event, site, a, b, c, d)
    replaceWord(object, words.key, word - state + (monitor.state as number))
  }
}

/** The same for an instance that is a slot. */
function stepper(engine: AlgorithmD, plan: EventPlan, event: number, rows: Int32Array): Signaller {
  const { leaf } = plan
  const key = engine.instances.firstKey + leaf
  const { counts } = engine.tally
  const step = slotStepper(engine, plan, event, rows)
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    // Functions take the longer way: one question less for all others.
    if (typeof value === 'object' && value !== null) return step(findSlot(value, key), site, a, b, c, d)
    counts.events++
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/** The same where the slot was found, or none. Those with more to them, such as siblings, take the longer way. */
function slotStepper(engine: AlgorithmD, plan: EventPlan, event: number, rows: Int32Array) {
  const { instances } = engine
  const { counts } = engine.tally
  return (slot: Slot | null, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void => {
    counts.events++
    if (slot === null || slot.time < instances.since) return
    if (slot.domain !== null && slot.more === null) {
      const state = slot.state as number
      const to = rows[state + event]!
      if (to >= 0) {
        counts.steps++
        if (to !== state) slot.state = to
        return
      }
    }
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/** The same for an instance in a group, or at its end, that the step leaves where it is. */
function groupStepper(engine: AlgorithmD, plan: EventPlan, event: number, rows: Int32Array): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const key = instances.firstKey + leaf
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    counts.events++
    if (typeof value === 'object' && value !== null) {
      const slot = findSlot(value, key)
      if (slot === null || slot.time < instances.since) return
      if (slot.domain !== null && slot.more === null) {
        const { group } = slot
        if (group === null || (group.merged === null && group.parent === null)) {
          const state = (group === null ? slot : group).state as number
          if (rows[state + event] === state) {
            counts.steps++
            return
          }
        }
      }
    }
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/** An event whose only effect is a broadcast from the one object it binds. */
export function broadcaster(
  engine: AlgorithmD,
  plan: EventPlan,
  event: number,
  { domain, level }: Broadcast,
): Signaller {
  const { instances, stepping } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const key = instances.firstKey + leaf
  const spread = (slot: Slot, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void => {
    const { steps } = counts
    let stays = true
    for (let set = slot.sets; set !== null; set = set.next)
      if (set.domain === domain && set.level === level && !stepping.broadcast(set, event, site, a, b, c, d))
        stays = false
    if (stays) slot.steady = steadyAt(event, counts.steps - steps)
  }
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    counts.events++
    if (typeof value !== 'object' || value === null) return signalGenerally(engine, plan, event, site, a, b, c, d)
    const slot = findSource(value, key)
    if (slot === null || slot.time < instances.since) return
    if ((slot.steady & steadyMask) === event) counts.steps += steadySteps(slot.steady)
    else spread(slot, site, a, b, c, d)
  }
}

/** The same where instances of the object may have been put off: these hear of it at their next step. */
function noting(putOff: PutOff, { leaf }: EventPlan, event: number, broadcast: Signaller): Signaller {
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : b
    if (isObject(value)) putOff.note(value, event)
    broadcast(site, a, b, c, d)
  }
}

/** The first instance of an object that no spec has met, or of which the others keep little. */
function wordCreator(engine: AlgorithmD, plan: EventPlan, event: number, rows: Int32Array, to: number): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const words = instances.words!
  const { key, bits } = words
  const step = wordStepper(engine, plan, event, rows)
  const otherwise: Signaller = (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    const word = typeof value === 'object' && value !== null ? heldAt(value, key) : null
    if (typeof word === 'number' && word >>> bits === words.prefix) return step(site, a, b, c, d)
    counts.events++
    signalOther(engine, plan, event, site, a, b, c, d)
  }
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value === 'object' && value !== null && instances.createWord(key, value, words.pack(site, to)))
      counts.events++
    else otherwise(site, a, b, c, d)
  }
}

/** The same where an instance is more than a word. */
function creator(engine: AlgorithmD, plan: EventPlan, event: number, domain: Domain, to: State): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const key = instances.firstKey + leaf
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    counts.events++
    const slot = typeof value === 'object' && value !== null ? firstSlotFor(value, key) : null
    if (slot === null) return signalOther(engine, plan, event, site, a, b, c, d)
    instances.create(domain, slot, to, site)
  }
}

/** The same for an instance of two parameters that is in the group of the other. */
function pairCreator(engine: AlgorithmD, plan: EventPlan, event: number, domain: Domain, to: State): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const { leaf } = plan
  const key = instances.firstKey + leaf
  const { other } = domain
  const { sited } = engine.plan
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    counts.events++
    const slot = typeof value === 'object' && value !== null ? firstSlotFor(value, key) : null
    if (slot === null) return signalOther(engine, plan, event, site, a, b, c, d)
    const at = instances.introduce(other, other === 0 ? a : other === 1 ? b : other === 2 ? c : d)
    if (at === null) return
    let set = at.sets
    if (set === null || set.domain !== domain || (sited && set.site !== site))
      set = instances.setOf(domain, 0, site, at, at, at, at)
    instances.create(domain, slot, to, site)
    slot.others = set
    let group = set.groups
    if (group === null || group.n === 0 || group.state !== to) group = groupFor(set, to)
    group.n++
    slot.group = group
  }
}

/** Further shortcuts: to creations, to one instance. */
export function signalOther(
  engine: AlgorithmD,
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
      const { instances } = engine
      const key = instances.firstKey + leaf
      const slot = plan.introduces ? slotFor(value, key) : findSlot(value, key)
      if (slot === null) return
      if (slot.time < instances.since) {
        if (first) {
          const domain = plan.own!
          const to = domain.rows![(domain.fresh as number) + event]!
          if (to >= 0) {
            instances.begin(slot, leaf, value)
            if (domain.rest !== 0 || domain.levels.length > 0)
              return instances.createAmong(domain, slot, to, site, a, b, c, d)
            return instances.create(domain, slot, to, site)
          }
        } else if (!plan.introduces) return
      } else if (lone && slot.domain !== null && slot.sibling === null) {
        if (plan.marks) instances.disableAt(slot)
        return engine.stepping.take(slot as Monitor, event, site, a, b, c, d)
      }
    }
  }
  signalGenerally(engine, plan, event, site, a, b, c, d)
}

/** The way of Algorithm 1, with the slots of the event's values. */
function signalGenerally(
  engine: AlgorithmD,
  plan: EventPlan,
  event: number,
  site: Site,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
): void {
  const { instances } = engine
  const set = plan.set
  let p0: Slot | null = null
  let p1: Slot | null = null
  let p2: Slot | null = null
  let p3: Slot | null = null
  if (plan.introduces) {
    if ((set & 1) !== 0 && (p0 = instances.introduce(0, a)) === null) return
    if ((set & 2) !== 0 && (p1 = instances.introduce(1, b)) === null) return
    if ((set & 4) !== 0 && (p2 = instances.introduce(2, c)) === null) return
    if ((set & 8) !== 0 && (p3 = instances.introduce(3, d)) === null) return
  } else {
    if ((set & 1) !== 0 && (p0 = instances.find(0, a)) === null) return
    if ((set & 2) !== 0 && (p1 = instances.find(1, b)) === null) return
    if ((set & 4) !== 0 && (p2 = instances.find(2, c)) === null) return
    if ((set & 8) !== 0 && (p3 = instances.find(3, d)) === null) return
  }
  engine.process(plan, event, site, p0, p1, p2, p3, a, b, c, d)
}
