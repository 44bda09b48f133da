/**
 * A plan as data: the command line makes the plan of a run once, and its processes begin to instrument without having
 * looked at a single spec. A subscription that stands in several places stands there by its number, and is one object
 * again after unpacking.
 */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { EndPointcut, Moment } from '../../spec/pointcut.ts'
import {
  byPlace,
  type InstrumentationPlan,
  type Operation,
  operationKey,
  type PlacedOperations,
  Subscription,
  type SubscriptionData,
} from './plan.ts'

/** `SubscriptionData` in a row: there are hundreds, and every process reads them. */
type PackedSubscription = readonly [
  specIndex: number,
  event: number,
  pointcut: number,
  moment: Moment,
  creation: 0 | 1,
  wantsArguments: 0 | 1,
  waits: 0 | 1,
  alone: 0 | 1,
  givenAsync: 0 | 1,
  keys?: readonly string[],
]

/** What is asked of a subscription that nobody unpacks. */
export const specOf = (packed: PackedSubscription): number => packed[0]
export const isGivenAsync = (packed: PackedSubscription): boolean => packed[8] === 1

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
  const { creation, wantsArguments, waits, alone, givenAsync, keys } = rest
  const bit = (flag: boolean) => (flag ? 1 : 0)
  const flags = [bit(creation), bit(wantsArguments), bit(waits), bit(alone), bit(givenAsync)] as const
  const always = [specIndex, event, pointcut, moment, ...flags] as const
  return keys === undefined ? always : [...always, keys]
}

/** Each process unpacks hundreds: taken apart as a list, each element would be an object for V8 to collect. */
function unpackSubscription(packed: PackedSubscription, specs: readonly CompiledSpec[]): Subscription {
  const specIndex = packed[0]
  return new Subscription(specs[specIndex]!, {
    specIndex,
    event: packed[1],
    pointcut: packed[2],
    moment: packed[3],
    creation: packed[4] === 1,
    wantsArguments: packed[5] === 1,
    waits: packed[6] === 1,
    alone: packed[7] === 1,
    givenAsync: packed[8] === 1,
    keys: packed[9],
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
  const named = subscriptionsOf(packed, specs)
  const operations = packed.operations.map((operation) => unpackOperation(operation, named))
  return { specs, operations, places: byPlace(operations), ...unpackRest(packed, named) }
}

/** A plan as processes get it: operations by place, those of each as one text. */
export interface PlacedPlan extends Omit<PackedPlan, 'operations'> {
  readonly places: readonly (readonly [place: Operation['place'], woven: 0 | 1, operations: string])[]
}

export function placePlan({ operations, ...rest }: PackedPlan): PlacedPlan {
  const places = byPlace(operations).map(
    ({ place, woven, operations: own }) => [place, woven ? 1 : 0, own.map(printOperation).join('\n')] as const,
  )
  return { places, ...rest }
}

/** A line of words; no name has a blank or a full stop in it. */
function printOperation({ kind, holder, member, subscriptions }: PackedPlan['operations'][number]): string {
  return [kind, holder.join('.'), member ?? '', subscriptions.join(',')].join(' ')
}

function readOperation(line: string, place: Operation['place'], named: Named): Operation {
  const words = line.split(' ') as [Operation['kind'], string, string, string]
  const holder = words[1]
  const member = words[2]
  return {
    kind: words[0],
    place,
    holder: holder === '' ? [] : holder.split('.'),
    member: member === '' ? undefined : member,
    subscriptions: named(words[3].split(',').map(Number)),
  }
}

/** Operations are read when they are first asked for. */
export function unpackPlacedPlan(packed: PlacedPlan, specs: readonly CompiledSpec[]): InstrumentationPlan {
  const named = subscriptionsOf(packed, specs)
  const places = packed.places.map(([place, woven, text]): PlacedOperations => {
    let operations: Operation[] | undefined
    return {
      place,
      woven: woven === 1,
      get operations() {
        operations ??= text.split('\n').map((line) => readOperation(line, place, named))
        return operations
      },
    }
  })
  return {
    specs,
    get operations() {
      return places.flatMap((place) => place.operations)
    },
    places,
    ...unpackRest(packed, named),
  }
}

type Named = (numbers: readonly number[]) => Subscription[]

function subscriptionsOf({ subscriptions }: Pick<PackedPlan, 'subscriptions'>, specs: readonly CompiledSpec[]): Named {
  const unpacked: (Subscription | undefined)[] = subscriptions.map(() => undefined)
  return (numbers) => numbers.map((number) => (unpacked[number] ??= unpackSubscription(subscriptions[number]!, specs)))
}

function unpackOperation(operation: PackedPlan['operations'][number], named: Named): Operation {
  return { ...operation, subscriptions: named(operation.subscriptions) }
}

function unpackRest({ handles, settles, ends, collects }: Omit<PackedPlan, 'operations'>, named: Named) {
  return {
    handles: named(handles),
    settles: named(settles),
    ends: {
      test: named(ends.test),
      file: named(ends.file),
      program: named(ends.program),
      turn: named(ends.turn),
    },
    collects: collects.map(({ subscription, parameter }) => ({
      subscription: named([subscription])[0]!,
      parameter,
    })),
  }
}
