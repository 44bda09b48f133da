/**
 * Tells when the program first gets hold of a builtin module, whichever way: `require`, `process.getBuiltinModule`, or an
 * `import`, so that what must be patched is patched before and nothing is loaded that the program does not load itself.
 *
 * An `import` of a builtin is seen by hooks on the thread (`imported`); hooks that run on a thread of their own ask for what
 * anyone waits for (`awaited`) and let the import go on when it was loaded here. What no hook sees, the text tells
 * (`mentioned`).
 */

import Module, { isBuiltin, syncBuiltinESMExports } from 'node:module'
import { callOriginal, replaceMethod, standInForFunction } from './stand-in.ts'

/** How stacks show `Module._load`: Node 22's V8 names it after the kind of its receiver. */
const loadFrame = process.versions.v8.startsWith('12.') ? 'Function._load' : 'Module._load'

/** Of static imports and what looks like them, in strings and comments. */
const specifiers = /\b(?:from|import)\s*(['"])(?:node:)?([a-z_0-9/]+)\1/g

/** Names come without `node:`. */
type Listener = (exports: object) => void

export class BuiltinModules {
  readonly #listeners = new Map<string, Listener[]>()
  /** Modules that were loaded by anyone, JSMOP's own code and specs included. */
  readonly #told = new Map<string, object>()
  readonly #any: ((name: string, exports: object) => void)[] = []
  /** Several are being loaded: exports to ES modules are brought up to date once, after the last. */
  #loading = false
  /** Exports to ES modules are to be brought up to date before the program next gets hold of a module. */
  #isBehind = false
  /** As Node has it: no hook of ours or of the program's sees what is asked for here. */
  readonly #get = process.getBuiltinModule

  /** Begins to watch; modules that Node has loaded for itself count as not seen yet. */
  constructor() {
    replaceMethod(Module, '_load', loadFrame, {
      after: (args, exports) => {
        if (this.#isBehind) this.#catchUp()
        if (typeof args[0] === 'string' && isBuiltin(args[0])) this.#tell(args[0], exports)
      },
    })
    process.getBuiltinModule = standInForFunction(this.#get, (self, args) => {
      const exports: unknown = callOriginal(this.#get, self, args)
      this.#tell(String(args[0]), exports)
      return exports
    })
  }

  /** `listener` hears once, before the program has the module. */
  when(name: string, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    const exports = this.#told.get(name)
    if (exports !== undefined) listener(exports)
  }

  /** `listener` hears of every module, once each. */
  whenAny(listener: (name: string, exports: object) => void): void {
    this.#any.push(listener)
    for (const [name, exports] of this.#told) listener(name, exports)
  }

  /** A module is about to be imported, by its address. */
  imported(address: string): void {
    if (this.#isBehind) this.#catchUp()
    if (address.startsWith('node:')) this.load([address.slice(5)])
  }

  /** An ES module is about to be linked: loads what it seems to import of `wanted`. */
  mentioned(text: string, wanted: () => ReadonlySet<string>): void {
    const names: string[] = []
    for (const [, , name] of text.matchAll(specifiers))
      if (!this.#told.has(name!) && wanted().has(name!)) names.push(name!)
    if (names.length > 0) this.load(names)
  }

  /** Modules that someone waits for in particular. */
  get awaited(): Iterable<string> {
    return this.#listeners.keys()
  }

  /** Loads these modules now. */
  load(names: Iterable<string>): void {
    if (this.#loadAll(names) && !this.#loading) this.#catchUp()
  }

  /**
   * The same where Node itself may be the caller. Node gives some of what it exports when it is first read, and what it loads
   * then asks for such as standard error: bringing exports up to date there reads them all, and of one that was read within
   * its own reading V8 makes an end of the process.
   */
  loadWithin(names: Iterable<string>): void {
    if (this.#loadAll(names)) this.#isBehind = true
  }

  /** Whether there was something to load. */
  #loadAll(names: Iterable<string>): boolean {
    const { size } = this.#told
    const loading = this.#loading
    this.#loading = true
    for (const name of names) if (!this.#told.has(name)) this.#tell(name, this.#get(`node:${name}`))
    this.#loading = loading
    return this.#told.size > size
  }

  #catchUp(): void {
    this.#isBehind = false
    syncExports()
  }

  #tell(request: string, exports: unknown): void {
    const name = request.startsWith('node:') ? request.slice(5) : request
    if (this.#told.has(name) || (typeof exports !== 'object' && typeof exports !== 'function') || exports === null)
      return
    this.#told.set(name, exports)
    for (const listener of this.#any) listener(name, exports)
    for (const listener of this.#listeners.get(name) ?? []) listener(exports)
    if (!this.#loading) this.#catchUp()
  }
}

/** What makes builtin modules into ES modules, with the exports that they have then. */
const translators = 'NativeModule internal/modules/esm/translators'
let looked = 0

/**
 * Brings exports to ES modules up to date. Node goes over all its modules for that, which takes a process of a dozen of them
 * as long as patching one; until it has loaded what imports need, no ES module can have any.
 */
function syncExports(): void {
  const { moduleLoadList: loaded } = process as unknown as { readonly moduleLoadList: readonly string[] }
  while (looked < loaded.length && loaded[looked] !== translators) looked += 1
  if (looked < loaded.length) syncBuiltinESMExports()
}
