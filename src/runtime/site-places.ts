/**
 * Decides where a call of a wrapper came from, and whether it is the program's at all. Hot.
 *
 * Woven code leaves the number of its site in a slot just before a call that may matter. The slot goes stale: a woven
 * call to something that is not wrapped leaves its number for the next wrapped call inside Node. So a pair of site and
 * wrapper is believed only after one stack capture has shown, when the pair is first seen, that the site's call is the
 * wrapper's caller; the answer is remembered. With `--verify-sites` every event is checked and the answers counted.
 *
 * A depth counter would be cheaper and wrong: `emit` → the program's listener → the program's `write` is deep, and the
 * program's. Comparing names only leaves 5–28 % of the errors.
 */

import { types } from 'node:util'
import { isObject } from '../engine/identity.ts'
import type { Site } from '../engine/monitoring.ts'
import { spreadSite } from '../engine/site-spread.ts'
import type { CallRecord, Kernel, Place, Wrapped } from '../instrument/kernel.ts'
import {
  hasOwn,
  isPrototypeOf,
  mapDelete,
  mapGet,
  mapSet,
  min,
  setHas,
  stringStartsWith,
  weakMapGet,
  weakMapSet,
  weakSetAdd,
  weakSetHas,
} from '../instrument/patch/originals.ts'
import { firstStackSite, type Sites } from './sites.ts'
import type { Caller, Frame } from './stack.ts'
import { captureCaller, captureCallerOfSpy, originOf } from './stack.ts'

const { isNativeError, isProxy } = types
const errorPrototype = Error.prototype

/** Of the events of the program. */
export interface SiteCounts {
  /** Sites that were believed. */
  right: number
  /** Sites that were, or would have been, believed wrongly. Only verifying every event shows them. */
  stale: number
  /** Places that were taken from the stack, since there was no site or none to believe. */
  none: number
}

export interface PlaceOptions {
  /** Whether code of a file may create no monitors. Asked once per file, and again after `forgetExcluded`. */
  readonly excludes: (file: string) => boolean
  /** Whether excluded code of a file may be that of a spy. Asked once per place. */
  readonly doubles: (file: string) => boolean
  /** Whether a file is the one that the program starts with. */
  readonly isEntry: (file: string) => boolean
  /** Checks every sited event against its true caller. */
  readonly verifySites: boolean
}

/** Answers for pairs of site and wrapper. */
const right = 1
const excludedSite = 2
const stale = 3
/** Stale, and Node itself was the caller: not worth another capture. */
const staleInNode = 4

/**
 * How many calls without a site are searched before a wrapper can be found to be Node's. After that one of ever more is:
 * the next when there have been a fourth more calls, but not more than `longestPause`. (With 32, and a sixteenth, a test file
 * under Node's runner searched 541 stacks for 170 events, a sixth of what monitoring added to its process.)
 */
const firstSearches = 8
const pauseShare = 4
const longestPause = 512
/** So many searches back count, at most: who calls a function changes. */
const rememberedSearches = 1024
/** Sites of hooks whose places are at hand: two to the power of this. */
const atHandBits = 10
/** How often in a row a call in excluded code was no spy's before it is taken for none. */
const doubleSearches = 16
/** In place of how often: the code is no spy's. */
const neverDouble = Infinity

/**
 * With nobody on the stack a function was handed over as a callback, except for `emit`, which Node itself calls so
 * (`process.emit('exit')`), and `then`, which V8 calls on what an async function or another promise was given.
 */
const calledFromOutside: ReadonlySet<string> = new Set(['emit', 'then'])

const isBelieved = (answer: number): boolean => answer === right || answer === excludedSite

