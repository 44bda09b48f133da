/**
 * What woven code calls: the object behind `abiName`, one per thread. `instrument/weave/abi.ts` says what each member
 * means and when it is called. Hot: `a` and the slot at every woven call, `o` and `n` at every woven loop.
 *
 * Members are read as properties of one object and called with it; none of them may throw anything but what the program
 * would have thrown without weaving.
 */

import { types } from 'node:util'
import type { Report } from '../engine/monitoring.ts'
import { isKept } from '../engine/d/slots.ts'
import { concernsKeptLoopsOnly } from '../engine/select/fresh-objects.ts'
import type { Kernel, Place } from '../instrument/kernel.ts'
import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  isPrototypeOf,
  mapGet,
  mapSet,
  stringIndexOf,
  stringSlice,
} from '../instrument/patch/originals.ts'
import type { Handler } from '../instrument/plan/compile-handler.ts'
import { handlerWhenCalled } from '../instrument/plan/compile-handler.ts'
import { isCalledByLoops } from '../instrument/plan/plan-weaving.ts'
import type { InstrumentationPlan, Operation, Subscription } from '../instrument/plan/plan.ts'
import type { CallHooks, RealmAbi, WeaveAbi } from '../instrument/weave/abi.ts'
import type { LoopStep } from '../spec/definition.ts'
import type { PutOffIterations } from '../spec/signaller.ts'
import type { Binding } from '../spec/parse-binding.ts'
import { readData } from '../spec/expression/read-data.ts'
import { failingIterable } from '../instrument/weave/not-iterable.ts'
import { isAsyncIterable, isIterable } from './iterability.ts'
import type { SitePlaces } from './site-places.ts'
import type { Sites } from './sites.ts'
import { WatchedExecutors } from './watched-executors.ts'
import type { WovenCalls } from './woven-calls.ts'

const { isMap, isMapIterator, isPromise, isProxy, isSet, isSetIterator } = types

/** Tells whether a value is what a target names: an instance of the class, or the object itself. */
type Test = (value: unknown) => boolean

/** What is wanted of iterations over one class. */
interface Iteration {
  readonly test: Test
  start: Handler | undefined
  next: Handler | undefined
  finish: Handler | undefined
  /** Whether an iteration of which no spec keeps anything can be left alone. */
  leavable: boolean
  /** The one that hears of starts; null where there are several. */
  starter: Subscription | null | undefined
  /** Where that one has been told of starts: whether it is known to keep nothing of another. */
  passesOver: ((site: number, iterable: unknown) => boolean) | undefined
  /** The one that hears of steps; null where there are several, or someone hears of ends. */
  stepper: Subscription | null | undefined
  /** Where that is the same, and makes nothing of iterations until their collection changes; null once it is known not to. */
  putOff: PutOffIterations | null | undefined
}

/** A woven loop. It stands for its iterator, unless it goes over an iterator that the program has. */
class LoopActivation {
  readonly iteration: Iteration
  readonly iterable: unknown
  readonly place: Place
  readonly iterator: object
  /** Elements that the loop was given. */
  steps = 0
  /** As long as nobody was told of it: who will be if its collection changes, and the version that it has looked at. */
  putOff: PutOffIterations | null
  since: number

  constructor(
    iteration: Iteration,
    iterable: unknown,
    place: Place,
    iterator: object | undefined,
    putOff: PutOffIterations | null,
    since: number,
  ) {
    this.iteration = iteration
    this.iterable = iterable
    this.place = place
    this.iterator = iterator ?? this
    this.putOff = putOff
    this.since = since
  }
}

interface PropertyAccess {
  readonly test: Test
  /** Undefined while nobody wants to hear of it. */
  run: Handler | undefined
}

/** A write or `delete` whose object is known and whose key or value is still being evaluated. */
interface PendingAccess {
  readonly site: number
  readonly object: unknown
  readonly deletes: boolean
  /** The value comes with `v`; else the access is complete when its key is. */
  readonly awaitsValue: boolean
  key: unknown
}

/** Without a method of arrays, which may be patched. */
function isWatched(accesses: readonly PropertyAccess[], object: unknown): boolean {
  for (let i = 0; i < accesses.length; i += 1)
    if (accesses[i]!.run !== undefined && accesses[i]!.test(object)) return true
  return false
}

/** An expression that throws leaves its pending access behind; more than this many at once are such leavings. */
const mostPending = 64

