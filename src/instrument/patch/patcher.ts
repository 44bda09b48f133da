/**
 * Finds the functions that a plan names and puts wrappers in their place, where the strategy wants that, and nowhere else;
 * for the others it only says what is wanted of them (`hooked-functions.ts`). Globals are patched in each realm;
 * a Node module when it is first loaded (loading eighteen of them costs 20 ms, touching the web globals 30–60); what a
 * getter gives lazily, when the program first asks for it (asking ourselves would load it, or print a warning). Where
 * there is no getter that could be replaced, a global is patched when a text that is about to run mentions it
 * (`lazy-globals.ts`).
 *
 * A method of a class is wrapped where the class has it and in every builtin class below that overrides it. A method
 * that the class inherits is wrapped where it stands, and signals for instances of the class only.
 */

import type { Target } from '../../spec/parse-target.ts'
import type { Kernel } from '../kernel.ts'
import { isExecutor } from '../plan/plan-weaving.ts'
import type { Operation, PlacedOperations } from '../plan/plan.ts'
import { BuiltinClasses, type PatchedMethod } from './builtin-classes.ts'
import { disguise, disguiseText, originalOf } from './disguise.ts'
import { type HookedFunctions, isWrapped, operationText } from './hooked-functions.ts'
import { language } from './language.ts'
import { arrivingWith, isLazyGlobal, UnmentionedGlobals } from './lazy-globals.ts'
import {
  addToList,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isPrototypeOf,
  mapGet,
  ownKeys,
  setHas,
} from './originals.ts'
import { pristinely } from './pristine.ts'
import { className, findProperty, follow, isObject, propertyKey, prototypeOfClass } from './properties.ts'
import type { WrapperRealm } from './wrap-function.ts'

/** What could not be patched, and why; shown to the user as not monitored. */
export interface NotPatched {
  readonly target: string
  readonly reason: string
}

export interface Realm extends WrapperRealm {
  readonly Function: { readonly prototype: Function }
}

interface LatePath {
  readonly from: object
  readonly operation: Operation
  readonly depth: number
  readonly home: string | undefined
}

type Descriptor = PropertyDescriptor

export class Patcher {
  readonly notPatched: NotPatched[] = []
  /** Hears of each module of Node once, when it was patched. */
  onModule: ((name: string, exports: object) => void) | undefined = undefined
  readonly #kernel: Kernel
  readonly #functions: HookedFunctions
  readonly #wraps: (operation: Operation) => boolean
  readonly #wants: (operation: Operation) => boolean
  #globals: readonly Operation[] = []
  /** By name, what is wanted in modules of Node and of packages: read when such a module loads. */
  readonly #modules = new Map<string, PlacedOperations[]>()
  readonly #packages = new Map<string, PlacedOperations[]>()
  readonly #loaded = new Set<object>()
  /** Of packages that were loaded: operations whose target was seen in some module, and those not seen in any yet. */
  readonly #found = new Set<Operation>()
  readonly #missing = new Set<Operation>()
  /** Lazily given globals that someone waits for. */
  readonly #awaited = new Set<string>()
  /** Paths that led through an accessor, where functions are only found. */
  readonly #late: LatePath[] = []
  /** By the name of a class that its module does not export (FileHandle, FSWatcher, Timeout): what waits for an instance. */
  readonly #unexported = new Map<string, Operation[]>()
  /** Of objects that Node gave out, where they inherit from. */
  readonly #met = new Set<object>()
  readonly #unmentioned = new UnmentionedGlobals()
  readonly #hearsTexts: boolean
  readonly #classes = new BuiltinClasses((prototype, method) => this.#patchOverride(prototype, method))
  #realm: Realm
  /** The only one with lazily given globals. */
  readonly #mainRealm: Realm