export class SitePlaces {
  readonly #counts: SiteCounts = { right: 0, stale: 0, none: 0 }
  /** Of all wrappers that were asked about. Not the wrappers: they would keep realms of `vm` alive. */
  readonly #calls: CallRecord[] = []
  readonly #kernel: Pick<Kernel, 'busy'>
  readonly #sites: Sites
  readonly #excludes: (file: string) => boolean
  readonly #doubles: (file: string) => boolean
  readonly #isEntry: (file: string) => boolean
  readonly #verifyAll: boolean
  readonly #excluded = new Map<string, boolean>()
  readonly #loading = new Map<Site, boolean>()
  /** By wrapper's id, then by site. */
  readonly #answers: Map<Site, number>[] = []
  /** Of calls that no code makes: a timer's, or a promise's. */
  readonly unknownSite: Site
  /** Sites of hooks where `ofSite` looks for them, and their places. */
  readonly #handySites = new Int32Array(1 << atHandBits)
  readonly #handyPlaces = new Int32Array(1 << atHandBits)
  /** Sites of hooks that `mayCreate` has said yes to, where it looks for them. */
  readonly #creatingSites = new Int32Array(1 << atHandBits)
  /** Where errors were made. */
  readonly #errors = new WeakMap<object, Site>()
  /** Objects of which a call without a site was found not to be the program's. */
  readonly #notProgram = new WeakSet<object>()
  /** By place in excluded code, how often in a row no spy of the program's stood behind a call. */
  readonly #noDoubles = new Map<Place, number>()

  /** `kernel` is busy while a stack is searched: our own code uses builtins that may be patched. */
  constructor(kernel: Pick<Kernel, 'busy'>, sites: Sites, { excludes, doubles, isEntry, verifySites }: PlaceOptions) {
    this.#kernel = kernel
    this.#sites = sites
    this.#excludes = excludes
    this.#doubles = doubles
    this.#isEntry = isEntry
    this.#verifyAll = verifySites
    this.unknownSite = sites.intern('', 0, 0, '')
  }