export class WovenHooks implements WeaveAbi, CallHooks {
  s = 0
  /** The program calls `import` with a specifier, or has a text at hand that may. */
  onImport: (given: unknown) => void = () => {}
  readonly #kernel: Kernel
  readonly #places: SitePlaces
  readonly #sites: Sites
  readonly #calls: WovenCalls
  readonly #seesCalls: boolean
  /** Some spec wants the method by which loops ask for an iterator. */
  readonly #asksForIterators: boolean
  readonly #leaves: boolean
  /** The loop over an iterator of the program's whose step is being signalled. Any other is known by what its step binds. */
  #loop: LoopStep | undefined = undefined
  readonly #iterations: Iteration[] = []
  /** That of arrays, once it is known that their loops can be put off. */
  #arrays: Iteration | undefined = undefined
  readonly #writes: PropertyAccess[] = []
  readonly #deletes: PropertyAccess[] = []
  #handle: Handler | undefined
  readonly #executors: WatchedExecutors
  readonly #pending: PendingAccess[] = []
  /** Of sites that were asked for theirs. */
  readonly #names = new Map<number, string>()
  /**
   * What a loop without an activation goes over. Of one that has an activation that knows: storing what is young in what is
   * old takes V8 some 60 instructions, and again when garbage is collected.
   */
  #iterable: unknown = undefined

