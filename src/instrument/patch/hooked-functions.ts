/**
 * What the specs want of which function, by the function's identity. One original has one hook, whatever names it goes
 * by: aliases stay identical to each other, and all that was wanted under any of the names is dispatched once. Wrappers
 * dispatch through a hook (`wrap-function.ts`), and so do woven calls where nothing is wrapped (`runtime/woven-calls.ts`).
 */

import type { Moment } from '../../spec/pointcut.ts'
import type { Kernel, WrapperIdentity } from '../kernel.ts'
import { freshIdentity, neverCalled } from '../kernel.ts'
import { countsInternally, GrowingHandler, partitionAsleep, type Wanted } from '../plan/compile-handler.ts'
import { EmissionHandler } from '../plan/emission-handler.ts'
import { type IterationKind, type Operation, placeText, type Subscription } from '../plan/plan.ts'
import { originalOf } from './disguise.ts'
import { mapGet, mapSet, setAdd, setHas, weakMapGet, weakMapSet } from './originals.ts'
import { type Hook, wrapFunction, type WrapperRealm } from './wrap-function.ts'

export interface HookedFunction extends Hook {
  readonly wanted: Wanted[]
  /** Those for which there are handlers. */
  readonly awake: Set<Wanted>
  /** How many of those wanted were arranged for, awake or asleep. */
  arranged: number
  readonly handlers: Partial<Record<SignalledMoment, Pick<GrowingHandler, 'add'>>>
  /** Specs that arrange it again when they awake. */
  readonly waitsFor: number[]
  /** For who must not keep it alive. */
  reference: WeakRef<HookedFunction> | undefined
}

type Sleeper = HookedFunction | WeakRef<HookedFunction>

/** Lists of sleepers that are not longer are not searched for dead ones; others are whenever they reach a power of two. */
const fewSleepers = 64

/** Taken before the program could replace it. */
const OwnWeakRef = WeakRef

const awaken = (sleeper: Sleeper): HookedFunction | undefined =>
  sleeper instanceof OwnWeakRef ? sleeper.deref() : sleeper

function dropDead(sleeping: Sleeper[]): void {
  let kept = 0
  for (let i = 0; i < sleeping.length; i += 1) {
    const sleeper = sleeping[i]!
    if (awaken(sleeper) === undefined) continue
    sleeping[kept] = sleeper
    kept += 1
  }
  sleeping.length = kept
}

type SignalledMoment = 'before' | 'returned' | 'threw' | 'fulfilled' | 'rejected'

/** When a subscription hears of a call: one to `settled`, of both outcomes. */
const signalledAt: Readonly<Record<Moment, readonly SignalledMoment[]>> = {
  before: ['before'],
  returned: ['returned'],
  threw: ['threw'],
  fulfilled: ['fulfilled'],
  rejected: ['rejected'],
  settled: ['fulfilled', 'rejected'],
}

