/**
 * Calls that woven code tells of itself (`CallHooks` of `instrument/weave/abi.ts`), where no wrapper is in the way: finds
 * out, by the identity of the function that is called, whether some spec wants it, and signals around the call what a
 * wrapper would have signalled. Under strategies that weave calls only.
 *
 * The function of a method call is found on the receiver without running any code of the program: neither a getter nor a
 * Proxy is asked, so what only they could tell is not seen. A call that throws is known to have begun and never to have
 * returned: `threw` is the one moment that woven calls do not see.
 */

import { types } from 'node:util'
import type { Kernel, Place } from '../instrument/kernel.ts'
import { type HookedFunction, type HookedFunctions, isWrapped } from '../instrument/patch/hooked-functions.ts'
import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  mapGet,
  mapSet,
  stringStartsWith,
  weakSetAdd,
  weakSetHas,
} from '../instrument/patch/originals.ts'
import { hearsOf, watch } from '../instrument/patch/wrap-function.ts'
import type { SitePlaces } from './site-places.ts'
import { pathOf } from './site-places.ts'
import type { Sites } from './sites.ts'

const { isProxy } = types

/** Saved, as everything that is called here. */
const asObject = Object as (value: unknown) => object

/** What is known of the calls of one site. */
interface CallSite {
  readonly name: string
  readonly constructs: boolean
  /** For functions of a package that the site is inside of: the API calling itself. */
  readonly path: string
  readonly place: Place
  /** Where the member was found last: receivers of a loop are of one class. */
  prototype: object | null
  holder: object | null
  member: unknown
  hook: HookedFunction | undefined
}

/** A call that has begun. `hook` is undefined for one that nobody asked about: its `r` must find something of its own. */
interface OpenCall {
  readonly site: number
  readonly hook: HookedFunction | undefined
  readonly place: Place
  readonly receiver: unknown
  readonly given: readonly unknown[]
}

interface Found {
  readonly holder: object
  readonly member: unknown
  readonly hook: HookedFunction | undefined
}

interface Caught {
  readonly site: number
  readonly value: unknown
}

/** Calls that threw leave theirs behind, until the call around them returns; more than this many at once are such leavings. */
const mostOpen = 1024

export class WovenCalls {
  readonly #kernel: Kernel
  readonly #functions: HookedFunctions
  readonly #places: SitePlaces
  readonly #sites: Sites
  readonly #findLate: (prototype: object | null) => void
  /** Where receivers inherit from whose class was looked for. */
  readonly #classes = new WeakSet<object>()
  readonly #known = new Map<number, CallSite>()
  readonly #open: OpenCall[] = []
  readonly #caught: Caught[] = []

  /** `findLate` looks for functions that could not be found before the program had them, or an object of their class. */
  constructor(
    kernel: Kernel,
    functions: HookedFunctions,
    places: SitePlaces,
    sites: Sites,
    findLate: (prototype: object | null) => void,
  ) {
    this.#kernel = kernel
    this.#functions = functions
    this.#places = places
    this.#sites = sites
    this.#findLate = findLate
  }

  /** A function is called on a receiver. */
  call(given: unknown[], site: number, receiver: unknown, callee: unknown): void {
    const call = this.#siteOf(site)
    const hook = typeof callee === 'function' ? this.#functions.find(callee) : undefined
    this.#begin(call, hook, site, receiver, given)
  }

  /** The member that the site names is called. */
  callMember(given: unknown[], site: number, receiver: unknown): void {
    const call = this.#siteOf(site)
    this.#begin(call, this.#memberOf(receiver, call), site, receiver, given)
  }