  get counts(): SiteCounts {
    let { right } = this.#counts
    for (const { hits } of this.#calls) right += hits
    return { ...this.#counts, right }
  }

  /** Whether code of the file may create no monitors. */
  isExcluded(file: string): boolean {
    const known = mapGet(this.#excluded, file) as boolean | undefined
    if (known !== undefined) return known
    const { busy } = this.#kernel
    this.#kernel.busy = true
    try {
      const answer = this.#excludes(file)
      mapSet(this.#excluded, file, answer)
      return answer
    } finally {
      this.#kernel.busy = busy
    }
  }

  /** A file is about to be the program's that was somebody else's. */
  forgetExcluded(file: string): void {
    mapDelete(this.#excluded, file)
  }

  /**
   * Whether the site is the top level of a module that the program loads. Known of woven places only: in a stack, a
   * callback without a name looks the same.
   */
  isLoading(site: Site): boolean {
    const known = mapGet(this.#loading, site) as boolean | undefined
    if (known !== undefined) return known
    const woven = site < firstStackSite ? this.#sites.wovenOf(site) : undefined
    const answer = woven?.describe(site)?.topLevel === true && !this.#isEntry(woven.file)
    mapSet(this.#loading, site, answer)
    return answer
  }

  /** The place of a woven hook that states its own site. */
  ofSite(site: Site): Place {
    const at = spreadSite(site, atHandBits)
    if (this.#handySites[at] === site) return this.#handyPlaces[at]!
    const file = this.#sites.wovenOf(site)?.file
    if (file === undefined) return site
    const place = this.isExcluded(file) ? -site : site
    this.#handySites[at] = site
    this.#handyPlaces[at] = place
    return place
  }

  /** Whether what a woven hook sees may create monitors, whatever a spec says of modules that load. */
  mayCreate(site: Site): boolean {
    const at = spreadSite(site, atHandBits)
    if (this.#creatingSites[at] === site) return true
    if (this.ofSite(site) !== site || this.isLoading(site)) return false
    this.#creatingSites[at] = site
    return true
  }

  /** An event of a woven hook, which states its own site. */
  countRight(): void {
    this.#counts.right += 1
  }

  /**
   * `site`: what woven code left in the slot.
   *
   * All in one, beyond the 460 bytes of bytecode up to which V8 puts a function into its callers, which are all wrappers:
   * they are half as long without it, and compiling them was a twentieth of what instrumentation added to a suite.
   *
   * The program's code is woven, so a call without a site is nearly always Node's, or that of a runner. For functions that
   * Node calls all the time (`on`, `once`) searching a stack each time would cost more than the program itself (express:
   * 200,000 searches), so where it finds the program in less than one of a hundred calls only a sample is searched, which
   * notices when that changes.
   *
   * So is it for the calls in a row on one object, where the first was not the program's: `new Set(values)` calls `add` for
   * each value. (A million searches, 4 of 17 s, in a suite of a linter's rules: some code of its own calls `add` without a
   * site, which is why all were searched.)
   */
  fromSite(wrapped: Wrapped, site: Site, receiver: unknown): Place {
    let caller: Caller | undefined
    if (site !== 0) {
      let answers = this.#answers[wrapped.id]
      if (answers === undefined) {
        answers = new Map()
        this.#answers[wrapped.id] = answers
        this.#calls[this.#calls.length] = wrapped.calls
      }
      const known = mapGet(answers, site) as number | undefined
      let answer = known
      if (answer === undefined || this.#verifyAll) {
        this.#kernel.busy = true
        try {
          caller = captureCaller(wrapped.wrapper, wrapped.member)
          answer = this.#verify(site, wrapped, caller)
        } finally {
          this.#kernel.busy = false
        }
        // What would have been believed is kept, so that verifying every event judges believing.
        if (known === undefined) mapSet(answers, site, answer)
        else if (isBelieved(known) && !isBelieved(answer)) this.#counts.stale += 1
      }
      if (answer === staleInNode) {
        this.#notOfProgram(wrapped, receiver)
        return 0
      }
      if (answer === right || answer === excludedSite) {
        const place = answer === right ? site : -site
        this.#counts.right += 1
        if (!this.#verifyAll) {
          wrapped.lastSite = site
          wrapped.lastPlace = place
        }
        return place
      }
    } else if (wrapped.internalCounts) {
      // Emissions count whoever emits: an empty slot needs no search.
      return 0
    }
    const { calls } = wrapped
    calls.unsited += 1
    if (caller === undefined && calls.unsited < calls.searchAt && !this.#verifyAll) {
      if (calls.searched >= firstSearches && calls.unsitedOfProgram * 100 < calls.searched) return 0
      if (calls.notProgramAt === calls.unsited - 1 && isObject(receiver) && weakSetHas(this.#notProgram, receiver)) {
        calls.notProgramAt = calls.unsited
        return 0
      }
    }
    calls.searched += 1
    if (calls.searched === rememberedSearches) {
      calls.searched /= 2
      calls.unsitedOfProgram /= 2
    }
    calls.searchAt = calls.unsited + min(calls.unsited / pauseShare, longestPause)
    const place = this.fromStack(wrapped, caller)
    if (place > 0) {
      calls.unsitedOfProgram += 1
      this.#counts.none += 1
    } else if (place === 0) this.#notOfProgram(wrapped, receiver)
    return place
  }

  /** Nor will the next calls be, if they are on the same receiver. Where none is the program's a sample is searched anyway. */
  #notOfProgram({ calls }: Wrapped, receiver: unknown): void {
    if (calls.unsitedOfProgram === 0 || !isObject(receiver)) return
    calls.notProgramAt = calls.unsited
    weakSetAdd(this.#notProgram, receiver)
  }

  /** `found`: the caller, if it was looked for just before. */
  fromStack(wrapped: Wrapped, found?: Caller): Place {
    this.#kernel.busy = true
    try {
      const caller = found ?? captureCaller(wrapped.wrapper, wrapped.member)
      if (caller.kind === 'program') {
        const place = this.#ofFrame(caller.frame, wrapped)
        return place < 0 ? this.#throughDouble(wrapped, place, caller.frame.file) : place
      }
      return caller.kind === 'nobody' && !setHas(calledFromOutside, wrapped.member) ? this.unknownSite : 0
    } finally {
      this.#kernel.busy = false
    }
  }

  /**
   * Where an error was made; 0 for anything else that Node emits, such as a chunk of data. Its stack is read later: an
   * error whose stack nobody has read is shown by Node, when it ends the process, with the line that threw it, and after
   * that it is not.
   */
  ofError(error: unknown): Place {
    if (!isError(error)) return 0
    const known = weakMapGet(this.#errors, error) as Site | undefined
    if (known !== undefined) return known
    const site = this.#sites.internLate(() => originOf(error))
    weakMapSet(this.#errors, error, site)
    return site
  }

  /**
   * A spy that stands in the place of the wrapper calls it: the event is the program's, where the program called the spy by
   * the member's name with nothing but excluded code in between. What an assertion library does with an object that it was
   * given has no such place. Libraries and modules that a run leaves out are excluded like spies, and are none.
   */
  #throughDouble(wrapped: Wrapped, place: Place, file: string): Place {
    const inVain = (mapGet(this.#noDoubles, place) as number | undefined) ?? 0
    if (inVain === neverDouble || (inVain >= doubleSearches && !this.#verifyAll)) return place
    const isSpy = inVain > 0 || this.#doubles(file)
    const found = isSpy ? this.#findDouble(wrapped, place) : place
    mapSet(this.#noDoubles, place, !isSpy ? neverDouble : found === place ? inVain + 1 : 0)
    return found
  }

  /** Whether the site's call was that of a spy, or of what else stands in the wrapper's place, and the spy's that of the wrapper. */
  #isOfDouble(site: Site, wrapped: Wrapped, { file }: Frame): boolean {
    return this.isExcluded(file) && this.#doubles(file) && this.#findDouble(wrapped, 0) === site
  }

  #findDouble(wrapped: Wrapped, place: Place): Place {
    const frame = captureCallerOfSpy(wrapped.wrapper, (file) => this.isExcluded(file))
    if (frame === undefined) return place
    const woven = this.#sites.wovenFile(frame.file)
    const site = woven?.siteAt(woven.unwoven(frame.line, frame.column), wrapped.member)
    return site ?? place
  }

  #ofFrame(frame: Frame, { home }: Wrapped): Place {
    if (home !== undefined && stringStartsWith(pathOf(frame.file), home)) return 0
    const { line, column } = this.#sites.wovenFile(frame.file)?.unwoven(frame.line, frame.column) ?? frame
    const site = this.#sites.intern(frame.file, line, column, frame.function)
    return this.isExcluded(frame.file) ? -site : site
  }

  #verify(site: Site, wrapped: Wrapped, caller: Caller): number {
    const woven = this.#sites.wovenOf(site)
    if (caller.kind === 'node') return staleInNode
    if (caller.kind === 'nobody' || woven === undefined) return stale
    const { frame } = caller
    const position = woven.position(site)
    if (position === undefined) return stale
    if (!sameFile(frame.file, woven.file)) return this.#isOfDouble(site, wrapped, frame) ? right : stale
    const seen = woven.unwoven(frame.line, frame.column)
    if (seen.line !== position.line || seen.column !== position.column) return stale
    if (wrapped.home !== undefined && stringStartsWith(pathOf(frame.file), wrapped.home)) return staleInNode
    if (!this.isExcluded(woven.file)) return right
    // A spy's call is that of whoever called the spy.
    return this.#doubles(woven.file) ? stale : excludedSite
  }
}

/** Of any realm, and without running code of the program's. */
function isError(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isProxy(value) || !hasOwn(value, 'stack')) return false
  return isNativeError(value) || isPrototypeOf(errorPrototype, value)
}

const fileScheme = 'file://'

/** The path of a `file:` address; anything else as it is. */
export function pathOf(file: string): string {
  return stringStartsWith(file, fileScheme) ? decodeURIComponent(file.slice(fileScheme.length)) : file
}

function sameFile(a: string, b: string): boolean {
  return a === b || pathOf(a) === pathOf(b)
}
