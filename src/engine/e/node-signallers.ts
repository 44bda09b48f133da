/** What signals an event to algorithm E: D's shortcuts (`d/signallers.ts`), with nodes in place of states. HOT. */

import type { Signaller } from '../../spec/signaller.ts'
import type { AlgorithmD } from '../d/algorithm-d.ts'
import type { Group } from '../d/groups.ts'
import type { Monitor } from '../d/monitors.ts'
import type { Domain, EventPlan } from '../d/plan.ts'
import { broadcaster, signalOther } from '../d/signallers.ts'
import { canKeepWord, findSlot, firstSlotFor, replaceOnlyWord, slotFor, wordOf } from '../d/slots.ts'
import { isObject } from '../identity.ts'
import type { Selection } from '../select/selection.ts'
import { fieldBits, knownBits, knownMask } from '../trace/node-layout.ts'
import { hasPlainKeys, root } from '../trace/trace-store.ts'
import type { NodeStepping } from './node-stepping.ts'
import { dead, type NodeTransitions } from './node-transitions.ts'
import type { NodeWords } from './node-words.ts'
import { isParked } from './set-histories.ts'

export function makeNodeSignaller(engine: AlgorithmD, plan: EventPlan, event: number): Signaller {
  const { counts } = engine.tally
  const stepping = engine.stepping as NodeStepping
  const { words } = stepping
  if (plan.lone && !plan.introduces && !plan.marks && hasPlainKeys(event)) {
    const withSlot = stepper(engine, plan, event)
    return words === null ? withSlot : wordStepper(engine, plan, event, words, withSlot)
  }
  if (plan.sole !== null) return broadcaster(engine, plan, event, plan.sole)
  if (plan.creates && hasPlainKeys(event) && engine.spec.parameters.every(({ kind }) => kind === 'object'))
    return words !== null
      ? wordCreator(engine, plan, event, words)
      : isPair(plan.own!) && !engine.instances.watches
        ? pairCreator(engine, plan, event, plan.own!)
        : creator(engine, plan, event)
  return (site, a, b, c, d) => {
    counts.events++
    stepping.closeRun()
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/**
 * What nearly all events are: one object, one instance there that is a word, on a path that others took before. The store
 * counts those, `AlgorithmE.statistics` adds them.
 */
function wordStepper(
  engine: AlgorithmD,
  plan: EventPlan,
  event: number,
  words: NodeWords,
  withSlot: Signaller,
): Signaller {
  const { counts } = engine.tally
  const store = engine.traces!
  const stepping = engine.stepping as NodeStepping
  const { run } = stepping
  const { leaf } = plan
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value !== 'object' || value === null) return withSlot(site, a, b, c, d)
    const held = wordOf(value)
    if (typeof held === 'number') {
      if (held >>> knownBits === words.prefix) {
        const from = (held & knownMask) << fieldBits
        const to = store.pass(from, event, site)
        if (to !== root) return replaceOnlyWord(value, held + ((to - from) >> fieldBits))
      }
    } else if (held === run.monitor && event === run.event && site === run.site) {
      counts.events++
      run.times++
      return
    }
    stepping.stepHeld(value, event, withSlot, site, a, b, c, d)
  }
}

/** The first instance of an object that no spec has met, or of which the others keep little. */
function wordCreator(engine: AlgorithmD, plan: EventPlan, event: number, words: NodeWords): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const store = engine.traces!
  const { leaf } = plan
  const { key } = words
  const further = wordBeginner(engine, plan, event, words)
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value === 'object' && value !== null) {
      const to = store.begin(event, site)
      if (to !== root && instances.createWord(key, value, words.pack(to))) {
        counts.events++
        return store.arrive(to)
      }
    }
    further(site, a, b, c, d)
  }
}

/** The same where a slice begins that is not known; and what else can become of the event. */
function wordBeginner(engine: AlgorithmD, plan: EventPlan, event: number, words: NodeWords): Signaller {
  const stepping = engine.stepping as NodeStepping
  const { leaf } = plan
  const { key } = words
  const further = wordStepper(engine, plan, event, words, creator(engine, plan, event))
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value === 'object' && value !== null && canKeepWord(value, key))
      return stepping.beginWord(value, event, site, a, b, c, d)
    further(site, a, b, c, d)
  }
}

