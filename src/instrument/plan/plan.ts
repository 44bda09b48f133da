/**
 * From compiled specs to what has to be instrumented: each operation that some spec wants, once, with everything that
 * wants it. First step of instrumentation; strategies carry a plan out, each as far as it can see.
 *
 * An operation is one member of one target under one kind of access. Two specs that name the same operation share it, so
 * a wrapper or a woven hook finds its place once and dispatches to both. Two targets that turn out to be the same function
 * (aliases) are joined later, where functions are known: in `patch/`.
 */

import type { CompiledPointcut, CompiledSpec } from '../../spec/compiled-spec.ts'
import type { Binding } from '../../spec/parse-binding.ts'
import type { TargetPlace } from '../../spec/parse-target.ts'
import type { EndPointcut, IterationPointcut, Moment, Pointcut } from '../../spec/pointcut.ts'
import { loopsBreakAlone } from './break-alone.ts'
import { isExecutor } from './plan-weaving.ts'

/** What a subscription says without its spec: enough to instrument, and data (`pack-plan.ts`). */
export interface SubscriptionData {
  /** Position of the spec among the session's specs. */
  readonly specIndex: number
  /** Index into `spec.events`. */
  readonly event: number
  /** Index into the event's pointcuts. */
  readonly pointcut: number
  readonly moment: Moment
  /** Values that the first argument of an `emit`, or the key of a property access, must have; undefined for any. */
  readonly keys: readonly string[] | undefined
  /** Whether the first argument of the call must be an async function. */
  readonly givenAsync: boolean
  /** Whether it needs all arguments of a call: for code of the spec's own, or one that has no slot of its own. */
  readonly wantsArguments: boolean
  readonly creation: boolean
  /** Whether the event means nothing as long as its spec has no monitor. */
  readonly waits: boolean
  /** Of a loop: whether its spec can be broken by one whose collection nobody else has a hold on. */
  readonly alone: boolean
}

/** One event of one spec that wants to hear of an operation at one moment of it. The spec is not asked before it matters. */
export class Subscription implements SubscriptionData {
  readonly spec: CompiledSpec
  readonly specIndex: number
  readonly event: number
  readonly pointcut: number
  readonly moment: Moment
  readonly keys: readonly string[] | undefined
  readonly givenAsync: boolean
  readonly wantsArguments: boolean
  readonly creation: boolean
  readonly waits: boolean
  readonly alone: boolean

  constructor(spec: CompiledSpec, data: SubscriptionData) {
    this.spec = spec
    this.specIndex = data.specIndex
    this.event = data.event
    this.pointcut = data.pointcut
    this.moment = data.moment
    this.keys = data.keys
    this.givenAsync = data.givenAsync
    this.wantsArguments = data.wantsArguments
    this.creation = data.creation
    this.waits = data.waits
    this.alone = data.alone
  }

  /** By parameter index: where the value comes from; undefined for parameters that the event does not bind. */
  get bindings(): readonly (Binding | undefined)[] {
    return this.spec.events[this.event]!.pointcuts[this.pointcut]!.bindings
  }

  /** The conditions of the event and of its pointcut, whichever there are. */
  get condition(): CompiledPointcut['condition'] {
    const { condition, pointcuts } = this.spec.events[this.event]!
    return bothConditions(condition, pointcuts[this.pointcut]!.condition)
  }
}

/** Arguments that travel to handlers in slots of their own. */
export const slottedArguments = 4

export type OperationKind = 'call' | 'construct' | 'read' | 'write' | 'delete' | 'emit' | IterationKind
export type IterationKind = `iterate-${IterationPointcut['step']}`

export interface Operation {
  readonly kind: OperationKind
  readonly place: TargetPlace
  /** Path from the place to the object that has the member. For `emit`, iteration and properties: to the class or object itself. */
  readonly holder: readonly string[]
  /** The member called or constructed; undefined where the operation concerns instances of what `holder` names. */
  readonly member: string | undefined
  readonly subscriptions: readonly Subscription[]
}

/** The operations on what one place gives: a process unpacks those of the modules that it loads. */
export interface PlacedOperations {
  readonly place: TargetPlace
  /** Whether there are some that woven text shows in a way of its own. */
  readonly woven: boolean
  readonly operations: readonly Operation[]
}

export interface InstrumentationPlan {
  readonly specs: readonly CompiledSpec[]
  /** All of them. */
  readonly operations: readonly Operation[]
  readonly places: readonly PlacedOperations[]
  readonly handles: readonly Subscription[]
  readonly settles: readonly Subscription[]
  readonly ends: Readonly<Record<EndPointcut['of'], readonly Subscription[]>>
  /** Death of a parameter, by parameter index of the spec. */
  readonly collects: readonly { readonly subscription: Subscription; readonly parameter: number }[]
}

