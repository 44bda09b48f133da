/**
 * What the specs want of which function, by the function's identity. One original has one hook, whatever names it goes
 * by: aliases stay identical to each other, and all that was wanted under any of the names is dispatched once. Wrappers
 * dispatch through a hook (`wrap-function.ts`), and so do woven calls where nothing is wrapped (`runtime/woven-calls.ts`).
 */

import type { Moment } from '../../spec/pointcut.ts'
import type { Kernel } from '../kernel.ts'
import { freshWrapperId, neverCalled } from '../kernel.ts'
import { countsInternally, GrowingHandler, sleeps, type Wanted, wantArguments } from '../plan/compile-handler.ts'
import { type IterationKind, type Operation, placeText } from '../plan/plan.ts'
import { originalOf } from './disguise.ts'
import { setAdd, setHas, weakMapGet, weakMapSet } from './originals.ts'
import { type Hook, wrapFunction, type WrapperRealm } from './wrap-function.ts'

export interface HookedFunction extends Hook {
  readonly wanted: Wanted[]
  /** Those for which there are handlers. */
  readonly awake: Set<Wanted>
  readonly handlers: Partial<Record<SignalledMoment, GrowingHandler>>
}

type SignalledMoment = 'before' | 'returned' | 'threw' | 'fulfilled' | 'rejected'

export class HookedFunctions {
  readonly #kernel: Kernel
  /** By original, and by its wrapper where it has one. */
  readonly #hooks = new WeakMap<Function, HookedFunction>()

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
    const hook: HookedFunction = {
      name: operationText(operation),
      id: freshWrapperId(),
      wrapper: original,
      member,
      home,
      ...neverCalled,
      internalCounts: false,
      original,
      before: null,
      returned: null,
      threw: null,
      fulfilled: null,
      rejected: null,
      keys: null,
      asleep: false,
      wantsArgs: false,
      constructs: operation.kind === 'construct',
      wanted: [],
      awake: new Set(),
      handlers: {},
    }
    weakMapSet(this.#hooks, original, hook)
    return hook
  }

  /** Makes the function that stands for the original; once. */
  wrap(hook: HookedFunction, realm: WrapperRealm): void {
    if (isWrapped(hook)) return
    weakMapSet(this.#hooks, wrapFunction(this.#kernel, hook, realm), hook)
  }

  /** Adds what an operation wants to a hook; the same event under two names of a function is wanted once. */
  want(hook: HookedFunction, operation: Operation, only: object | undefined, key?: string): void {
    const kind = isIteration(operation.kind) ? (`called-${operation.kind}` as const) : operation.kind
    const added: Wanted[] = []
    for (const subscription of operation.subscriptions) {
      if (hook.wanted.some((one) => one.subscription === subscription && one.kind === kind && one.only === only))
        continue
      const one = { subscription, kind, only, key }
      hook.wanted.push(one)
      added.push(one)
    }
    if (added.length === 0) return
    for (const one of added)
      if (sleeps(this.#kernel, one, hook.wanted))
        this.#kernel.whenAwake(one.subscription.specIndex, () => this.#arrange(hook))
    this.#arrange(hook)
  }

  /** Puts handlers in place for what is wanted and does not sleep. A hook without any only passes calls on. */
  #arrange(hook: HookedFunction): void {
    const awake: Wanted[] = []
    for (const one of hook.wanted)
      if (!setHas(hook.awake, one) && !sleeps(this.#kernel, one, hook.wanted)) awake.push(one)
    for (const one of awake) {
      setAdd(hook.awake, one)
      if (countsInternally(one.kind)) hook.internalCounts = true
    }
    hook.asleep = hook.awake.size === 0
    hook.keys = emittedKeys(hook.wanted.filter((one) => hook.asleep || setHas(hook.awake, one)))
    if (awake.length === 0) return
    for (const moment of ['before', 'returned', 'threw', 'fulfilled', 'rejected'] as const) {
      const wanted = awake.filter(({ kind, subscription }) =>
        hears(kind.startsWith('called-') ? 'returned' : subscription.moment, moment),
      )
      if (wanted.length === 0) continue
      if (wantArguments(wanted)) hook.wantsArgs = true
      hook.handlers[moment] ??= new GrowingHandler(this.#kernel, hook.name, moment, (run) => {
        hook[moment] = run
      })
      hook.handlers[moment].add(wanted)
    }
  }

  /** Whether a function is hooked for the operation. */
  serves(value: unknown, operation: Operation): boolean {
    const hook = typeof value === 'function' ? this.find(value) : undefined
    return hook?.wanted.some(({ subscription }) => operation.subscriptions.includes(subscription)) === true
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
  if (wanted.some(({ kind, subscription }) => kind !== 'emit' || subscription.keys === undefined)) return null
  return new Set(wanted.flatMap(({ subscription }) => subscription.keys!))
}

/** A subscription to `settled` hears of both outcomes. */
function hears(wanted: Moment, moment: Moment): boolean {
  return wanted === moment || (wanted === 'settled' && (moment === 'fulfilled' || moment === 'rejected'))
}