  /**
   * `wants`: whether the functions of an operation are looked for. `wraps`: whether they get wrappers; others are only found,
   * for woven calls to know.
   * `hearsTexts`: whether `mention` is called with every text before it runs.
   */
  constructor(
    kernel: Kernel,
    functions: HookedFunctions,
    places: readonly PlacedOperations[],
    wants: (operation: Operation) => boolean,
    wraps: (operation: Operation) => boolean,
    realm: Realm,
    hearsTexts = false,
  ) {
    this.#kernel = kernel
    this.#functions = functions
    this.#wraps = wraps
    this.#realm = realm
    this.#mainRealm = realm
    this.#hearsTexts = hearsTexts
    this.#wants = wants
    for (const placed of places) {
      const { place } = placed
      if (place.kind === 'global') this.#globals = placed.operations.filter(wants)
      if (place.kind === 'node') addToList(this.#modules, place.module, placed)
      if (place.kind === 'npm') addToList(this.#packages, place.package, placed)
      if (place.kind === 'module') addToList(this.#packages, place.file, placed)
    }
  }

  #wanted(places: readonly PlacedOperations[] = []): Operation[] {
    return places.flatMap(({ operations }) => operations.filter((operation) => this.#wants(operation)))
  }

  /** Node modules that some spec wants to have patched when they load, without `node:`. */
  get modules(): ReadonlySet<string> {
    return new Set(this.#modules.keys())
  }

  /** npm packages and own modules with wanted members, as in the target's text. */
  get packages(): ReadonlySet<string> {
    return new Set(this.#packages.keys())
  }

  /** Patches the globals of the main realm that Node gives. */
  patchHost(): void {
    this.#patchGlobals(this.#mainRealm, (name) => !language.has(name))
  }

  /** Patches those of the language in the main realm. They slow down every program; the others only who calls them. */
  patchLanguage(): void {
    this.#patchGlobals(this.#mainRealm, (name) => language.has(name))
  }

  /**
   * Patches the globals of a realm that `vm` made: the language's own, not what the program has `given` it, which is the
   * program's or was patched in another realm.
   */
  patchRealm(realm: Realm, given?: object): void {
    const isOwn = (name: string): boolean => given === undefined || !hasOwn(given, name)
    this.#functions.whilePatchingRealm(() => this.#patchGlobals(realm, isOwn))
  }

  #patchGlobals(realm: Realm, wants: (name: string) => boolean): void {
    this.#quietly(() => {
      this.#realm = realm
      if (this.#globals.length > 0) disguiseText(realm.Function.prototype)
      const waits = this.#hearsTexts && realm === this.#mainRealm
      for (const operation of this.#globals) {
        const name = operation.holder[0] ?? operation.member!
        if (!wants(name)) continue
        if (waits && isLazyGlobal(name)) this.#unmentioned.add(name, operation)
        else this.#patchOperation(realm, operation, undefined)
      }
      if (waits) return
      for (const [name, arriving] of Object.entries(arrivingWith)) {
        const descriptor = getOwnPropertyDescriptor(realm, name)
        if (descriptor?.get !== undefined && arriving.some((key) => this.#awaited.has(key)))
          this.#whenRead(realm, name, descriptor, () => {})
      }
    })
  }

  /** A text is about to run: what it names of the lazily given globals, and what comes with that, must be patched. */
  mention(text: string): void {
    if (this.#unmentioned.size === 0) return
    this.#quietly(() => {
      for (const found of this.#unmentioned.mentionedIn(text)) {
        if (found === undefined) for (const name of this.#unmentioned.names) this.#patchMentioned(name)
        else {
          this.#patchMentioned(found)
          this.#arrive(found)
        }
      }
    })
  }

  #patchMentioned(name: string): void {
    for (const operation of this.#unmentioned.take(name)) this.#patchOperation(this.#mainRealm, operation, undefined)
  }

  /** Patches a Node module. Call it whenever one was loaded; only the first call for a module does anything. */
  patchModule(name: string, exports: object): void {
    this.#quietly(() => {
      if (this.#loaded.has(exports)) return
      this.#loaded.add(exports)
      for (const operation of this.#wanted(this.#modules.get(name))) this.#patchOperation(exports, operation, undefined)
      // Has no such classes, and V8 loads thirty modules when all that it exports is looked at.
      if (name !== 'util') this.#patchOverrides(exports)
      this.#patchPromises(name, exports)
      this.#arrive(name)
      this.onModule?.(name, exports)
    })
  }

  /** `fs.promises` is the module `fs/promises`, loaded when it is first read; and so with other modules. */
  #patchPromises(name: string, exports: object): void {
    const module = `${name}/promises`
    if (!this.#modules.has(module)) return
    const descriptor = getOwnPropertyDescriptor(exports, 'promises')
    if (descriptor?.get !== undefined)
      this.#whenRead(exports, 'promises', descriptor, (promises) => this.patchModule(module, promises))
    else if (isObject(descriptor?.value)) this.patchModule(module, descriptor.value)
  }

  /**
   * Patches what a module of a package, or of the project, exports, as far as it has what is wanted; `home` is the
   * package's folder, whose own calls are not the program's.
   */
  patchPackage(
    name: string,
    exports: object,
    home: string | undefined,
    accepts: (target: Target['place']) => boolean,
  ): void {
    this.#quietly(() => {
      for (const operation of this.#wanted(this.#packages.get(name))) {
        if (!accepts(operation.place)) continue
        const holder = follow(exports, operation.holder)
        const member = operation.member
        if (holder === undefined || (member !== undefined && findProperty(holder, propertyKey(member)) === undefined)) {
          if (!this.#found.has(operation)) this.#missing.add(operation)
          continue
        }
        this.#found.add(operation)
        this.#missing.delete(operation)
        try {
          this.#patchHolder(holder, operation, home)
        } catch (error) {
          this.#refuse(operation, `patching failed: ${String(error)}`)
        }
      }
    })
  }

  /** What could not be patched so far, and what no module of its package had that was loaded. */
  get unmonitored(): NotPatched[] {
    const reason = 'no module of it that was loaded exports that'
    return [
      ...this.notPatched,
      ...Array.from(this.#missing, (operation) => ({ target: operationText(operation), reason })),
    ]
  }

  /**
   * Patches the class of an object that Node gave out, where it shares or overrides a patched method. Some classes are
   * exported nowhere (FileHandle has copies of the methods of EventEmitter), and of some an instance arrives before anyone
   * has read the global that a spec names (what `fetch` gives is a Response).
   */
  patchClassOf(value: object): void {
    const prototype = getPrototypeOf(value)
    // Other than a class that was seen: one module may export what a spec names of another, which does not.
    if (prototype === null || setHas(this.#met, prototype)) return
    this.#quietly(() => {
      this.#met.add(prototype)
      this.#classes.add(prototype)
      const name = className(prototype)
      this.#arrive(name)
      const waiting = mapGet(this.#unexported, name) as Operation[] | undefined
      for (const operation of waiting ?? []) this.#walk({ [name]: { prototype } }, operation, 0, undefined)
    })
  }

  /** The program has a global, a module of Node or an instance of this name: what it can reach from there must be patched. */
  #arrive(name: string): void {
    for (const key of arrivingWith[name] ?? []) {
      this.#patchMentioned(key)
      if (this.#awaited.has(key)) Reflect.get(this.#mainRealm, key)
    }
  }

  /** Runs our own code over builtins that are patched already: nothing it does is an event. */
  #quietly(run: () => void): void {
    const { busy } = this.#kernel
    this.#kernel.busy = true
    try {
      pristinely(() => {
        try {
          run()
        } finally {
          this.#functions.arrange()
        }
      })
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
    if (found === undefined && this.#isOtherRealm(from, operation)) return
    if (found === undefined && depth === 0 && operation.place.kind === 'node' && holder[1] === 'prototype') {
      const [name] = holder
      for (const prototype of this.#met)
        if (className(prototype) === name) this.#walk({ [name]: { prototype } }, operation, 0, home)
      return addToList(this.#unexported, name!, operation)
    }
    if (found === undefined) return this.#refuse(operation, `there is no ${holder.slice(0, depth + 1).join('.')}`)
    const { owner, descriptor } = found
    if (descriptor.get === undefined || readable.has(holder[depth]!)) {
      const value: unknown = descriptor.get === undefined ? descriptor.value : Reflect.get(from, key)
      if (isObject(value)) this.#walk(value, operation, depth + 1, home)
      else this.#refuse(operation, `${holder.slice(0, depth + 1).join('.')} is no object`)
    } else if (this.#wraps(operation))
      this.#whenRead(owner, key, descriptor, (value) => this.#walk(value, operation, depth + 1, home))
    else this.#late.push({ from, operation, depth, home })
  }

  /**
   * Goes on where a path led through an accessor that nothing may be put in place of. Most of Node's lazy ones become plain
   * values once the program has read them; and the class of an object that the program has, or the one object of a class
   * (`performance`), can be read without loading anything: `prototype` is where such an object inherits from.
   */
  findLate(prototype: object | null): void {
    if (this.#late.length === 0) return
    const names = new Set<string>()
    for (let at = prototype; at !== null; at = getPrototypeOf(at)) names.add(className(at))
    this.#quietly(() => {
      for (const { from, operation, depth, home } of this.#late.splice(0)) {
        const key = operation.holder[depth] ?? ''
        const isAtHand = names.has(key) || names.has(capitalised(key))
        const value: unknown = isAtHand ? Reflect.get(from, propertyKey(key)) : undefined
        if (isObject(value)) this.#walk(value, operation, depth + 1, home)
        else this.#walk(from, operation, depth, home)
      }
    })
  }

  /** Whether a global is looked for in a realm of `vm`, which has those of the language alone. */
  #isOtherRealm(from: object, { place }: Operation): boolean {
    return place.kind === 'global' && from === this.#realm && from !== this.#mainRealm
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
    this.#awaited.add(String(key))
    const getter = Object.getOwnPropertyDescriptor(
      {
        get value(): unknown {
          const value: unknown = Reflect.apply(original, this, [])
          if (isObject(value) && !seen.has(value)) {
            seen.add(value)
            patcher.#quietly(() => {
              for (const next of waiting) next(value)
              patcher.#arrive(String(key))
            })
          }
          const given = getOwnPropertyDescriptor(owner, key)
          return given === undefined || given.get !== undefined ? value : given.value
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
    if (found === undefined && this.#isOtherRealm(holder, operation)) return
    if (found === undefined) return this.#refuse(operation, `it has no member ${String(key)}`)
    const { owner, descriptor } = found
    if (descriptor.get !== undefined) {
      const refuse = (): void => this.#refuse(operation, 'it is given by an accessor')
      // What Node gives lazily becomes a plain property when it is first read.
      if (operation.place.kind !== 'global' && operation.place.kind !== 'node') return refuse()
      if (!this.#wraps(operation))
        return void this.#late.push({ from: holder, operation, depth: operation.holder.length, home })
      return this.#whenRead(owner, key, descriptor, () => {
        if (getOwnPropertyDescriptor(owner, key)?.get !== undefined) refuse()
        else this.#patchMember(holder, key, operation, only, home)
      })
    }
    if (typeof descriptor.value !== 'function') return this.#refuse(operation, 'it is no function')
    const restriction = only ?? (owner === holder ? undefined : holder)
    this.#replace(owner, key, descriptor, operation, restriction, home)
    if (operation.place.kind === 'node' && (operation.kind === 'emit' || isPrototypeHolder(operation)))
      this.#classes.addMethod({ prototype: holder, key, operation, only: restriction })
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
    const known = this.#functions.find(original)
    const wraps = this.#wraps(operation)
    // Someone else's wrapper, which is not ours to stand for.
    if (wraps && known === undefined && present !== original) return
    if (wraps && known === undefined) {
      if (descriptor.configurable === false && descriptor.writable === false)
        return this.#refuse(operation, 'it may not be replaced')
      if (owner === original) return this.#refuse(operation, 'it is the module itself, which others hold already')
    }
    const hook = known ?? this.#functions.add(original, String(key), operation, home)
    if (!wraps && present !== original) this.#functions.alias(present, hook)
    if (wraps) this.#functions.wrap(hook, this.#realm)
    this.#functions.want(hook, operation, only)
    if (present === original && isWrapped(hook)) {
      if (!defineProperty(owner, key, { ...descriptor, value: hook.wrapper }))
        return this.#refuse(operation, 'what an ES module exports cannot be replaced')
      const prototype = operation.kind === 'construct' ? prototypeOfClass(original) : undefined
      const constructor = prototype && getOwnPropertyDescriptor(prototype, 'constructor')
      if (constructor?.value === original)
        defineProperty(prototype!, 'constructor', { ...constructor, value: hook.wrapper })
    }
  }

  /** `emit` of a class of emitters, or of one emitter; `dispatchEvent` of an event target. */
  #patchEmit(holder: object, operation: Operation, home: string | undefined): void {
    const emitter = prototypeOfClass(holder) ?? holder
    const member = findProperty(emitter, 'emit') === undefined ? 'dispatchEvent' : 'emit'
    this.#patchMember(emitter, member, operation, emitter, home)
  }

  /**
   * Iterators of Map and Set, and of arrays where nothing is replaced: a wrapper on `Array.prototype[Symbol.iterator]` or on
   * `next` of its iterator makes every spread in the process 19–50 times slower.
   */
  #patchIterators(holder: object, operation: Operation): void {
    const { Map: realmMap, Set: realmSet, Array: realmArray } = this.#realm as unknown as Record<string, object>
    if (holder !== realmMap && holder !== realmSet && (holder !== realmArray || this.#wraps(operation)))
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
    const owner = prototypeOfClass(holder) ?? holder
    const keys = new Set(operation.subscriptions.flatMap(({ keys }) => keys ?? []))
    for (const key of keys) {
      const descriptor = getOwnPropertyDescriptor(owner, propertyKey(key))
      if (descriptor?.get === undefined) {
        this.#refuse(operation, `${key} is no accessor; only woven code shows it`)
        continue
      }
      const wanted = { ...operation, subscriptions: operation.subscriptions.filter((one) => one.keys?.includes(key)) }
      const original = originalOf(descriptor.get)
      const hook = this.#functions.find(original) ?? this.#functions.add(original, key, wanted, home)
      this.#functions.wrap(hook, this.#realm)
      this.#functions.want(hook, wanted, undefined, key)
      defineProperty(owner, propertyKey(key), { ...descriptor, get: hook.wrapper as () => unknown })
    }
  }

  /** Functions that a module exports and that were patched elsewhere; classes that it exports: those below a patched class with a method of their own, and those that share a patched function. */
  #patchOverrides(exports: object): void {
    for (const name of ownKeys(exports)) {
      const descriptor = getOwnPropertyDescriptor(exports, name)
      const value: unknown = descriptor?.value
      if (typeof value !== 'function') continue
      const hook = this.#functions.find(value)
      // The same function under another name (`setTimeout` in `node:timers`): names of one function stay one.
      if (hook !== undefined && hook.wrapper !== value)
        defineProperty(exports, name, { ...descriptor, value: hook.wrapper })
      const prototype = namesClass(name) ? prototypeOfClass(value) : undefined
      if (prototype !== undefined) this.#classes.add(prototype)
    }
  }

  /** A method overrides a patched one if, but for it, the patched one would be found. */
  #patchOverride(prototype: object, { prototype: above, key, operation, only }: PatchedMethod): void {
    // Where the class inherits the method from is no override of it.
    if (prototype === above || isPrototypeOf(prototype, above)) return
    const descriptor = getOwnPropertyDescriptor(prototype, key)!
    if (typeof descriptor.value !== 'function') return
    const parent = getPrototypeOf(prototype)
    const inherited: unknown = parent === null ? undefined : findProperty(parent, key)?.descriptor.value
    if (this.#functions.serves(descriptor.value as Function, operation)) {
      // A copy: signals once, whichever of the classes an instance is of.
      const restriction = only === undefined || isPrototypeOf(above, prototype) ? only : prototype
      this.#replace(prototype, key, descriptor, operation, restriction, undefined)
    } else if (this.#functions.serves(inherited, operation))
      this.#replace(prototype, key, descriptor, operation, undefined, undefined)
  }

  #refuse(operation: Operation, reason: string): void {
    const target = operationText(operation)
    if (!this.notPatched.some((known) => known.target === target && known.reason === reason))
      this.notPatched.push({ target, reason })
  }
}

/** Globals behind accessors that are there from the start: reading them loads nothing and warns of nothing. */
const readable: ReadonlySet<string> = new Set(['process', 'Buffer'])

/** Node capitalises its classes; V8 would make a prototype for each other function that is asked for one. */
function namesClass(name: PropertyKey): boolean {
  return typeof name === 'string' && name >= 'A' && name < '['
}

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

const lazyGetters = new Map<unknown, ((value: object) => void)[]>()

function isPrototypeHolder(operation: Operation): boolean {
  return operation.holder.at(-1) === 'prototype'
}
