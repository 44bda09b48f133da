/**
 * Writes event logs (`jsmop run --record`), which `jsmop check` monitors later: a folder per spec, a file per session.
 *
 *     {"schema":1,"session":"…","spec":"array/no-shift-during-iteration"}
 *     {"event":"next","params":{"i":"i1"},"site":"src/a.ts:3:5","test":"…"}
 *     {"died":"i1"}
 *
 * Objects are named by the parameter they were first bound to and a number; equal names are the same object. Values stand
 * for themselves. Deaths come when the garbage collector tells, if it does before the end: they let `check` forget, and are
 * events of specs that wait for them.
 */

import type { Site } from '../engine/monitoring.ts'
import { contextOf, isProxy, sizedParameter } from '../engine/select/collection-size.ts'
import { mapGet, mapSet, weakMapGet, weakMapSet } from '../instrument/patch/originals.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import { SessionFile } from './session-file.ts'
import type { Sites } from './sites.ts'

interface RecorderContext {
  readonly sites: Sites
  readonly test: unknown
}

/** An object in the logs that mention it. */
interface Named {
  readonly name: string
  readonly logs: SessionFile[]
}

/** Saved, as everything that is called while the program runs. */
const { FinalizationRegistry: Registry } = globalThis

export class Recorder {
  readonly #folder: string
  readonly #session: string
  readonly #context: RecorderContext
  readonly #logs = new Map<CompiledSpec, SessionFile>()
  readonly #names = new WeakMap<object, Named>()
  readonly #deaths = new Registry<Named>(({ name, logs }) => {
    for (let i = 0; i < logs.length; i += 1) logs[i]!.append({ died: name })
  })
  readonly #counts = new Map<string, number>()

  constructor(folder: string, session: string, context: RecorderContext) {
    this.#folder = folder
    this.#session = session
    this.#context = context
  }

  record(spec: CompiledSpec, event: number, site: Site, ...values: unknown[]): void {
    const { name, parameters } = spec.events[event]!
    const params: Record<string, unknown> = {}
    const log = this.#log(spec)
    for (let i = 0; i < spec.parameters.length; i += 1) {
      const parameter = spec.parameters[i]!.name
      if ((parameters & (1 << i)) !== 0) params[parameter] = this.#name(parameter, values[i], log)
    }
    const position = this.#context.sites.position(site)
    const { test } = this.#context
    log.append({
      event: name,
      params,
      ...(position === undefined || position.file === ''
        ? {}
        : { site: `${position.file}:${position.line}:${position.column}` }),
      ...(test === undefined ? {} : { test }),
      ...this.#size(spec, event, values),
    })
  }

  /** What selection knows of a binding before its monitor is created, for replays. */
  #size(spec: CompiledSpec, event: number, values: readonly unknown[]): { size?: number } {
    if (!spec.events[event]!.creation) return {}
    const sized = sizedParameter(spec)
    if (sized === undefined || isProxy(values[sized.parameter])) return {}
    const context = contextOf(sized.sizeOf, values[sized.parameter])
    return context === 0 ? {} : { size: context - 1 }
  }

  #log(spec: CompiledSpec): SessionFile {
    let log = mapGet(this.#logs, spec) as SessionFile | undefined
    if (log === undefined) {
      log = new SessionFile(`${this.#folder}/${spec.id}`, this.#session)
      log.append({ schema: 1, session: this.#session, spec: spec.id })
      mapSet(this.#logs, spec, log)
    }
    return log
  }

  #name(parameter: string, value: unknown, log: SessionFile): unknown {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
    let named = weakMapGet(this.#names, value) as Named | undefined
    if (named === undefined) {
      const count = ((mapGet(this.#counts, parameter) as number | undefined) ?? 0) + 1
      mapSet(this.#counts, parameter, count)
      named = { name: `${parameter}${count}`, logs: [] }
      weakMapSet(this.#names, value, named)
      this.#deaths.register(value, named)
    }
    const { name, logs } = named
    let known = false
    for (let i = 0; i < logs.length; i += 1) known ||= logs[i] === log
    if (!known) logs[logs.length] = log
    return name
  }
}
