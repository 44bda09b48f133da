/**
 * The explicit traces of a session: which test is running, for the stores of the engine, and the file that is written when
 * the session ends, and now and then between tests, since a process may be killed without notice. A session has its own
 * stores and pays nothing for there being others; the command line merges their files. Violations do not wait for this: they
 * are written as they happen, with their trace.
 *
 *     {"schema":1,"session":"…","tests":[[{…},12],…]}           tests by number, with their milliseconds
 *     {"map":["/a.ts","data:application/json;base64,…"]}        the source map that a text brought along, before its first site
 *     {"site":[17,"file:///a.mjs",3,5]}                        before the first trace that mentions it; with a last `true`
 *                                                              where it is one of the source that no map is for
 *     {"trace":{"spec":"…","count":2,"partial":true,"violating":true,"tests":[0],"events":[["open",17,1],["use",18,30]]}}
 *     {"cut":{"spec":"…","instances":3}}
 */

import type { Monitoring, Site } from '../engine/monitoring.ts'
import { rank, root, type TraceStore } from '../engine/trace/trace-store.ts'
import {
  closeSync,
  mapGet,
  mapHas,
  mapSet,
  mkdirSync,
  now,
  openSync,
  renameSync,
  stringify,
  writeSync,
} from '../instrument/patch/originals.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { Sites } from './sites.ts'

/** Between two writings while the session goes on: milliseconds at least, and further ones for each that the last took. */
const defaultPause = { least: 2000, factor: 50 }

/** Characters that are written at once. */
const chunk = 1 << 20

export class SessionTraces {
  readonly #sites: Sites
  readonly #folder: string | undefined
  readonly #session: string
  readonly #kept: { readonly spec: CompiledSpec; readonly store: TraceStore }[] = []
  /** Tests by identity; their numbers for the stores start with 1. */
  readonly #numbers = new Map<unknown, number>()
  readonly #tests: { readonly test: unknown; milliseconds: number }[] = []
  #test: unknown = undefined
  #began = 0
  readonly #pause: typeof defaultPause
  /** Not before then is the file written again, except at the end. */
  #writeAgain: number

  /** `folder` is that of the session files; without it nothing is written. */
  constructor(sites: Sites, folder: string | undefined, session: string, pause = defaultPause) {
    this.#pause = pause
    this.#writeAgain = now() + pause.least
    this.#sites = sites
    this.#folder = folder
    this.#session = session
  }

