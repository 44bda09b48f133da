/**
 * Many specs side by side: the monitoring of each, and what concerns them all. A fault of ours in one spec switches that
 * spec off, is told once, and leaves the others alone; nothing is thrown.
 *
 * Events do not come through here. Who sees an operation knows which specs want it and calls their monitorings one after
 * the other (`instrument/plan` makes one function for each operation), so that an operation is dispatched once however
 * many specs want it, and one that nobody wants is not even instrumented. It passes over specs that are `off`, and hands
 * what a monitoring threw to `switchOff`. Rejected: one `signal` for a list of (spec, event) pairs, which costs a loop
 * and a permutation of the values at each event.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { EventContext } from '../spec/event-context.ts'
import type { Algorithm, Monitoring, MonitoringOptions, Statistics, TimeSpent } from './monitoring.ts'

export interface EngineOptions extends MonitoringOptions {
  readonly specs: readonly CompiledSpec[]
  readonly algorithm: Algorithm
}

type Condition = (context: EventContext) => boolean

const nothingSeen: Statistics = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 }

export interface SpecStatistics extends Statistics {
  /** Conditions are asked before the engine is, so they are counted here. */
  time?: TimeSpent & { readonly conditions: number }
}

/**
 * Specs are known by their index in `EngineOptions.specs`. The monitoring of one is made when it is first asked for: a
 * process of a run with a hundred specs sees events of a few.
 */
export class Engine {
  readonly #monitorings: (Monitoring | undefined)[]
  /** Whether a spec is monitored no longer. */
  readonly off: readonly { readonly off: boolean }[]
  readonly #off: { off: boolean }[]
  readonly #options: EngineOptions
  /** Nanoseconds of each spec's conditions. */
  readonly #conditions: number[]

  constructor(options: EngineOptions) {
    this.#options = options
    this.#monitorings = options.specs.map(() => undefined)
    this.#off = options.specs.map(() => ({ off: false }))
    this.off = this.#off
    this.#conditions = options.specs.map(() => 0)
  }

  /** Undefined for a spec that is off. */
  monitoring(spec: number): Monitoring | undefined {
    if (this.#monitorings[spec] !== undefined || this.#off[spec]!.off) return this.#monitorings[spec]
    try {
      this.#monitorings[spec] = this.#options.algorithm(this.#options.specs[spec]!, this.#options)
    } catch (error) {
      this.switchOff(spec, error)
    }
    return this.#monitorings[spec]
  }

  /** Whether the spec's monitoring was made. */
  isMade(spec: number): boolean {
    return this.#monitorings[spec] !== undefined
  }

  /** A condition of a spec, with its time taken if there is a clock. */
  timed(spec: number, condition: Condition): Condition {
    const { clock } = this.#options
    if (clock === undefined) return condition
    return (context) => {
      const begin = clock()
      try {
        return condition(context)
      } finally {
        this.#conditions[spec]! += clock() - begin
      }
    }
  }

  /** Ends the monitoring of a spec because of a fault of ours. */
  switchOff(spec: number, error: unknown): void {
    if (this.#off[spec]!.off) return
    this.#off[spec]!.off = true
    this.#options.onFault(this.#options.specs[spec]!, 'monitoring', error)
  }

  /** An object is known to be dead. */
  died(value: unknown): void {
    this.#each((monitoring) => monitoring.died(value))
  }

  /** No further events. */
  finish(): void {
    this.#each((monitoring) => monitoring.finish())
  }

  /** Of each spec; of one that was switched off, as it stood then. */
  statistics(): SpecStatistics[] {
    return this.#monitorings.map((monitoring, spec) => {
      if (monitoring === undefined) return { ...nothingSeen }
      const { time, ...counts } = monitoring.statistics()
      return time === undefined ? counts : { ...counts, time: { ...time, conditions: this.#conditions[spec]! } }
    })
  }

  #each(act: (monitoring: Monitoring) => void): void {
    for (let spec = 0; spec < this.#monitorings.length; spec += 1) {
      const monitoring = this.#monitorings[spec]
      if (monitoring === undefined || this.#off[spec]!.off) continue
      try {
        act(monitoring)
      } catch (error) {
        this.switchOff(spec, error)
      }
    }
  }
}
