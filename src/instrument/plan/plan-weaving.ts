/** What the weaver has to look for, from the operations of a plan: names too many cost a store, names too few a site. */

import type { WeavePlan } from '../weave/weave-plan.ts'
import type { InstrumentationPlan, Operation } from './plan.ts'

/**
 * The resolvers given to an executor of `new Promise` have no place of their own; specs name them as if there were an
 * object `Promise.executor` with the members `resolve` and `reject`.
 */
export function isExecutor({ place, holder }: Omit<Operation, 'subscriptions'>): boolean {
  return place.kind === 'global' && holder.length === 2 && holder[0] === 'Promise' && holder[1] === 'executor'
}

export function planWeaving(plan: InstrumentationPlan): WeavePlan {
  const members = new Set<string>()
  const statics = new Set<string>()
  const givenAsync = new Set<string>()
  const givenAny = new Set<string>()
  const callees = new Set<string>()
  const constructors = new Set<string>()
  const writes: Keys = { some: new Set(), any: false }
  const deletes: Keys = { some: new Set(), any: false }
  let executors = false
  let iteration = false
  let iterationEnd = false
  let leavesOwn = true
  for (const operation of plan.operations) {
    const { kind, place, holder, member, subscriptions } = operation
    switch (kind) {
      case 'call':
        if (isExecutor(operation)) executors = true
        else if (!member!.startsWith('@@')) {
          members.add(member!)
          ;(subscriptions.every((one) => one.givenAsync) ? givenAsync : givenAny).add(member!)
          if (holder.at(-1) !== 'prototype') callees.add(member!)
          if (place.kind === 'global' && holder.length === 1) statics.add(`${holder[0]}.${member}`)
        }
        break
      case 'construct':
        constructors.add(member!)
        break
      case 'emit':
        members.add('emit')
        members.add('dispatchEvent')
        givenAny.add('emit').add('dispatchEvent')
        break
      case 'read':
        break
      case 'write':
        addKeys(writes, subscriptions)
        break
      case 'delete':
        addKeys(deletes, subscriptions)
        break
      case 'iterate-start':
      case 'iterate-next':
      case 'iterate-finish':
        iteration = true
        iterationEnd ||= kind === 'iterate-finish'
        leavesOwn &&= subscriptions.every(({ alone }) => !alone)
        break
    }
  }
  const mattersAsync = [...givenAsync].filter((name) => !givenAny.has(name) && !callees.has(name))
  return {
    members,
    statics,
    ...(mattersAsync.length === 0 ? {} : { givenAsync: new Set(mattersAsync) }),
    callees,
    constructors,
    executors,
    iteration,
    iterationEnd,
    ...(iteration && leavesOwn ? { leavesOwn } : {}),
    writes: writes.any ? 'any' : writes.some,
    deletes: deletes.any ? 'any' : deletes.some,
    awaits: plan.handles.length > 0,
  }
}

/** Whether syntax calls the function: loops ask for iterators by these names. */
export function isCalledByLoops({ kind, member }: Operation): boolean {
  return kind === 'call' && (member === '@@iterator' || member === '@@asyncIterator')
}

/** The methods that give iterators of a collection, and the one that steps them. */
const iteratorMethods = ['entries', 'keys', 'values', 'next']

/** The same where nothing is wrapped: woven code tells of calls themselves, and of their results where they matter. */
export function planCallWeaving(plan: InstrumentationPlan): WeavePlan {
  const { members, leavesOwn = false, ...rest } = planWeaving(plan)
  const asksForIterators = plan.operations.some(isCalledByLoops)
  const results = new Set<string>()
  for (const { kind, member, subscriptions } of plan.operations) {
    if (!subscriptions.some(({ moment }) => moment !== 'before')) continue
    if (member !== undefined) results.add(member)
    if (kind === 'emit') results.add('emit').add('dispatchEvent')
  }
  if (rest.iteration) for (const name of iteratorMethods) results.add(name)
  return {
    ...rest,
    members: new Set([...members, ...(rest.iteration ? iteratorMethods : [])]),
    iteration: rest.iteration || asksForIterators,
    ...(leavesOwn && !asksForIterators ? { leavesOwn } : {}),
    hookCalls: results,
  }
}

interface Keys {
  readonly some: Set<string>
  any: boolean
}

/** Array indexes are computed keys: only weaving all writes finds them. */
function addKeys(keys: Keys, subscriptions: Operation['subscriptions']): void {
  for (const subscription of subscriptions) {
    if (subscription.keys === undefined || subscription.keys.includes('index')) keys.any = true
    else for (const key of subscription.keys) keys.some.add(key)
  }
}