  /** The same, with what the last `q` of the site was given: the receiver, or the function itself. */
  callCaught(given: unknown[], site: number, isCallee: boolean): void {
    let at = this.#caught.length - 1
    while (at >= 0 && this.#caught[at]!.site !== site) at -= 1
    if (at === -1) return
    const { value } = this.#caught[at]!
    // What stands above was left behind by arguments that threw.
    this.#caught.length = at
    if (isCallee) this.call(given, site, undefined, value)
    else this.callMember(given, site, value)
  }

  catch(value: unknown, site: number): void {
    if (this.#caught.length >= mostOpen) this.#caught.length = 0
    this.#caught[this.#caught.length] = { site, value }
  }

  returned(result: unknown, site: number): unknown {
    let at = this.#open.length - 1
    while (at >= 0 && this.#open[at]!.site !== site) at -= 1
    if (at === -1) return result
    const { hook, place, receiver, given } = this.#open[at]!
    this.#open.length = at
    if (hook === undefined || this.#kernel.busy) return result
    const subject = hook.constructs ? undefined : receiver
    // First what the caller gets, so that one object is `result` at every moment.
    const caught =
      hook.fulfilled === null && hook.rejected === null
        ? result
        : watch(hook, place, subject, given[0], given[1], given[2], given[3], given, result)
    if (hook.returned !== null)
      hook.returned(place, subject, given[0], given[1], given[2], given[3], given, caught, undefined)
    return caught
  }

  /** A loop is about to ask for an iterator, which is a call of a method that nobody writes; what it returns is not seen. */
  iterate(iterable: unknown, site: number, awaits: boolean): void {
    if ((typeof iterable !== 'object' && typeof iterable !== 'function') || iterable === null) return
    const asynchronous = awaits ? this.#find(iterable, Symbol.asyncIterator) : undefined
    const found = asynchronous ?? this.#find(iterable, Symbol.iterator)
    const hook = found?.hook
    if (hook === undefined || isWrapped(hook)) return
    const { place } = this.#siteOf(site)
    for (const handler of [hook.before, hook.returned])
      handler?.(place, iterable, undefined, undefined, undefined, undefined, [], undefined, undefined)
  }

  #begin(
    call: CallSite,
    found: HookedFunction | undefined,
    site: number,
    receiver: unknown,
    given: readonly unknown[],
  ): void {
    const hook = found !== undefined && this.#isEvent(call, found, given) ? found : undefined
    if (hook === undefined) {
      if (this.#open.length > 0) this.#push({ site, hook, place: 0, receiver: undefined, given: [] })
      return
    }
    const { place } = call
    this.#places.countRight()
    const subject = hook.constructs ? undefined : receiver
    if (hook.before !== null)
      hook.before(place, subject, given[0], given[1], given[2], given[3], given, undefined, undefined)
    if (hook.returned !== null || hook.fulfilled !== null || hook.rejected !== null || hook.asleep)
      this.#push({ site, hook, place, receiver, given })
  }

  #isEvent(call: CallSite, hook: HookedFunction, given: readonly unknown[]): boolean {
    if (isWrapped(hook) || hook.constructs !== call.constructs) return false
    if (!hearsOf(hook, given[0])) return false
    return hook.home === undefined || !stringStartsWith(call.path, hook.home)
  }

  #push(call: OpenCall): void {
    if (this.#open.length >= mostOpen) this.#open.length = 0
    this.#open[this.#open.length] = call
  }

  #siteOf(site: number): CallSite {
    const known = mapGet(this.#known, site) as CallSite | undefined
    if (known !== undefined) return known
    this.#findLate(null)
    const woven = this.#sites.wovenOf(site)
    const described = woven?.describe(site)
    const call: CallSite = {
      name: described?.name ?? '',
      constructs: described?.kind === 'construct',
      path: woven === undefined ? '' : pathOf(woven.file),
      place: this.#places.ofSite(site),
      prototype: null,
      holder: null,
      member: undefined,
      hook: undefined,
    }
    mapSet(this.#known, site, call)
    return call
  }

  #memberOf(receiver: unknown, call: CallSite): HookedFunction | undefined {
    if (receiver === null || receiver === undefined || isProxy(receiver)) return undefined
    const object = asObject(receiver)
    const { name, holder, member } = call
    if (
      holder !== null &&
      getPrototypeOf(object) === call.prototype &&
      !hasOwn(object, name) &&
      (holder as Record<string, unknown>)[name] === member
    )
      return call.hook
    const found = this.#find(object, name)
    // Only a plain value: a second look at an accessor would run it.
    if (found !== undefined && found.holder !== object && typeof found.member === 'function') {
      call.prototype = getPrototypeOf(object)
      call.holder = found.holder
      call.member = found.member
      call.hook = found.hook
    }
    return found?.hook
  }

  /** The object that has a member, and what is wanted of the member. */
  #find(object: object, name: PropertyKey): Found | undefined {
    for (let holder: object | null = object; holder !== null && !isProxy(holder); holder = getPrototypeOf(holder)) {
      const descriptor = ownProperty(holder, name)
      if (descriptor === undefined) continue
      if (holder !== object && !weakSetHas(this.#classes, holder)) {
        weakSetAdd(this.#classes, holder)
        this.#findLate(holder)
      }
      const member: unknown = descriptor.value
      return { holder, member, hook: typeof member === 'function' ? this.#functions.find(member) : undefined }
    }
    return undefined
  }
}

function ownProperty(holder: object, name: PropertyKey): PropertyDescriptor | undefined {
  try {
    return getOwnPropertyDescriptor(holder, name)
  } catch {
    // An export of a module that is still being evaluated: calling it fails.
    return {}
  }
}