  /**
   * `seesCalls`: whether woven code tells of calls. `handles`: whether woven awaits signal; false where promise hooks see
   * them. `leaves`: whether loops that no spec keeps anything of, because their monitors were skipped, are left alone.
   */
  constructor(
    kernel: Kernel,
    places: SitePlaces,
    sites: Sites,
    plan: InstrumentationPlan,
    calls: WovenCalls,
    seesCalls: boolean,
    handles: boolean,
    leaves: boolean,
  ) {
    this.#kernel = kernel
    this.#calls = calls
    this.#seesCalls = seesCalls
    const operations = plan.places.flatMap((place) => (place.woven ? place.operations : []))
    this.#asksForIterators = seesCalls && plan.operations.some(isCalledByLoops)
    this.#places = places
    this.#sites = sites
    this.#leaves = leaves
    for (const operation of operations) this.#add(operation)
    if (handles && plan.handles.length > 0) {
      const wanted = plan.handles.map((subscription) => ({ subscription, kind: 'handle' as const, only: undefined }))
      handlerWhenCalled(kernel, 'an awaited promise', 'before', wanted, (run) => (this.#handle = run))
    }
    this.#executors = new WatchedExecutors(kernel, places, operations)
  }

  t(site: number): number {
    this.s = site
    return site
  }

  a<T>(value: T, site: number): T {
    this.s = site
    return value
  }

  i<T>(value: T, _site: number): T {
    this.onImport(value)
    return value
  }

  /** What nearly all loops are goes first, for V8 to put it into the loop's own code. */
  o(iterable: unknown, site: number, realm: RealmAbi, root?: unknown): LoopActivation | undefined {
    const arrays = this.#arrays
    if (arrays === undefined || !isArray(iterable) || this.#kernel.busy || !this.#places.mayCreate(site))
      return this.#open(iterable, site, realm, root)
    this.s = 0
    const putOff = arrays.putOff!
    return new LoopActivation(arrays, iterable, site, undefined, putOff, putOff.begin())
  }

  #open(iterable: unknown, site: number, realm: RealmAbi, root: unknown): LoopActivation | undefined {
    this.s = 0
    if (!isArray(iterable) && !isIterable(iterable, realm)) {
      const failing = this.#failing(iterable, site, realm)
      if (failing !== iterable) return this.#leave(failing)
    }
    if (this.#kernel.busy) return this.#leave(iterable)
    if (this.#asksForIterators)
      this.#calls.iterate(iterable, site, this.#sites.wovenOf(site)?.describe(site)?.subject?.async === true)
    for (let i = 0; i < this.#iterations.length; i += 1) {
      const iteration = this.#iterations[i]!
      if (!iteration.test(iterable)) continue
      if (iteration.passesOver?.(site, iterable) === true) return this.#leave(iterable)
      const activation = new LoopActivation(iteration, iterable, this.#places.ofSite(site), undefined, null, 0)
      return this.#start(activation) ?? this.#leave(iterable)
    }
    return this.#overIterator(iterable, site, root) ?? this.#leave(iterable)
  }

  /** A loop goes on without an activation. */
  #leave(iterable: unknown): undefined {
    this.#iterable = iterable
    return undefined
  }

  #start(activation: LoopActivation): LoopActivation | undefined {
    const { iteration } = activation
    const { start, leavable } = iteration
    if (start !== undefined) signalLoop(start, activation)
    if (iteration.putOff === undefined) this.#putOff(iteration)
    if (!leavable || activation.iterator !== activation || isKept(activation)) return activation
    if (iteration.passesOver === undefined) this.#lookAhead(iteration)
    return undefined
  }

  /** Once a start was heard of and nothing was kept. */
  #lookAhead(iteration: Iteration): void {
    const { starter } = iteration
    if (starter === null || starter === undefined || this.#kernel.asleep[starter.specIndex]) return
    const sink = starter.condition === undefined ? this.#kernel.sink(starter.specIndex) : undefined
    iteration.passesOver = sink?.passesOver?.(starter.event) ?? passesNone
  }

  /** Once a start was heard of, so that whatever waits for the first is awake. */
  #putOff(iteration: Iteration): void {
    const { starter, stepper, test } = iteration
    iteration.putOff = null
    if (starter === null || starter === undefined || starter.specIndex !== stepper?.specIndex) return
    if (starter.condition !== undefined || stepper.condition !== undefined || this.#asksForIterators) return
    const putOff = this.#kernel.sink(starter.specIndex)?.putOff
    if (putOff === undefined || putOff.create !== starter.event || putOff.next !== stepper.event) return
    if (!isWhole(starter.bindings[putOff.parameter], 'iterator')) return
    if (!isWhole(starter.bindings[1 - putOff.parameter], 'iterable')) return
    // The language's collections are nobody else's; of other classes an array may be one, and the first that it is counts.
    if (test !== isArray) return
    for (let i = 0; this.#iterations[i] !== iteration; i += 1) {
      const { test: before } = this.#iterations[i]!
      if (before !== isMap && before !== isSet) return
    }
    iteration.putOff = putOff
    this.#arrays = iteration
  }

  /** A loop that was put off takes a step after some collection has changed; true if it is to be signalled from here on. */
  #takeUp(loop: LoopActivation, putOff: PutOffIterations): boolean {
    const { iterable, place, steps, since } = loop
    const { specIndex } = loop.iteration.starter!
    if (this.#kernel.busy) return false
    if (this.#kernel.off[specIndex]!.off) {
      this.#arrays = undefined
      return false
    }
    loop.since = putOff.version
    this.#kernel.busy = true
    try {
      const state = putOff.stateOf(iterable as object, steps - 1, since)
      if (state === -1) {
        putOff.step()
        return false
      }
      loop.putOff = null
      putOff.take(state, place, iterable as object, loop)
      return true
    } catch (error) {
      this.#kernel.switchOff(specIndex, error)
      return false
    } finally {
      this.#kernel.busy = false
    }
  }

  /** A loop over what `entries`, `keys` or `values` gave. Where calls are woven, the start was signalled at that call. */
  #overIterator(iterable: unknown, site: number, root: unknown): LoopActivation | undefined {
    const test = collectionTest(iterable)
    if (test === undefined) return undefined
    for (let i = 0; i < this.#iterations.length; i += 1) {
      const iteration = this.#iterations[i]!
      if (iteration.test !== test) continue
      const place = this.#places.ofSite(site)
      const found = this.#follow(root, site)
      const collection = test(found) ? found : undefined
      const activation = new LoopActivation(iteration, collection, place, iterable as object, null, 0)
      if (this.#seesCalls) return activation
      return collection === undefined ? undefined : this.#start(activation)
    }
    return undefined
  }

  #follow(root: unknown, site: number): unknown {
    let value = root
    const path = this.#nameOf(site)
    if (path === '') return value
    for (let from = 0, to = 0; to !== -1; from = to + 1) {
      to = stringIndexOf(path, '.', from)
      value = readData(value, stringSlice(path, from, to === -1 ? path.length : to))
    }
    return value
  }

  /** The key of an access, the path from an iterator's root to its collection. */
  #nameOf(site: number): string {
    const known = mapGet(this.#names, site) as string | undefined
    if (known !== undefined) return known
    const name = this.#sites.wovenOf(site)?.describe(site)?.name ?? ''
    mapSet(this.#names, site, name)
    return name
  }

  p(activation: unknown): unknown {
    if (activation !== undefined) {
      const { iterable, iterator } = activation as LoopActivation
      return iterator === activation ? iterable : iterator
    }
    const iterable = this.#iterable
    this.#iterable = undefined
    return iterable
  }

  n(activation: object): undefined {
    const loop = activation as LoopActivation
    const { putOff } = loop
    loop.steps += 1
    if (putOff !== null && loop.since === putOff.version) {
      putOff.step()
      return undefined
    }
    this.#next(loop, putOff)
    return undefined
  }

  #next(loop: LoopActivation, putOff: PutOffIterations | null): void {
    if (putOff !== null && !this.#takeUp(loop, putOff)) return
    const { next } = loop.iteration
    if (next === undefined || this.#kernel.busy) return
    const isKnown = loop.iterator === loop
    if (!isKnown) this.#loop = loop
    signalLoop(next, loop)
    if (!isKnown) this.#loop = undefined
  }

  /** The loop whose step is the event of a report: the event binds it, or the iterator that it goes over. */
  stepOf({ spec, event, values }: Pick<Report, 'spec' | 'event' | 'values'>): LoopStep | undefined {
    const { parameters } = spec.events[event]!
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i]
      if ((parameters & (1 << i)) !== 0 && value instanceof LoopActivation) return value
    }
    return this.#loop
  }

  f(activation: object): void {
    const { iteration } = activation as LoopActivation
    if (iteration.finish !== undefined && !this.#kernel.busy) signalLoop(iteration.finish, activation as LoopActivation)
  }

  h<T>(value: T, site: number): T {
    this.s = 0
    if (this.#handle !== undefined && !this.#kernel.busy && isPromise(value))
      this.#handle(
        this.#places.ofSite(site),
        value,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        value,
      )
    return value
  }

  x(executor: unknown, site: number, realm: RealmAbi, constructor: unknown): unknown {
    this.s = 0
    if (typeof executor !== 'function' || this.#kernel.busy) return executor
    return this.#executors.watch(executor, site, realm, constructor)
  }

  c(given: unknown[], site: number, receiver: unknown, callee?: unknown): unknown[] {
    // For a wrapper, where the function has one.
    this.s = site
    if (this.#kernel.busy) return given
    if (receiver === this.c) this.#calls.callCaught(given, site, false)
    else if (callee !== this.c && callee !== this.q) this.#calls.call(given, site, receiver, callee)
    else if (receiver === undefined) this.#calls.callCaught(given, site, true)
    else this.#calls.callMember(given, site, receiver)
    return given
  }

  q<T>(value: T, site: number): T {
    this.s = 0
    if (!this.#kernel.busy) this.#calls.catch(value, site)
    return value
  }

  r<T>(result: T, site: number): T {
    this.s = 0
    return this.#calls.returned(result, site) as T
  }

  w<T>(object: T, site: number): T {
    return this.#begin(object, site, false, true)
  }

  u<T>(object: T, site: number): T {
    return this.#begin(object, site, false, false)
  }

  d<T>(object: T, site: number): T {
    return this.#begin(object, site, true, false)
  }

  k<T>(key: T, site: number): T {
    this.s = 0
    const at = this.#find(site)
    if (at === -1) return key
    const access = this.#pending[at]!
    access.key = typeof key === 'number' ? String(key) : key
    if (!access.awaitsValue) this.#complete(at, undefined)
    return key
  }

  v<T>(value: T, site: number): T {
    this.s = 0
    const at = this.#find(site)
    if (at !== -1) this.#complete(at, value)
    return value
  }

  #begin<T>(object: T, site: number, deletes: boolean, awaitsValue: boolean): T {
    this.s = 0
    if (this.#kernel.busy || object === null || object === undefined) return object
    if (!isWatched(deletes ? this.#deletes : this.#writes, object)) return object
    if (this.#pending.length >= mostPending) this.#pending.length = 0
    const name = this.#nameOf(site)
    this.#pending[this.#pending.length] = { site, object, deletes, awaitsValue, key: name }
    if (!awaitsValue && name !== '') this.#complete(this.#pending.length - 1, undefined)
    return object
  }

  #find(site: number): number {
    for (let i = this.#pending.length - 1; i >= 0; i -= 1) if (this.#pending[i]!.site === site) return i
    return -1
  }

  #complete(at: number, value: unknown): void {
    const { site, object, deletes, key } = this.#pending[at]!
    // What stands above was left behind by expressions that threw.
    this.#pending.length = at
    if (this.#kernel.busy) return
    const place = this.#places.ofSite(site)
    const accesses = deletes ? this.#deletes : this.#writes
    for (let i = 0; i < accesses.length; i += 1) {
      const { test, run } = accesses[i]!
      if (run !== undefined && test(object))
        run(place, object, key, value, undefined, undefined, [object, key, value], value, undefined)
    }
  }

  #add(operation: Operation): void {
    const { kind, subscriptions } = operation
    const handle = (put: (run: Handler) => void): void => {
      const wanted = subscriptions.map((subscription) => ({ subscription, kind, only: undefined }))
      handlerWhenCalled(this.#kernel, operation.holder.join('.'), 'before', wanted, put)
    }
    switch (kind) {
      case 'iterate-start': {
        const iteration = this.#iteration(operation)
        const alone = iteration.starter === undefined && subscriptions.length === 1
        iteration.starter = alone ? subscriptions[0]! : null
        handle((run) => (iteration.start = run))
        break
      }
      case 'iterate-next': {
        const iteration = this.#iteration(operation)
        iteration.leavable &&= subscriptions.every(({ spec, event }) => concernsKeptLoopsOnly(spec, event))
        const alone = iteration.stepper === undefined && subscriptions.length === 1
        iteration.stepper = alone ? subscriptions[0]! : null
        handle((run) => (iteration.next = run))
        break
      }
      case 'iterate-finish': {
        const iteration = this.#iteration(operation)
        iteration.leavable &&= subscriptions.every(({ spec, event }) => concernsKeptLoopsOnly(spec, event))
        iteration.stepper = null
        handle((run) => (iteration.finish = run))
        break
      }
      case 'write':
      case 'delete': {
        const access: PropertyAccess = { test: testFor(operation), run: undefined }
        handle((run) => (access.run = run))
        const accesses = kind === 'write' ? this.#writes : this.#deletes
        accesses.push(access)
        break
      }
      case 'call':
      case 'construct':
      case 'read':
      case 'emit':
        break
    }
  }

  readonly #iterationsByTarget = new Map<string, Iteration>()

  #iteration(operation: Operation): Iteration {
    const target = operation.holder.join('.')
    let iteration = this.#iterationsByTarget.get(target)
    if (iteration === undefined) {
      iteration = {
        test: testFor(operation),
        start: undefined,
        next: undefined,
        finish: undefined,
        leavable: this.#leaves,
        starter: undefined,
        passesOver: undefined,
        stepper: undefined,
        putOff: undefined,
      }
      this.#iterationsByTarget.set(target, iteration)
      this.#iterations.push(iteration)
    }
    return iteration
  }

  /** In the place of a value that no loop can iterate: the loop fails with V8's own text. */
  #failing(value: unknown, site: number, realm: RealmAbi): unknown {
    const subject = this.#sites.wovenOf(site)?.describe(site)?.subject
    if (subject === undefined || (subject.async && isAsyncIterable(value))) return value
    return failingIterable(subject, value, realm, this.o)
  }
}

/** Whether a parameter is bound to a part of an iteration, and not to something in it. */
function isWhole(binding: Binding | undefined, root: Binding['root']): boolean {
  return binding !== undefined && binding.root === root && binding.path.length === 0
}

const passesNone = (): boolean => false

function signalLoop(handler: Handler, activation: LoopActivation): void {
  const { place, iterable, iterator } = activation
  handler(place, iterable, iterator, undefined, undefined, undefined, undefined, undefined, undefined)
}

/** How the collection of an iterator of the language is recognised; undefined for anything else. */
function collectionTest(iterator: unknown): Test | undefined {
  if (isMapIterator(iterator)) return isMap
  if (isSetIterator(iterator)) return isSet
  return isArrayIterator(iterator) ? isArray : undefined
}

/** By what its prototype says of itself, in every realm. */
function isArrayIterator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isProxy(value)) return false
  const prototype = getPrototypeOf(value)
  if (prototype === null || isProxy(prototype)) return false
  return getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.value === 'Array Iterator'
}

const languageClasses: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['Array', isArray],
  ['Map', isMap],
  ['Set', isSet],
  ['Object', (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'],
])

/** Classes of the language are recognised in every realm; other targets by the object that the main realm has. */
function testFor({ place, holder }: Operation): Test {
  const ofLanguage = place.kind === 'global' && holder.length === 1 ? languageClasses.get(holder[0]!) : undefined
  if (ofLanguage !== undefined) return ofLanguage
  if (place.kind !== 'global') return () => false
  let target: unknown
  let resolved = false
  return (value) => {
    if (!resolved) {
      resolved = true
      target = holder.reduce<unknown>((from, key) => (from as Record<string, unknown> | undefined)?.[key], globalThis)
    }
    if (value === target) return true
    if (typeof target !== 'function' || typeof value !== 'object' || value === null) return false
    const { prototype } = target
    return typeof prototype === 'object' && prototype !== null && isPrototypeOf(prototype, value)
  }
}