/** Legal order: `add`, perhaps `wrap`, `want` for each operation of a function; then `arrange`, before it is called. */
export class HookedFunctions {
  readonly #kernel: Kernel
  /** By original, and by its wrapper where it has one. */
  readonly #hooks = new WeakMap<Function, HookedFunction>()
  /** Those of which more is wanted than was arranged for. */
  #changed: HookedFunction[] = []
  /** By spec: where something of it sleeps. What may be of a realm of `vm` must not keep that alive. */
  readonly #sleeping: (Sleeper[] | undefined)[] = []
  /** By name: of the globals of realms of `vm`, which come and go. */
  readonly #passing = new Map<string, WrapperIdentity>()
  #realms: 'main' | 'patching another' | 'several' = 'main'

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Also by what stands for the original without being our wrapper: the loader's stand-ins. */
  find(value: Function): HookedFunction | undefined {
    return (weakMapGet(this.#hooks, value) ?? weakMapGet(this.#hooks, originalOf(value))) as HookedFunction | undefined
  }

  /** The program knows the function as another one, which stands for it. */
  alias(value: Function, hook: HookedFunction): void {
    weakMapSet(this.#hooks, value, hook)
  }

  /** A hook for a function that has none. `home` is the folder of the package that it belongs to. */
  add(original: Function, member: string, operation: Operation, home: string | undefined): HookedFunction {
    const name = operationText(operation)
    const hook: HookedFunction = {
      name,
      ...this.#identity(name, operation),
      wrapper: original,
      member,
      home,
      ...neverCalled,
      internalCounts: false,
      original,
      before: null,
      returned: null,
      threw: null,
      catches: false,
      failed: null,
      fulfilled: null,
      rejected: null,
      keys: null,
      givenAsync: allAsync(operation.subscriptions),
      asleep: false,
      wantsArgs: false,
      constructs: operation.kind === 'construct',
      wanted: [],
      awake: new Set(),
      arranged: 0,
      handlers: {},
      waitsFor: [],
      reference: undefined,
    }
    weakMapSet(this.#hooks, original, hook)
    return hook
  }

  /** While `patch` runs, the globals of another realm than the main one are found. */
  whilePatchingRealm(patch: () => void): void {
    this.#realms = 'patching another'
    try {
      patch()
    } finally {
      this.#realms = 'several'
    }
  }

  /** What was learned of a function in one realm of a runner holds in its next: jest has one for each test file. */
  #identity(name: string, { place }: Operation): WrapperIdentity {
    if (this.#realms !== 'patching another' || place.kind !== 'global') return freshIdentity()
    let identity = mapGet(this.#passing, name) as WrapperIdentity | undefined
    if (identity === undefined) {
      identity = freshIdentity()
      mapSet(this.#passing, name, identity)
    }
    return identity
  }

  /** Makes the function that stands for the original; once. */
  wrap(hook: HookedFunction, realm: WrapperRealm): void {
    if (isWrapped(hook)) return
    weakMapSet(this.#hooks, wrapFunction(this.#kernel, hook, realm), hook)
  }

  /** Adds what an operation wants to a hook; the same event under two names of a function is wanted once. */
  want(
    hook: HookedFunction,
    { kind: operation, subscriptions }: Operation,
    only: object | undefined,
    key?: string,
  ): void {
    const kind = isIteration(operation) ? (`called-${operation}` as const) : operation
    const { wanted } = hook
    for (let i = 0; i < subscriptions.length; i += 1) {
      const subscription = subscriptions[i]!
      if (isWanted(wanted, subscription, kind, only)) continue
      if (wanted.length === hook.arranged) this.#changed[this.#changed.length] = hook
      if (subscription.moment === 'threw') hook.catches = true
      // Also of what sleeps, which may awake during the call.
      if (!subscription.givenAsync) hook.givenAsync = false
      wanted[wanted.length] = { subscription, kind, only, key }
    }
  }

  /** Puts handlers in place for all that was wanted: `emit` is wanted for by dozens of operations, and arranged once. */
  arrange(): void {
    if (this.#changed.length === 0) return
    const changed = this.#changed
    this.#changed = []
    for (let i = 0; i < changed.length; i += 1) this.#arrange(changed[i]!)
  }

  /** Puts handlers in place for what does not sleep. A hook without any only passes calls on. */
  #arrange(hook: HookedFunction): void {
    const { wanted } = hook
    const { awake, asleep } = partitionAsleep(this.#kernel, wanted)
    for (let i = 0; i < asleep.length; i += 1) this.#sleep(hook, asleep[i]!.subscription.specIndex)
    hook.arranged = wanted.length
    hook.asleep = awake.length === 0
    hook.keys = emittedKeys(hook.asleep ? wanted : awake)
    // Without what a program may have given to all objects.
    const heard = Object.create(null) as Partial<Record<SignalledMoment, Wanted[]>>
    for (let i = 0; i < awake.length; i += 1) {
      const one = awake[i]!
      if (setHas(hook.awake, one)) continue
      setAdd(hook.awake, one)
      if (countsInternally(one.kind)) hook.internalCounts = true
      if (one.subscription.wantsArguments) hook.wantsArgs = true
      const moments = signalledAt[one.kind.startsWith('called-') ? 'returned' : one.subscription.moment]
      for (let j = 0; j < moments.length; j += 1) {
        const list = (heard[moments[j]!] ??= [])
        list[list.length] = one
      }
    }
    for (const moment in heard) this.#listen(hook, moment as SignalledMoment, heard[moment as SignalledMoment]!)
  }

  #listen(hook: HookedFunction, moment: SignalledMoment, wanted: readonly Wanted[]): void {
    const MomentHandler = someEmit(wanted) ? EmissionHandler : GrowingHandler
    hook.handlers[moment] ??= new MomentHandler(this.#kernel, hook.name, moment, (run) => {
      hook[moment] = run
    })
    hook.handlers[moment].add(wanted)
  }

  /** Arranges again when the spec awakes. */
  #sleep(hook: HookedFunction, spec: number): void {
    // Not the list of sleepers, which is as long as there are realms.
    const { waitsFor } = hook
    if (waitsFor.includes(spec)) return
    waitsFor[waitsFor.length] = spec
    let sleeping = this.#sleeping[spec]
    if (sleeping === undefined) {
      sleeping = []
      this.#sleeping[spec] = sleeping
      this.#kernel.whenAwake(spec, () => {
        this.#sleeping[spec] = undefined
        for (let i = 0; i < sleeping!.length; i += 1) {
          const hook = awaken(sleeping![i]!)
          if (hook !== undefined) this.#arrange(hook)
        }
      })
    }
    if (this.#realms === 'main') {
      sleeping[sleeping.length] = hook
      return
    }
    hook.reference ??= new OwnWeakRef(hook)
    if (sleeping.length >= fewSleepers && (sleeping.length & (sleeping.length - 1)) === 0) dropDead(sleeping)
    sleeping[sleeping.length] = hook.reference
  }

  /** Whether a function is hooked for the operation. */
  serves(value: unknown, operation: Operation): boolean {
    const hook = typeof value === 'function' ? this.find(value) : undefined
    if (hook === undefined) return false
    for (let i = 0; i < hook.wanted.length; i += 1)
      if (operation.subscriptions.includes(hook.wanted[i]!.subscription)) return true
    return false
  }
}

/** Whether a wrapper stands in the function's place. */
export function isWrapped(hook: HookedFunction): boolean {
  return hook.wrapper !== hook.original
}

/** An operation as the target's text, for messages. */
export function operationText({ place, holder, member }: Operation): string {
  const path = [...holder, ...(member === undefined ? [] : [member])].join('.')
  return place.kind === 'global' ? path : `${placeText(place)}#${path}`
}

function isIteration(kind: Operation['kind']): kind is IterationKind {
  return kind === 'iterate-start' || kind === 'iterate-next' || kind === 'iterate-finish'
}

/** The events that anyone hears of, if everyone names them. */
function emittedKeys(wanted: readonly Wanted[]): ReadonlySet<unknown> | null {
  for (let i = 0; i < wanted.length; i += 1)
    if (wanted[i]!.kind !== 'emit' || wanted[i]!.subscription.keys === undefined) return null
  const names = new Set<unknown>()
  for (let i = 0; i < wanted.length; i += 1) {
    const keys = wanted[i]!.subscription.keys!
    for (let j = 0; j < keys.length; j += 1) setAdd(names, keys[j])
  }
  return names
}

/** Whether everyone hears only of calls that are given an async function. */
function allAsync(wanted: readonly Subscription[]): boolean {
  for (let i = 0; i < wanted.length; i += 1) if (!wanted[i]!.givenAsync) return false
  return true
}

function someEmit(wanted: readonly Wanted[]): boolean {
  for (let i = 0; i < wanted.length; i += 1) if (wanted[i]!.kind === 'emit') return true
  return false
}

function isWanted(
  wanted: readonly Wanted[],
  subscription: Wanted['subscription'],
  kind: Wanted['kind'],
  only: object | undefined,
): boolean {
  for (let i = 0; i < wanted.length; i += 1) {
    const one = wanted[i]!
    if (one.subscription === subscription && one.kind === kind && one.only === only) return true
  }
  return false
}