  /** A spec begins to be monitored. */
  add({ spec, traces }: Monitoring): void {
    if (traces === undefined) return
    this.#kept[this.#kept.length] = { spec, store: traces }
    if (this.#test !== undefined) traces.enterTest(this.#number())
  }

  /** Whether there is anything to do for a test but to remember it. */
  get areKept(): boolean {
    return this.#kept.length > 0
  }

  /** Undefined: no test that one could name. */
  enterTest(test: unknown): void {
    this.#endTest()
    this.#test = test
    this.#began = now()
    if (this.#kept.length === 0 || test === undefined) return
    const number = this.#number()
    for (let i = 0; i < this.#kept.length; i += 1) this.#kept[i]!.store.enterTest(number)
  }

  leaveTest(): void {
    this.#endTest()
    if (!this.areKept) return
    const begin = now()
    if (begin < this.#writeAgain) return
    try {
      this.write()
      this.#writeAgain = now() + this.#pause.least + this.#pause.factor * (now() - begin)
    } catch {
      // The end tries once more, and its fault is reported.
      this.#writeAgain = Infinity
    }
  }

  #endTest(): void {
    if (this.#test !== undefined && this.#kept.length > 0) {
      this.#tests[this.#number() - 1]!.milliseconds += now() - this.#began
      for (let i = 0; i < this.#kept.length; i += 1) this.#kept[i]!.store.leaveTest()
    }
    this.#test = undefined
  }

  /** Of the current test. */
  #number(): number {
    let number = mapGet(this.#numbers, this.#test) as number | undefined
    if (number === undefined) {
      this.#tests[this.#tests.length] = { test: this.#test, milliseconds: 0 }
      number = this.#tests.length
      mapSet(this.#numbers, this.#test, number)
    }
    return number
  }

  /** Writes `traces/<session>.jsonl`, in whole or not at all. Nothing when no traces were kept. */
  write(): void {
    this.#endTest()
    if (this.#kept.length === 0 || this.#folder === undefined) return
    mkdirSync(`${this.#folder}/traces`, { recursive: true })
    const session = this.#session
    const path = `${this.#folder}/traces/${session}.jsonl`
    const file = new ChunkedFile(`${path}.part`)
    const tests: unknown[] = []
    for (let i = 0; i < this.#tests.length; i += 1) tests[i] = [this.#tests[i]!.test, this.#tests[i]!.milliseconds]
    file.add(`${stringify({ schema: 1, session, tests })}\n`)
    const places = new WrittenPlaces(this.#sites, file)
    for (let i = 0; i < this.#kept.length; i += 1) writeStore(file, this.#kept[i]!, places)
    file.close()
    renameSync(`${path}.part`, path)
  }
}

/** Lines are put together here, without an object for each step of each trace: tests repeat themselves in thousands of them. */
function writeStore(
  file: ChunkedFile,
  { spec, store }: { readonly spec: CompiledSpec; readonly store: TraceStore },
  places: WrittenPlaces,
): void {
  const testsByNode = store.testsByNode()
  const whole = (1 << spec.parameters.length) - 1
  const id = stringify(spec.id)
  const names: string[] = []
  for (let event = 0; event < spec.events.length; event += 1) names[event] = stringify(spec.events[event]!.name)!
  store.each((node, count) => {
    let events = ''
    let bound = 0
    for (let at = node; at > root; at = store.parent(at)) {
      const event = store.event(at)
      const site = store.site(at)
      bound |= spec.events[event]!.parameters
      places.write(site)
      events = `[${names[event]!},${site},${store.times(at)}]${events === '' ? '' : ','}${events}`
    }
    const partial = bound === whole ? '' : ',"partial":true'
    const violating = store.wasReported(node) ? ',"violating":true' : ''
    const tests = numbersFromZero(testsByNode[rank(node)])
    file.add(
      `{"trace":{"spec":${id},"count":${count}${partial}${violating},"tests":[${tests}],"events":[${events}]}}\n`,
    )
  })
  if (store.cuts > 0) file.add(`{"cut":{"spec":${id},"instances":${store.cuts}}}\n`)
}

/** Numbers that begin with 1, as numbers that begin with 0. */
function numbersFromZero(numbers: readonly number[] | undefined): string {
  if (numbers === undefined) return ''
  let text = `${numbers[0]! - 1}`
  for (let i = 1; i < numbers.length; i += 1) text += `,${numbers[i]! - 1}`
  return text
}

/** The places that a file of traces mentions, each written when it first does. */
class WrittenPlaces {
  readonly #sites: Sites
  readonly #file: ChunkedFile
  readonly #written = new Map<Site, true>()
  readonly #maps = new Map<string, true>()

  constructor(sites: Sites, file: ChunkedFile) {
    this.#sites = sites
    this.#file = file
  }

  write(site: Site): void {
    if (mapHas(this.#written, site)) return
    mapSet(this.#written, site, true)
    const position = this.#sites.position(site)
    if (position === undefined) return
    const { file, line, column, mapped } = position
    const map = this.#sites.mapOf(file)
    if (map !== undefined && !mapHas(this.#maps, file)) {
      mapSet(this.#maps, file, true)
      this.#file.add(`${stringify({ map: [file, map] })}\n`)
    }
    const last = mapped === true ? ',true' : ''
    this.#file.add(`{"site":[${site},${stringify(file)},${line},${column}${last}]}\n`)
  }
}

class ChunkedFile {
  readonly #descriptor: number
  #waiting = ''

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  add(lines: string): void {
    this.#waiting += lines
    if (this.#waiting.length >= chunk) this.#flush()
  }

  #flush(): void {
    writeSync(this.#descriptor, this.#waiting)
    this.#waiting = ''
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }
}
