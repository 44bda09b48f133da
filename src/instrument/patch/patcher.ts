/**
 * Puts wrappers in the place of the functions that a plan names, and nowhere else. Globals are patched in each realm;
 * a Node module when it is first loaded (loading eighteen of them costs 20 ms, touching the web globals 30–60); what a
 * getter gives lazily, when the program first asks for it (asking ourselves would load it, or print a warning).
 *
 * One original has one wrapper, whatever names it goes by: aliases stay identical to each other, and all that was wanted
 * under any of the names is dispatched by the one wrapper, once.
 *
 * A method of a class is wrapped where the class has it and in every builtin class below that overrides it. A method
 * that the class inherits is wrapped where it stands, and signals for instances of the class only.
 */

import type { Target } from '../../spec/parse-target.ts'
import type { Moment } from '../../spec/pointcut.ts'
import type { Kernel } from '../kernel.ts'
import { freshWrapperId } from '../kernel.ts'
import type { Wanted } from '../plan/compile-handler.ts'
import { compileHandler, countsInternally } from '../plan/compile-handler.ts'
import { isExecutor } from '../plan/plan-weaving.ts'
import type { InstrumentationPlan, IterationKind, Operation } from '../plan/plan.ts'
import { placeText } from '../plan/plan.ts'
import { disguise, disguiseText, originalOf } from './disguise.ts'
import {
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  mapGet,
  mapSet,
  ownKeys,
  weakMapGet,
  weakMapSet,
} from './originals.ts'
import type { Hook, WrapperRealm } from './wrap-function.ts'
import { setHandler, wrapFunction } from './wrap-function.ts'

/** What could not be patched, and why; shown to the user as not monitored. */
export interface NotPatched {
  readonly target: string
  readonly reason: string
}

export interface Realm extends WrapperRealm {
  readonly Function: { readonly prototype: Function }
}

interface Patch extends Hook {
  readonly wanted: Wanted[]
}

/** A patched method of a class of Node's. */
interface PatchedMethod {
  readonly prototype: object
  readonly key: PropertyKey
  readonly operation: Operation
}

type Descriptor = PropertyDescriptor

export class Patcher {
  readonly notPatched: NotPatched[] = []
  /** Hears of each module of Node once, when it was patched. */
  onModule: ((name: string, exports: object) => void) | undefined = undefined
  readonly #kernel: Kernel
  readonly #globals: readonly Operation[]
  readonly #modules = new Map<string, Operation[]>()
  readonly #packages = new Map<string, Operation[]>()
  readonly #patches = new WeakMap<Function, Patch>()
  readonly #loaded = new Set<object>()
  /** Methods of classes that were patched: looked for in builtin classes that load later. */
  readonly #methods: PatchedMethod[] = []
  /** Prototypes that were looked at for overrides. */
  readonly #classes = new Set<object>()
  #realm: Realm

