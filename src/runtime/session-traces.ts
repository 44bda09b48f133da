/**
 * The explicit traces of a session: which test is running, for the stores of the engine, and the file that is written when
 * the session ends, and now and then between tests, since a process may be killed without notice. A session has its own
 * stores and pays nothing for there being others; the command line merges their files. Violations do not wait for this: they
 * are written as they happen, with their trace.
 *
 *     {"schema":1,"session":"…","tests":[[{…},12],…]}           tests by number, with their milliseconds
 *     {"site":[17,"file:///a.mjs",3,5]}                        before the first trace that mentions it
 *     {"trace":{"spec":"…","count":2,"partial":true,"violating":true,"tests":[0],"events":[["open",17,1],["use",18,30]]}}
 *     {"cut":{"spec":"…","instances":3}}
 */

import type { Monitoring, Site } from '../engine/monitoring.ts'
import { rank, type TraceStore } from '../engine/trace/trace-store.ts'
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
    file.line({ schema: 1, session, tests })
    const written = new Map<Site, true>()
    for (let i = 0; i < this.#kept.length; i += 1) this.#writeStore(file, this.#kept[i]!, written)
    file.close()
    renameSync(`${path}.part`, path)
  }

  #writeStore(
    file: ChunkedFile,
    { spec, store }: { readonly spec: CompiledSpec; readonly store: TraceStore },
    written: Map<Site, true>,
  ): void {
    const testsByNode = store.testsByNode()
    const whole = (1 << spec.parameters.length) - 1
    store.each((node, count) => {
      const steps = store.steps(node)
      const events: [string, Site, number][] = []
      let bound = 0
      for (let i = 0; i < steps.length; i += 1) {
        const { event, site, times } = steps[i]!
        bound |= spec.events[event]!.parameters
        events[i] = [spec.events[event]!.name, site, times]
        if (mapHas(written, site)) continue
        mapSet(written, site, true)
        const position = this.#sites.position(site)
        if (position !== undefined) file.line({ site: [site, position.file, position.line, position.column] })
      }
      const tests: number[] = []
      const numbers = testsByNode[rank(node)] ?? []
      for (let i = 0; i < numbers.length; i += 1) tests[i] = numbers[i]! - 1
      file.line({
        trace: {
          spec: spec.id,
          count,
          ...(bound === whole ? {} : { partial: true }),
          ...(store.wasReported(node) ? { violating: true } : {}),
          tests,
          events,
        },
      })
    })
    if (store.cuts > 0) file.line({ cut: { spec: spec.id, instances: store.cuts } })
  }
}

class ChunkedFile {
  readonly #descriptor: number
  #waiting = ''

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  line(record: object): void {
    this.#waiting += `${stringify(record)}\n`
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
