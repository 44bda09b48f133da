/**
 * A plan as data: the command line makes the plan of a run once, and its processes begin to instrument without having
 * looked at a single spec. A subscription that stands in several places stands there by its number, and is one object
 * again after unpacking.
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { EndPointcut, Moment } from '../../spec/pointcut.ts'
import { type InstrumentationPlan, type Operation, operationKey, Subscription, type SubscriptionData } from './plan.ts'

/** `SubscriptionData` in a row: there are hundreds, and every process reads them. */
type PackedSubscription = readonly [
  specIndex: number,
  event: number,
  pointcut: number,
  moment: Moment,
  creation: 0 | 1,
  wantsArguments: 0 | 1,
  waits: 0 | 1,
  keys?: readonly string[],
]

/** Numbers are indexes into `subscriptions`. */
export interface PackedPlan {
  readonly subscriptions: readonly PackedSubscription[]
  readonly operations: readonly (Omit<Operation, 'subscriptions'> & { readonly subscriptions: readonly number[] })[]
  readonly handles: readonly number[]
  readonly settles: readonly number[]
  readonly ends: Readonly<Record<EndPointcut['of'], readonly number[]>>
  readonly collects: readonly { readonly subscription: number; readonly parameter: number }[]
}

export function packPlan(plan: InstrumentationPlan): PackedPlan {
  const numbers = new Map<Subscription, number>()
  const subscriptions: PackedSubscription[] = []
  const number = (subscription: Subscription): number => {
    let known = numbers.get(subscription)
    if (known === undefined) {
      known = subscriptions.length
      numbers.set(subscription, known)
      subscriptions.push(packSubscription(subscription))
    }
    return known
  }
  const { operations, handles, settles, ends, collects } = plan
  return {
    subscriptions,
    operations: operations.map((operation) => ({ ...operation, subscriptions: operation.subscriptions.map(number) })),
    handles: handles.map(number),
    settles: settles.map(number),
    ends: {
      test: ends.test.map(number),
      file: ends.file.map(number),
      program: ends.program.map(number),
      turn: ends.turn.map(number),
    },
    collects: collects.map(({ subscription, parameter }) => ({ subscription: number(subscription), parameter })),
  }
}

function packSubscription({ specIndex, event, pointcut, moment, ...rest }: SubscriptionData): PackedSubscription {
  const { creation, wantsArguments, waits, keys } = rest
  const bit = (flag: boolean) => (flag ? 1 : 0)
  const always = [specIndex, event, pointcut, moment, bit(creation), bit(wantsArguments), bit(waits)] as const
  return keys === undefined ? always : [...always, keys]
}

function unpackSubscription(packed: PackedSubscription, specs: readonly CompiledSpec[]): Subscription {
  const [specIndex, event, pointcut, moment, creation, wantsArguments, waits, keys] = packed
  return new Subscription(specs[specIndex]!, {
    specIndex,
    event,
    pointcut,
    moment,
    creation: creation === 1,
    wantsArguments: wantsArguments === 1,
    waits: waits === 1,
    keys,
  })
}

/** From the plans of specs by themselves, in order, the plan of all of them. */
export function joinPlans(plans: readonly PackedPlan[]): PackedPlan {
  const subscriptions: PackedSubscription[] = []
  const operations = new Map<string, PackedPlan['operations'][number] & { readonly subscriptions: number[] }>()
  const handles: number[] = []
  const settles: number[] = []
  const ends = { test: [] as number[], file: [] as number[], program: [] as number[], turn: [] as number[] }
  const collects: PackedPlan['collects'][number][] = []
  for (const [specIndex, plan] of plans.entries()) {
    const before = subscriptions.length
    const numbers = (own: readonly number[]): number[] => own.map((number) => before + number)
    for (const [, ...rest] of plan.subscriptions) subscriptions.push([specIndex, ...rest])
    for (const operation of plan.operations) {
      const key = operationKey(operation)
      const known = operations.get(key)
      if (known === undefined) operations.set(key, { ...operation, subscriptions: numbers(operation.subscriptions) })
      else known.subscriptions.push(...numbers(operation.subscriptions))
    }
    handles.push(...numbers(plan.handles))
    settles.push(...numbers(plan.settles))
    for (const of of ['test', 'file', 'program', 'turn'] as const) ends[of].push(...numbers(plan.ends[of]))
    for (const { subscription, parameter } of plan.collects)
      collects.push({ subscription: before + subscription, parameter })
  }
  return { subscriptions, operations: [...operations.values()], handles, settles, ends, collects }
}

/** `specs` are those that the plan was made for, in the same order. */
export function unpackPlan(packed: PackedPlan, specs: readonly CompiledSpec[]): InstrumentationPlan {
  const subscriptions = packed.subscriptions.map((one) => unpackSubscription(one, specs))
  const named = (numbers: readonly number[]): Subscription[] => numbers.map((number) => subscriptions[number]!)
  const { operations, handles, settles, ends, collects } = packed
  return {
    specs,
    operations: operations.map((operation) => ({ ...operation, subscriptions: named(operation.subscriptions) })),
    handles: named(handles),
    settles: named(settles),
    ends: {
      test: named(ends.test),
      file: named(ends.file),
      program: named(ends.program),
      turn: named(ends.turn),
    },
    collects: collects.map(({ subscription, parameter }) => ({
      subscription: subscriptions[subscription]!,
      parameter,
    })),
  }
}
