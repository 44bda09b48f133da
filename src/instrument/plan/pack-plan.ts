/**
 * A plan as data: the command line makes the plan of a run once, and its processes begin to instrument without having
 * looked at a single spec. A subscription that stands in several places stands there by its number, and is one object
 * again after unpacking.
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { EndPointcut } from '../../spec/pointcut.ts'
import { type InstrumentationPlan, type Operation, Subscription, type SubscriptionData } from './plan.ts'

/** Numbers are indexes into `subscriptions`. */
export interface PackedPlan {
  readonly subscriptions: readonly SubscriptionData[]
  readonly operations: readonly (Omit<Operation, 'subscriptions'> & { readonly subscriptions: readonly number[] })[]
  readonly handles: readonly number[]
  readonly settles: readonly number[]
  readonly ends: Readonly<Record<EndPointcut['of'], readonly number[]>>
  readonly collects: readonly { readonly subscription: number; readonly parameter: number }[]
}

export function packPlan(plan: InstrumentationPlan): PackedPlan {
  const numbers = new Map<Subscription, number>()
  const subscriptions: SubscriptionData[] = []
  const number = (subscription: Subscription): number => {
    let known = numbers.get(subscription)
    if (known === undefined) {
      known = subscriptions.length
      numbers.set(subscription, known)
      const { spec: _, ...data } = subscription
      subscriptions.push(data)
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

/** `specs` are those that the plan was made for, in the same order. */
export function unpackPlan(packed: PackedPlan, specs: readonly CompiledSpec[]): InstrumentationPlan {
  const subscriptions = packed.subscriptions.map((data) => new Subscription(specs[data.specIndex]!, data))
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