/** The same for an instance that is a slot. One that has ended takes no event, nor does the mark of one that was skipped. */
function stepper(engine: AlgorithmD, plan: EventPlan, event: number): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const stepping = engine.stepping as NodeStepping
  const { run } = stepping
  const store = engine.traces!
  const { leaf } = plan
  const key = instances.firstKey + leaf
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (typeof value === 'object' && value !== null) {
      const slot = findSlot(value, key)
      if (slot === null || slot.time < instances.since) {
        counts.events++
        return
      }
      if (slot === run.monitor) {
        if (event === run.event && site === run.site) {
          counts.events++
          run.times++
          return
        }
      } else if (slot.domain !== null && slot.more === null) {
        const { group } = slot
        const holder = group === null ? slot : group
        const state = holder.state as number
        if (state >= 0) {
          if (group === null || isCurrent(group)) {
            const to = store.pass(state, event, site)
            if (to !== root) {
              holder.state = to
              return
            }
          }
        } else if (group === null && !isParked(state)) {
          if (state === dead) {
            counts.events++
            return
          }
          const to = (slot.domain.transitions as NodeTransitions).glide(state, event)
          if (to !== undefined) {
            counts.events++
            counts.steps++
            slot.state = to
            return
          }
        }
      }
    }
    counts.events++
    stepping.closeRun()
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}

/** Whether a group is one monitor's, and has taken all broadcasts. */
function isCurrent({ n, merged, parent, taken, set: { log } }: Group): boolean {
  return n === 1 && merged === null && parent === null && (log === null || taken === log.last)
}

/** Whether instances bind two parameters, and events of the other one reach all that have it. */
function isPair({ rest, other, levels }: Domain): boolean {
  return rest === 1 << other && levels.length === 1 && levels[0] === rest
}

/**
 * Who watches the instances that an event creates, if they are selected. Whoever selects has admitted the one that is created
 * here (`Selection.foresees`).
 */
function watcherOf(engine: AlgorithmD, plan: EventPlan): Selection | undefined {
  return plan.own === engine.selected ? engine.selection : undefined
}

/** The first instance of an object that no spec has met, on a path that others took before, among those of another object. */
function pairCreator(engine: AlgorithmD, plan: EventPlan, event: number, domain: Domain): Signaller {
  const { instances } = engine
  const { counts } = engine.tally
  const stepping = engine.stepping as NodeStepping
  const store = engine.traces!
  const { leaf } = plan
  const key = instances.firstKey + leaf
  const { other } = domain
  const { sited } = engine.plan
  const watcher = watcherOf(engine, plan)
  const otherwise = creator(engine, plan, event)
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    const to = store.begin(event, site)
    const slot = to !== root && typeof value === 'object' && value !== null ? firstSlotFor(value, key) : null
    if (slot === null) return otherwise(site, a, b, c, d)
    counts.events++
    const at = instances.introduce(other, other === 0 ? a : other === 1 ? b : other === 2 ? c : d)
    if (at === null) return
    let set = at.sets
    if (set === null || set.domain !== domain || (sited && set.site !== site))
      set = instances.setOf(domain, 0, site, at, at, at, at)
    store.enter(to, 1)
    instances.create(domain, slot, to, site)
    slot.others = set
    stepping.setApart(set, slot as Monitor)
    if (watcher !== undefined) watcher.watch(slot as Monitor)
  }
}

/** The first instance at an object that this trace has not seen. */
function creator(engine: AlgorithmD, plan: EventPlan, event: number): Signaller {
  const { instances, reporting } = engine
  const { counts } = engine.tally
  const stepping = engine.stepping as NodeStepping
  const { leaf } = plan
  const key = instances.firstKey + leaf
  const domain = plan.own!
  const transitions = domain.transitions as NodeTransitions
  const among = domain.rest !== 0 || domain.levels.length > 0
  const watcher = watcherOf(engine, plan)
  return (site, a, b, c, d) => {
    const value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d
    if (isObject(value)) {
      const slot = slotFor(value, key)
      if (slot.time < instances.since) {
        counts.events++
        instances.begin(slot, leaf, value)
        transitions.enter(root)
        const to = transitions.step(root, event, site, 1)
        const { fired } = transitions
        if (among) instances.createAmong(domain, slot, to, site, a, b, c, d)
        else instances.create(domain, slot, to, site)
        if (watcher !== undefined) watcher.watch(slot as Monitor)
        if (fired !== 0) reporting.report(slot as Monitor, event, site, fired, a, b, c, d)
        return
      }
    }
    counts.events++
    stepping.closeRun()
    signalOther(engine, plan, event, site, a, b, c, d)
  }
}
