/**
 * Many specs side by side. Who signals events asks once for a join point, the list of (spec, event) pairs that an
 * operation means, and signals it as one; the engine passes it on to the monitoring of each spec. A spec that is off is in
 * no list, so it costs nothing; a join point that nobody wants says so (`wanted`), and need not be instrumented at all.
 *
 * Hot: `JoinPoint.signal` runs at each event. No allocation, no closure.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { AlgorithmName } from './algorithms.ts'
import { algorithms, defaultAlgorithm } from './algorithms.ts'
import type { Monitoring, MonitoringOptions, Site, Statistics } from './monitoring.ts'

export interface EngineOptions extends MonitoringOptions {
  readonly specs: readonly CompiledSpec[]
  readonly algorithm?: AlgorithmName
}

/** What an operation means to one spec. */
export interface Target {
  readonly spec: CompiledSpec
  /** Index into `spec.events`. */
  readonly event: number
  /**
   * Per parameter of the spec, which of the join point's values (0 to 3) it takes; anything for those that the event does
   * not bind. Absent when the values stand in the order of the parameters.
   */
  readonly slots?: readonly number[]
}

interface Route {
  readonly monitoring: Monitoring
  readonly event: number
  /** Four slots, or undefined when values go through in place. */
  readonly slots: readonly number[] | undefined
}

export class JoinPoint {
  #routes: readonly Route[]
  readonly #onThrow: (monitoring: Monitoring, error: unknown) => void

  constructor(routes: readonly Route[], onThrow: (monitoring: Monitoring, error: unknown) => void) {
    this.#routes = routes
    this.#onThrow = onThrow
  }

  /** Whether any spec wants this operation. */
  get wanted(): boolean {
    return this.#routes.length > 0
  }

  signal(site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    const routes = this.#routes
    for (let i = 0; i < routes.length; i += 1) {
      const { monitoring, event, slots } = routes[i]!
      try {
        if (slots === undefined) monitoring.signal(event, site, a, b, c, d)
        else {
          monitoring.signal(
            event,
            site,
            choose(slots[0]!, a, b, c, d),
            choose(slots[1]!, a, b, c, d),
            choose(slots[2]!, a, b, c, d),
            choose(slots[3]!, a, b, c, d),
          )
        }
      } catch (error) {
        this.#onThrow(monitoring, error)
      }
    }
  }

  /** Takes a spec out. */
  leave(monitoring: Monitoring): void {
    this.#routes = this.#routes.filter((route) => route.monitoring !== monitoring)
  }
}

function choose(slot: number, a: unknown, b: unknown, c: unknown, d: unknown): unknown {
  return slot === 0 ? a : slot === 1 ? b : slot === 2 ? c : d
}

export class Engine {
  readonly #options: EngineOptions
  /** Specs that are on. */
  readonly #on = new Map<CompiledSpec, Monitoring>()
  /** All specs ever on, for statistics. */
  readonly #all: readonly Monitoring[]
  readonly #joinPoints: JoinPoint[] = []
  readonly #onThrow = (monitoring: Monitoring, error: unknown): void => {
    if (this.#on.get(monitoring.spec) !== monitoring) return
    this.switchOff(monitoring.spec)
    this.#options.onFault(monitoring.spec, 'monitoring', error)
  }

  constructor(options: EngineOptions) {
    this.#options = options
    const create = algorithms[options.algorithm ?? defaultAlgorithm]
    this.#all = options.specs.map((spec) => create(spec, options))
    for (const monitoring of this.#all) this.#on.set(monitoring.spec, monitoring)
  }

  /** What an operation means, resolved once. Targets of specs that are off are left out. */
  joinPoint(targets: readonly Target[]): JoinPoint {
    const routes = targets.flatMap(({ spec, event, slots }) => {
      const monitoring = this.#on.get(spec)
      if (monitoring === undefined) return []
      const inPlace = slots === undefined || slots.every((slot, i) => slot === i || !binds(spec, event, i))
      return [{ monitoring, event, slots: inPlace ? undefined : [0, 1, 2, 3].map((i) => slots[i] ?? i) }]
    })
    const joinPoint = new JoinPoint(routes, this.#onThrow)
    this.#joinPoints.push(joinPoint)
    return joinPoint
  }

  isOn(spec: CompiledSpec): boolean {
    return this.#on.has(spec)
  }

  /** Ends the monitoring of a spec. */
  switchOff(spec: CompiledSpec): void {
    const monitoring = this.#on.get(spec)
    if (monitoring === undefined) return
    this.#on.delete(spec)
    for (const joinPoint of this.#joinPoints) joinPoint.leave(monitoring)
  }

  /** An object is known to be dead. */
  died(value: unknown): void {
    this.#each((monitoring) => monitoring.died(value))
  }

  /** No further events. */
  finish(): void {
    this.#each((monitoring) => monitoring.finish())
  }

  /** Per spec, in the order given; specs that were switched off as they stood then. */
  statistics(): { readonly spec: CompiledSpec; readonly statistics: Statistics }[] {
    return this.#all.map((monitoring) => ({ spec: monitoring.spec, statistics: monitoring.statistics() }))
  }

  #each(act: (monitoring: Monitoring) => void): void {
    for (const monitoring of this.#on.values()) {
      try {
        act(monitoring)
      } catch (error) {
        this.#onThrow(monitoring, error)
      }
    }
  }
}

function binds(spec: CompiledSpec, event: number, parameter: number): boolean {
  return ((spec.events[event]!.parameters >> parameter) & 1) === 1
}

export function createEngine(options: EngineOptions): Engine {
  return new Engine(options)
}