/** `waiting` tells, by event, which ones of a spec mean nothing to it before it has a monitor. */
export function planInstrumentation(
  specs: readonly CompiledSpec[],
  waiting: (spec: CompiledSpec) => readonly boolean[] = () => [],
): InstrumentationPlan {
  const operations = new Map<string, Operation & { subscriptions: Subscription[] }>()
  const handles: Subscription[] = []
  const settles: Subscription[] = []
  const ends = {
    test: [] as Subscription[],
    file: [] as Subscription[],
    program: [] as Subscription[],
    turn: [] as Subscription[],
  }
  const collects: { subscription: Subscription; parameter: number }[] = []

  const want = (
    kind: OperationKind,
    place: TargetPlace,
    holder: readonly string[],
    member: string | undefined,
    subscription: Subscription,
  ): void => {
    const key = operationKey({ kind, place, holder, member })
    let operation = operations.get(key)
    if (operation === undefined) {
      operation = { kind, place, holder, member, subscriptions: [] }
      operations.set(key, operation)
    }
    operation.subscriptions.push(subscription)
  }

  for (const [specIndex, spec] of specs.entries()) {
    const waits = waiting(spec)
    for (const [event, { pointcuts }] of spec.events.entries()) {
      for (const [index, pointcut] of pointcuts.entries()) {
        const subscription = subscribe(spec, specIndex, event, index, waits[event] === true)
        switch (pointcut.kind) {
          case 'call':
          case 'construct':
            for (const target of pointcut.targets)
              for (const member of target.members)
                want(pointcut.kind, target.place, target.holder, member, subscription)
            break
          case 'read':
          case 'write':
          case 'delete':
          case 'emit':
            for (const target of pointcut.targets)
              for (const member of target.members)
                want(pointcut.kind, target.place, [...target.holder, member], undefined, subscription)
            break
          case 'iterate':
            for (const target of pointcut.targets)
              for (const member of target.members)
                want(`iterate-${pointcut.step}`, target.place, [...target.holder, member], undefined, subscription)
            break
          case 'handle':
            handles.push(subscription)
            break
          case 'settle':
            settles.push(subscription)
            break
          case 'end':
            ends[pointcut.of].push(subscription)
            break
          case 'collect':
            collects.push({
              subscription,
              parameter: spec.parameters.findIndex(({ name }) => name === pointcut.parameter),
            })
            break
        }
      }
    }
  }
  const all = [...operations.values()]
  return { specs, operations: all, places: byPlace(all), handles, settles, ends, collects }
}

export function byPlace<O extends Omit<Operation, 'subscriptions'>>(
  operations: readonly O[],
): { readonly place: TargetPlace; readonly woven: boolean; readonly operations: readonly O[] }[] {
  const places = new Map<string, O[]>()
  for (const operation of operations) {
    const name = placeText(operation.place)
    const known = places.get(name)
    if (known === undefined) places.set(name, [operation])
    else known.push(operation)
  }
  return Array.from(places.values(), (own) => ({ place: own[0]!.place, woven: own.some(isWoven), operations: own }))
}

/** Whether woven text shows the operation in a way of its own, and does not only say where a call is. */
function isWoven(operation: Omit<Operation, 'subscriptions'>): boolean {
  const { kind } = operation
  if (kind === 'construct' || kind === 'read' || kind === 'emit') return false
  return kind !== 'call' || isExecutor(operation)
}

/** The same for the same operation, whoever wants it. */
export function operationKey({ kind, place, holder, member }: Omit<Operation, 'subscriptions'>): string {
  return `${kind} ${placeText(place)}#${[...holder, member ?? ''].join('.')}`
}

/** A place as the text that a target begins with, for keys and messages. */
export function placeText(place: TargetPlace): string {
  switch (place.kind) {
    case 'global':
      return ''
    case 'node':
      return `node:${place.module}`
    case 'npm':
      return `npm:${place.package}${place.range === undefined ? '' : `@${place.range}`}${
        place.subpath === undefined ? '' : `/${place.subpath}`
      }`
    case 'module':
      return place.file
  }
}

function subscribe(
  spec: CompiledSpec,
  specIndex: number,
  event: number,
  pointcut: number,
  waits: boolean,
): Subscription {
  const { creation, action, condition, pointcuts } = spec.events[event]!
  const given = pointcuts[pointcut]!
  const hasCode = [condition, given.condition, action, spec.handler].some((code) => code !== undefined)
  return new Subscription(spec, {
    specIndex,
    event,
    pointcut,
    moment: momentOf(given),
    keys: keysOf(given),
    givenAsync: (given.kind === 'call' || given.kind === 'construct') && given.given === 'async function',
    wantsArguments: hasCode || given.bindings.some((one) => one?.root === 'arg' && one.index >= slottedArguments),
    creation,
    waits,
    alone: given.kind === 'iterate' && loopsBreakAlone(spec),
  })
}

function bothConditions(
  ofEvent: CompiledPointcut['condition'],
  ofPointcut: CompiledPointcut['condition'],
): CompiledPointcut['condition'] {
  if (ofEvent === undefined || ofPointcut === undefined) return ofEvent ?? ofPointcut
  return (context) => ofEvent(context) && ofPointcut(context)
}

function momentOf(pointcut: Pointcut): Moment {
  switch (pointcut.kind) {
    case 'call':
    case 'construct':
    case 'read':
    case 'write':
    case 'delete':
      return pointcut.when ?? 'returned'
    case 'emit':
      return pointcut.when ?? 'before'
    case 'settle':
      return pointcut.outcome ?? 'settled'
    case 'iterate':
    case 'handle':
    case 'end':
    case 'collect':
      return 'before'
  }
}

/** `*` stands for any key. */
function keysOf(pointcut: Pointcut): readonly string[] | undefined {
  const given =
    pointcut.kind === 'emit'
      ? pointcut.event
      : pointcut.kind === 'read' || pointcut.kind === 'write' || pointcut.kind === 'delete'
        ? pointcut.key
        : undefined
  const keys = given === undefined ? undefined : typeof given === 'string' ? [given] : given
  return keys === undefined || keys.includes('*') ? undefined : keys
}