  constructor(kernel: Kernel, plan: InstrumentationPlan, realm: Realm) {
    this.#kernel = kernel
    this.#realm = realm
    const operations = plan.operations.filter(({ kind }) => patchable.has(kind))
    this.#globals = operations.filter(({ place }) => place.kind === 'global')
    for (const operation of operations) {
      const { place } = operation
      if (place.kind === 'node') addTo(this.#modules, place.module, operation)
      if (place.kind === 'npm') addTo(this.#packages, place.package, operation)
      if (place.kind === 'module') addTo(this.#packages, place.file, operation)
    }
  }

  /** Node modules that some spec wants to have patched when they load, without `node:`. */
  get modules(): ReadonlySet<string> {
    return new Set(this.#modules.keys())
  }

  /** npm packages and own modules with wanted members, as in the target's text. */
  get packages(): ReadonlySet<string> {
    return new Set(this.#packages.keys())
  }

  /** Patches the globals of a realm. The main realm's first; then each one that `vm` makes. */
  patchRealm(realm: Realm): void {
    this.#quietly(() => {
      this.#realm = realm
      if (this.#globals.length > 0) disguiseText(realm.Function.prototype)
      for (const operation of this.#globals) this.#patchOperation(realm, operation, undefined)
    })
  }

  /** Patches a Node module. Call it whenever one was loaded; only the first call for a module does anything. */
  patchModule(name: string, exports: object): void {
    this.#quietly(() => {
      if (this.#loaded.has(exports)) return
      this.#loaded.add(exports)
      for (const operation of (mapGet(this.#modules, name) as Operation[] | undefined) ?? [])
        this.#patchOperation(exports, operation, undefined)
      this.#patchOverrides(exports)
      this.onModule?.(name, exports)
    })
  }

  /** Patches what a loaded package or own module exports; `home` is the package's folder. */
  patchPackage(
    name: string,
    exports: object,
    home: string | undefined,
    accepts: (target: Target['place']) => boolean,
  ): void {
    this.#quietly(() => {
      for (const operation of (mapGet(this.#packages, name) as Operation[] | undefined) ?? [])
        if (accepts(operation.place)) this.#patchOperation(exports, operation, home)
    })
  }

  /**
   * Patches the class of an object that Node gave out, where it shares or overrides a patched method. Some classes are
   * exported nowhere (FileHandle has copies of the methods of EventEmitter).
   */
  patchClassOf(value: object): void {
    const prototype = getPrototypeOf(value)
    if (prototype !== null) this.#patchClass(prototype)
  }

  /** Looks for overrides in a class and before that in all above it, once: an override of an override is found so. */
  #patchClass(prototype: object): void {
    if (this.#classes.has(prototype)) return
    const above = getPrototypeOf(prototype)
    if (above !== null) this.#patchClass(above)
    this.#classes.add(prototype)
    for (const method of this.#methods) this.#patchOverride(prototype, method)
  }

  /** Runs our own code over builtins that are patched already: nothing it does is an event. */
  #quietly(run: () => void): void {
    const { busy } = this.#kernel
    this.#kernel.busy = true
    try {
      run()
    } finally {
      this.#kernel.busy = busy
    }
  }

  #patchOperation(root: object, operation: Operation, home: string | undefined): void {
    if (isExecutor(operation)) return this.#refuse(operation, 'only woven code shows the resolvers of a promise')
    try {
      this.#walk(root, operation, 0, home)
    } catch (error) {
      this.#refuse(operation, `patching failed: ${String(error)}`)
    }
  }

  /** Follows the path from `from`; `depth` steps of it are done. */
  #walk(from: object, operation: Operation, depth: number, home: string | undefined): void {
    const { holder } = operation
    if (depth === holder.length) return this.#patchHolder(from, operation, home)
    const key = propertyKey(holder[depth]!)
    const found = findProperty(from, key)
    if (found === undefined) return this.#refuse(operation, `there is no ${holder.slice(0, depth + 1).join('.')}`)
    const { owner, descriptor } = found
    if (descriptor.get === undefined || readable.has(holder[depth]!)) {
      const value: unknown = descriptor.get === undefined ? descriptor.value : Reflect.get(from, key)
      if (isObject(value)) this.#walk(value, operation, depth + 1, home)
      else this.#refuse(operation, `${holder.slice(0, depth + 1).join('.')} is no object`)
    } else this.#whenRead(owner, key, descriptor, (value) => this.#walk(value, operation, depth + 1, home))
  }

  /** Waits for the program to read an accessor, then goes on with what it gave, once for each value. */
  #whenRead(owner: object, key: PropertyKey, descriptor: Descriptor, go: (value: object) => void): void {
    // oxlint-disable-next-line typescript/no-this-alias -- the getter has a `this` of its own
    const patcher = this
    const seen = new Set<unknown>()
    const original = descriptor.get!
    const known = lazyGetters.get(original)
    if (known !== undefined) {
      known.push(go)
      return
    }
    const waiting = [go]
    const getter = Object.getOwnPropertyDescriptor(
      {
        get value(): unknown {
          const value: unknown = Reflect.apply(original, this, [])
          if (isObject(value) && !seen.has(value)) {
            seen.add(value)
            patcher.#quietly(() => {
              for (const next of waiting) next(value)
            })
          }
          return value
        },
      },
      'value',
    )!.get!
    disguise(getter, original)
    lazyGetters.set(getter, waiting)
    defineProperty(owner, key, { ...descriptor, get: getter })
  }

  #patchHolder(holder: object, operation: Operation, home: string | undefined): void {
    switch (operation.kind) {
      case 'call':
      case 'construct':
        return this.#patchMember(holder, propertyKey(operation.member!), operation, undefined, home)
      case 'emit':
        return this.#patchEmit(holder, operation, home)
      case 'read':
        return this.#patchGetters(holder, operation, home)
      case 'iterate-start':
      case 'iterate-next':
      case 'iterate-finish':
        return this.#patchIterators(holder, operation)
      case 'write':
      case 'delete':
        return this.#refuse(operation, 'only woven code shows writes and deletes')
    }
  }

  /** `only`: the instances that the operation speaks of, when the function may serve others too. */
  #patchMember(
    holder: object,
    key: PropertyKey,
    operation: Operation,
    only: object | undefined,
    home: string | undefined,
  ): void {
    const found = findProperty(holder, key)
    if (found === undefined) return this.#refuse(operation, `it has no member ${String(key)}`)
    const { owner, descriptor } = found
    if (descriptor.get !== undefined) {
      // A lazily given export: the getter stays, and gives the wrapper.
      return this.#refuse(operation, 'it is given by an accessor')
    }
    if (typeof descriptor.value !== 'function') return this.#refuse(operation, 'it is no function')
    const restriction = only ?? (owner === holder ? undefined : holder)
    this.#replace(owner, key, descriptor, operation, restriction, home)
    if (operation.place.kind === 'node' && (operation.kind === 'emit' || isPrototypeHolder(operation))) {
      const method: PatchedMethod = { prototype: holder, key, operation }
      this.#methods.push(method)
      for (const prototype of this.#classes) this.#patchOverride(prototype, method)
    }
  }

  #replace(
    owner: object,
    key: PropertyKey,
    descriptor: Descriptor,
    operation: Operation,
    only: object | undefined,
    home: string | undefined,
  ): void {
    const present = descriptor.value as Function
    const original = originalOf(present)
    let patch = weakMapGet(this.#patches, original) as Patch | undefined
    if (patch === undefined) {
      if (present !== original) return
      if (descriptor.configurable === false && descriptor.writable === false)
        return this.#refuse(operation, 'it may not be replaced')
      if (owner === original) return this.#refuse(operation, 'it is the module itself, which others hold already')
      patch = this.#wrap(original, String(key), operation, home)
    }
    this.#want(patch, operation, only)
    if (present === original) {
      defineProperty(owner, key, { ...descriptor, value: patch.wrapper })
      const prototype =
        operation.kind === 'construct' ? getOwnPropertyDescriptor(original, 'prototype')?.value : undefined
      const constructor = isObject(prototype) ? getOwnPropertyDescriptor(prototype, 'constructor') : undefined
      if (constructor?.value === original)
        defineProperty(prototype as object, 'constructor', { ...constructor, value: patch.wrapper })
    }
  }

  #wrap(original: Function, member: string, operation: Operation, home: string | undefined): Patch {
    const patch: Patch = {
      name: operationText(operation),
      id: freshWrapperId(),
      wrapper: original,
      member,
      home,
      lastSite: 0,
      lastPlace: 0,
      hits: 0,
      unsited: 0,
      unsitedOfProgram: 0,
      internalCounts: false,
      original,
      before: null,
      returned: null,
      threw: null,
      fulfilled: null,
      rejected: null,
      keys: null,
      wantsArgs: false,
      constructs: operation.kind === 'construct',
      wanted: [],
    }
    wrapFunction(this.#kernel, patch, this.#realm)
    weakMapSet(this.#patches, original, patch)
    weakMapSet(this.#patches, patch.wrapper, patch)
    return patch
  }

  /** Adds what an operation wants to a wrapper; the same event under two names of a function is wanted once. */
  #want(patch: Patch, operation: Operation, only: object | undefined): void {
    const kind = isIteration(operation.kind) ? (`called-${operation.kind}` as const) : operation.kind
    let changed = false
    for (const subscription of operation.subscriptions) {
      if (patch.wanted.some((one) => one.subscription === subscription && one.kind === kind && one.only === only))
        continue
      patch.wanted.push({ subscription, kind, only })
      changed = true
    }
    if (!changed) return
    if (countsInternally(kind)) patch.internalCounts = true
    patch.keys = emittedKeys(patch.wanted)
    for (const moment of ['before', 'returned', 'threw', 'fulfilled', 'rejected'] as const) {
      const wanted = patch.wanted.filter(({ kind, subscription }) =>
        hears(kind.startsWith('called-') ? 'returned' : subscription.moment, moment),
      )
      if (wanted.length > 0) setHandler(patch, moment, compileHandler(this.#kernel, patch.name, moment, wanted))
    }
  }

  /** `emit` of a class of emitters, or of one emitter; `dispatchEvent` of an event target. */
  #patchEmit(holder: object, operation: Operation, home: string | undefined): void {
    const prototype = typeof holder === 'function' ? getOwnPropertyDescriptor(holder, 'prototype')?.value : undefined
    const emitter = isObject(prototype) ? prototype : holder
    const member = findProperty(emitter, 'emit') === undefined ? 'dispatchEvent' : 'emit'
    this.#patchMember(emitter, member, operation, emitter, home)
  }

  /**
   * Iterators of Map and Set. Those of arrays are never patched: `Array.prototype[Symbol.iterator]` and its iterator's
   * `next` make every spread in the process 19–50 times slower.
   */
  #patchIterators(holder: object, operation: Operation): void {
    const { Map: realmMap, Set: realmSet } = this.#realm as unknown as { Map: Function; Set: Function }
    if (holder !== realmMap && holder !== realmSet)
      return this.#refuse(operation, 'only woven code shows iteration of anything but Map and Set')
    const prototype = (holder as MapConstructor).prototype as object
    if (operation.kind === 'iterate-start') {
      for (const key of ['entries', 'keys', 'values', Symbol.iterator])
        this.#patchMember(prototype, key, operation, undefined, undefined)
    } else {
      const iterator = new (holder as MapConstructor)().values()
      this.#patchMember(Object.getPrototypeOf(iterator) as object, 'next', operation, undefined, undefined)
    }
  }

  /** Properties that are getters of a class: each key that the subscriptions name. */
  #patchGetters(holder: object, operation: Operation, home: string | undefined): void {
    const prototype = typeof holder === 'function' ? getOwnPropertyDescriptor(holder, 'prototype')?.value : undefined
    const owner = isObject(prototype) ? prototype : holder
    const keys = new Set(operation.subscriptions.flatMap(({ keys }) => keys ?? []))
    for (const key of keys) {
      const descriptor = getOwnPropertyDescriptor(owner, propertyKey(key))
      if (descriptor?.get === undefined) {
        this.#refuse(operation, `${key} is no accessor; only woven code shows it`)
        continue
      }
      const wanted = { ...operation, subscriptions: operation.subscriptions.filter((one) => one.keys?.includes(key)) }
      const original = originalOf(descriptor.get)
      const patch =
        (weakMapGet(this.#patches, original) as Patch | undefined) ?? this.#wrap(original, key, wanted, home)
      this.#want(patch, wanted, undefined)
      defineProperty(owner, propertyKey(key), { ...descriptor, get: patch.wrapper as () => unknown })
    }
  }

  /** Functions that a module exports and that were patched elsewhere; classes that it exports: those below a patched class with a method of their own, and those that share a patched function. */
  #patchOverrides(exports: object): void {
    for (const name of ownKeys(exports)) {
      const descriptor = getOwnPropertyDescriptor(exports, name)
      const value: unknown = descriptor?.value
      if (typeof value !== 'function') continue
      const patch = weakMapGet(this.#patches, value) as Patch | undefined
      // The same function under another name (`setTimeout` in `node:timers`): names of one function stay one.
      if (patch !== undefined && patch.wrapper !== value)
        defineProperty(exports, name, { ...descriptor, value: patch.wrapper })
      const prototype: unknown = getOwnPropertyDescriptor(value, 'prototype')?.value
      if (isObject(prototype)) this.#patchClass(prototype)
    }
  }

  /** A method overrides a patched one if, but for it, the patched one would be found. */
  #patchOverride(prototype: object, { prototype: above, key, operation }: PatchedMethod): void {
    if (prototype === above || !hasOwn(prototype, key)) return
    const descriptor = getOwnPropertyDescriptor(prototype, key)!
    if (typeof descriptor.value !== 'function') return
    const parent = getPrototypeOf(prototype)
    const inherited: unknown = parent === null ? undefined : findProperty(parent, key)?.descriptor.value
    if (this.#serves(descriptor.value as Function, operation) || this.#serves(inherited, operation))
      this.#replace(prototype, key, descriptor, operation, undefined, undefined)
  }

  /** Whether a function is patched for the operation. */
  #serves(value: unknown, operation: Operation): boolean {
    const patch = typeof value === 'function' ? (weakMapGet(this.#patches, value) as Patch | undefined) : undefined
    return patch?.wanted.some(({ subscription }) => operation.subscriptions.includes(subscription)) === true
  }

  #refuse(operation: Operation, reason: string): void {
    this.notPatched.push({ target: operationText(operation), reason })
  }
}

/** Kinds of operation that wrappers can see; the rest is for woven code. */
const patchable: ReadonlySet<Operation['kind']> = new Set([
  'call',
  'construct',
  'emit',
  'read',
  'write',
  'delete',
  'iterate-start',
  'iterate-next',
  'iterate-finish',
] as const)

function isIteration(kind: Operation['kind']): kind is IterationKind {
  return kind === 'iterate-start' || kind === 'iterate-next' || kind === 'iterate-finish'
}

/** Globals behind accessors that are there from the start: reading them loads nothing and warns of nothing. */
const readable: ReadonlySet<string> = new Set(['process', 'Buffer'])

const lazyGetters = new Map<unknown, ((value: object) => void)[]>()

/** The events that anyone hears of, if everyone names them. */
function emittedKeys(wanted: readonly Wanted[]): ReadonlySet<unknown> | null {
  if (wanted.some(({ kind, subscription }) => kind !== 'emit' || subscription.keys === undefined)) return null
  return new Set(wanted.flatMap(({ subscription }) => subscription.keys!))
}

/** A subscription to `settled` hears of both outcomes. */
function hears(wanted: Moment, moment: Moment): boolean {
  return wanted === moment || (wanted === 'settled' && (moment === 'fulfilled' || moment === 'rejected'))
}

function addTo(map: Map<string, Operation[]>, key: string, operation: Operation): void {
  const list = mapGet(map, key) as Operation[] | undefined
  if (list === undefined) mapSet(map, key, [operation])
  else list.push(operation)
}

function isPrototypeHolder(operation: Operation): boolean {
  return operation.holder.at(-1) === 'prototype'
}

function operationText({ place, holder, member }: Operation): string {
  const path = [...holder, ...(member === undefined ? [] : [member])].join('.')
  return place.kind === 'global' ? path : `${placeText(place)}#${path}`
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** `@@iterator` names a well-known symbol. */
function propertyKey(name: string): PropertyKey {
  if (!name.startsWith('@@')) return name
  return (Symbol as unknown as Record<string, symbol | undefined>)[name.slice(2)] ?? name
}

function findProperty(from: object, key: PropertyKey): { owner: object; descriptor: Descriptor } | undefined {
  for (let owner: object | null = from; owner !== null; owner = getPrototypeOf(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key)
    if (descriptor !== undefined) return { owner, descriptor }
  }
  return undefined
}
