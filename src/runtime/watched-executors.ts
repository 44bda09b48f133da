/**
 * Executors given to `new Promise`: what stands in their place gives them resolvers that signal. The promise itself is not
 * known before its executor has run; an object that is made for it stands for it. Hot: it runs at each woven `new Promise`.
 */

import type { Kernel, Wrapped } from '../instrument/kernel.ts'
import { freshIdentity, neverCalled } from '../instrument/kernel.ts'
import { disguiseNameless, originalOf } from '../instrument/patch/disguise.ts'
import { apply, functionToString } from '../instrument/patch/originals.ts'
import { limitSetters } from '../instrument/patch/wrap-function.ts'
import type { Handler } from '../instrument/plan/compile-handler.ts'
import { handlerWhenCalled } from '../instrument/plan/compile-handler.ts'
import { isExecutor } from '../instrument/plan/plan-weaving.ts'
import type { Operation } from '../instrument/plan/plan.ts'
import type { RealmAbi } from '../instrument/weave/abi.ts'
import type { SitePlaces } from './site-places.ts'

export class WatchedExecutors {
  readonly #kernel: Kernel
  readonly #places: SitePlaces
  /** Undefined for what no spec asks for. */
  readonly #resolve: Resolver | undefined
  readonly #reject: Resolver | undefined

  constructor(kernel: Kernel, places: SitePlaces, operations: readonly Operation[]) {
    this.#kernel = kernel
    this.#places = places
    const resolver = (member: string): Resolver | undefined => {
      const operation = operations.find((one) => one.member === member && isExecutor(one))
      return operation === undefined ? undefined : makeResolver(kernel, operation)
    }
    this.#resolve = resolver('resolve')
    this.#reject = resolver('reject')
  }

  /** The executor, or what stands for it, of what is called `Promise` at the site. */
  watch(executor: Function, site: number, realm: RealmAbi, constructor: unknown): Function {
    if (constructor !== realm.promise && !isPromiseClass(constructor, realm)) return executor
    const kernel = this.#kernel
    const places = this.#places
    const resolver = this.#resolve
    const rejecter = this.#reject
    if (resolver === undefined && rejecter === undefined) return executor
    const { raise, lower } = limitSetters(realm)
    const run = (resolve: unknown, reject: unknown): unknown => {
      const made: MadePromise = { site }
      const resolvers = [
        resolver === undefined ? resolve : watchResolver(kernel, places, resolver, resolve, made),
        rejecter === undefined ? reject : watchResolver(kernel, places, rejecter, reject, made),
      ]
      const raised = raise(framesAround)
      try {
        return apply(executor, undefined, resolvers)
      } finally {
        lower(raised)
      }
    }
    // Those that look like most executors need no disguise.
    return disguiseNameless(
      executor.length === 2
        ? nameless((resolve, reject) => run(resolve, reject))
        : executor.length === 1
          ? nameless((resolve, ...[reject]) => run(resolve, reject))
          : nameless((...[resolve, reject]) => run(resolve, reject)),
      executor,
    )
  }
}

interface Resolver {
  handler: Handler
  readonly wrapped: Wrapped
}

function makeResolver(kernel: Kernel, { member, subscriptions }: Operation): Resolver {
  const name = `Promise.executor.${member!}`
  const wanted = subscriptions.map((subscription) => ({ subscription, kind: 'call' as const, only: undefined }))
  const resolver: Resolver = {
    handler: () => {},
    wrapped: {
      name,
      ...freshIdentity(),
      wrapper: makeResolver,
      member: member!,
      home: undefined,
      ...neverCalled,
      internalCounts: false,
    },
  }
  handlerWhenCalled(kernel, name, 'before', wanted, (run) => (resolver.handler = run))
  return resolver
}

/** The function that is handed over, and `run`: taken out of stacks, so that these must be longer by as many. */
const framesAround = 2

/** A function that is given over in an expression has no name of its own. */
function nameless(made: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return made
}

/** Stands for a promise, which is not known before its executor has run. */
interface MadePromise {
  /** Where it is made. */
  readonly site: number
}

function watchResolver(
  kernel: Kernel,
  places: SitePlaces,
  resolver: Resolver,
  resolve: unknown,
  made: MadePromise,
): unknown {
  if (typeof resolve !== 'function') return resolve
  const { wrapped } = resolver
  // Nameless, without a prototype, and with its own arguments: like the resolvers of the language.
  const { '': method } = {
    ''(value: unknown): unknown {
      if (!kernel.busy) {
        const site = kernel.slot.s
        kernel.slot.s = 0
        let place = wrapped.lastPlace
        if (site !== 0 && site === wrapped.lastSite) wrapped.calls.hits += 1
        else {
          wrapped.wrapper = method
          place = kernel.place(wrapped, site, undefined)
          wrapped.wrapper = makeResolver
          // Given to a timer or to another promise as it is, it is called by nobody.
          if (place === places.unknownSite) place = places.ofSite(made.site)
        }
        if (place !== 0)
          resolver.handler(place, undefined, value, undefined, undefined, undefined, [value], undefined, made)
      }
      return arguments.length === 0 ? resolve() : resolve(value)
    },
  }
  return disguiseNameless(method, resolve)
}

/** Whether a function is the class of the language, of any realm. Others may give an executor more than two resolvers, or a receiver. */
function isPromiseClass(value: unknown, realm: RealmAbi): boolean {
  if (typeof value !== 'function') return false
  if (functionToString(originalOf(value)) !== 'function Promise() { [native code] }') return false
  realm.promise = value
  return true
}
