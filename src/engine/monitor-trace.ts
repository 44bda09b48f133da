/**
 * A trace that is already there, monitored by any algorithm: `monitorTrace` for a list, `TraceMonitor` entry by entry for
 * logs of any size. The library face of the engine; `jsmop check` is built on it.
 *
 * Algorithms want objects for `object` parameters, so that they can hold them weakly. Where a trace has names for objects,
 * each name stands for one object, from its first event to its death.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import { contextParts, type EventContext } from '../spec/event-context.ts'
import { compileSpec } from '../spec/compile-spec.ts'
import type { SpecDefinition } from '../spec/definition.ts'
import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'
import type { AlgorithmName } from './algorithms.ts'
import { algorithms, defaultAlgorithm } from './algorithms.ts'
import type { LogEntry, LoggedEvent } from './event-log.ts'
import { isObject } from './identity.ts'
import type { FaultSink, Monitoring, Report, Site, Statistics } from './monitoring.ts'
import { reportText } from './report-text.ts'
import { sizedParameter } from './select/collection-size.ts'
import type { Sampling } from './select/sample.ts'
import { Sampler, selectively } from './select/selective-monitoring.ts'

export interface TraceViolation {
  readonly spec: string
  readonly category: string
  readonly message: string
  /** The event that completed it. */
  readonly event: string
  /** The place and the test of the blamed event, as the trace names them. */
  readonly site: string | undefined
  readonly test: string | undefined
  /** The values of the instance, by parameter; those that the algorithm can name. */
  readonly params: Readonly<Record<string, unknown>>
  /** How many instances it speaks of. */
  readonly instances: number
}

export interface TraceOptions {
  /** Default D. */
  readonly algo?: AlgorithmName
  /** Off for comparison. Default on. */
  readonly collect?: boolean
  /** Told of code of the spec that threw, also because it asked for what a trace does not have. By default that is thrown. */
  readonly onFault?: FaultSink
  /** Nanoseconds of some clock: asks for `Statistics.time`. */
  readonly clock?: (() => number) | undefined
  /** Selective monitoring; for the algorithms D and E. */
  readonly sample?: Sampling | undefined
}

/** The violations in a trace, in the order in which they happened. */
export function monitorTrace(
  spec: SpecDefinition | CompiledSpec,
  events: Iterable<LogEntry>,
  options: TraceOptions = {},
): TraceViolation[] {
  const violations: TraceViolation[] = []
  const monitor = new TraceMonitor(isCompiled(spec) ? spec : compileSpec(spec), {
    ...options,
    onViolation: (violation) => violations.push(violation),
  })
  for (const entry of events) monitor.take(entry)
  monitor.finish()
  return violations
}

function isCompiled(spec: SpecDefinition | CompiledSpec): spec is CompiledSpec {
  return 'template' in spec
}

/** Stands for an object that a trace only names. */
class NamedObject {
  /** How large it was when it was last said to be, for a collection; else -1. */
  size = -1
  /** Undefined after its death: whether an algorithm can still name it would depend on when garbage is collected. */
  name: unknown

  constructor(name: unknown) {
    this.name = name
  }
}

interface Place {
  readonly site: string | undefined
  readonly test: string | undefined
}

export class TraceMonitor {
  readonly #spec: CompiledSpec
  readonly #monitoring: Monitoring
  readonly sampler: Sampler | undefined
  /** The parameter whose size selection asks for. */
  readonly #sized: string | undefined
  #test: string | undefined = undefined
  readonly #eventNumbers: ReadonlyMap<string, number>
  /** Names of living objects. */
  readonly #objects = new Map<unknown, NamedObject>()
  /** Algorithm A names objects after the end of the trace: it keeps the trace, and here the objects with it. */
  readonly #dead: NamedObject[] | undefined
  /** Sites as numbers: the place of site n is `#places[n]`; 0 is unknown. */
  readonly #places: Place[] = [{ site: undefined, test: undefined }]
  /** Test → site → number. */
  readonly #sites = new Map<string | undefined, Map<string | undefined, Site>>()

  constructor(
    spec: CompiledSpec,
    options: TraceOptions & { readonly onViolation: (violation: TraceViolation) => void },
  ) {
    this.#spec = spec
    this.#eventNumbers = new Map(spec.events.map(({ name }, event) => [name, event]))
    const { algo = defaultAlgorithm, collect = true, onFault = rethrow, clock, onViolation } = options
    this.#dead = algo === 'A' ? [] : undefined
    const { sample } = options
    this.sampler =
      sample === undefined
        ? undefined
        : new Sampler(sample, {
            namePlace: (site) => this.#places[site]!.site ?? '',
            sizeOf: (object) => (object instanceof NamedObject ? object.size : -1),
          })
    const sized = sizedParameter(spec)
    this.#sized = sized === undefined || sample === undefined ? undefined : spec.parameters[sized.parameter]!.name
    const algorithm = this.sampler === undefined ? algorithms[algo] : selectively(algorithms[algo], this.sampler)
    const context = traceContext(spec)
    this.#monitoring = algorithm(spec, {
      collect,
      onFault,
      context: () => context,
      ...(clock === undefined ? {} : { clock }),
      sink: (report) => onViolation(this.#violation(report)),
    })
  }

  /** Throws `UserError` for an event that the spec does not have, or that does not bind what it should. */
  take(entry: LogEntry): void {
    if ('died' in entry) return this.#die(entry.died)
    if (entry.spec !== undefined && entry.spec !== this.#spec.id) return
    const event = this.#eventNumbers.get(entry.event)
    if (event === undefined) throw this.#unknownEvent(entry.event)
    const [a, b, c, d] = this.#slots(event, entry)
    if (this.sampler !== undefined) this.#prepare(this.sampler, entry)
    this.#monitoring.signal(event, this.#site(entry), a, b, c, d)
  }

  /** Selection hears of the ends of tests, and of sizes. */
  #prepare(sampler: Sampler, { test, size, params = {} }: LoggedEvent): void {
    if (test !== this.#test && this.#test !== undefined) sampler.endTraces()
    this.#test = test
    if (this.#sized === undefined || size === undefined) return
    const collection = this.#objects.get(params[this.#sized])
    if (collection !== undefined) collection.size = size
  }

  /** The trace is over. Without the spec's end event in it, nothing is said about what did not happen any more. */
  finish(): void {
    this.#monitoring.finish()
  }

  statistics(): Statistics {
    return this.#monitoring.statistics()
  }

  #slots(event: number, { params = {} }: LoggedEvent): unknown[] {
    const bound = this.#spec.events[event]!.parameters
    const slots = this.#spec.parameters.map(({ name, kind }, i) => {
      const isBound = ((bound >> i) & 1) === 1
      if (isBound !== Object.hasOwn(params, name)) throw this.#wrongParameters(event, params)
      if (!isBound) return undefined
      return kind === 'object' ? this.#object(params[name]) : params[name]
    })
    if (Object.keys(params).some((name) => !this.#spec.parameters.some((parameter) => parameter.name === name))) {
      throw this.#wrongParameters(event, params)
    }
    return slots
  }

  #object(value: unknown): object {
    if (isObject(value)) return value
    let object = this.#objects.get(value)
    if (object === undefined) this.#objects.set(value, (object = new NamedObject(value)))
    return object
  }

  #die(value: unknown): void {
    const object = isObject(value) ? value : this.#objects.get(value)
    if (object === undefined) return
    this.#objects.delete(value)
    this.#monitoring.died(object)
    if (!(object instanceof NamedObject)) return
    if (this.#dead === undefined) object.name = undefined
    else this.#dead.push(object)
  }

  #site({ site, test }: LoggedEvent): Site {
    if (site === undefined && test === undefined) return 0
    let sites = this.#sites.get(test)
    if (sites === undefined) this.#sites.set(test, (sites = new Map()))
    let number = sites.get(site)
    if (number === undefined) {
      number = this.#places.push({ site, test }) - 1
      sites.set(site, number)
    }
    return number
  }

  #violation(report: Report): TraceViolation {
    const { spec, category, event, values } = report
    const named = values.map((value) => (value instanceof NamedObject ? value.name : value))
    const place = this.#places[spec.events[event]!.blame === 'creation' ? report.creationSite : report.site]!
    return {
      spec: spec.id,
      category: spec.reports[category]!.name,
      message: reportText({ ...report, values: named }, describe),
      event: spec.events[event]!.name,
      site: place.site,
      test: place.test,
      params: Object.fromEntries(
        spec.parameters.flatMap(({ name }, i) => (named[i] === undefined ? [] : [[name, named[i]]])),
      ),
      instances: report.instances,
    }
  }

  #unknownEvent(event: string): UserError {
    const known = [...this.#eventNumbers.keys()]
    const near = nearestName(event, known)
    return new UserError({
      code: 'unknown-logged-event',
      message: `spec ${this.#spec.id} has no event "${event}"`,
      remedy: `${near === undefined ? '' : `Did you mean ${near}? `}Its events are ${known.join(', ')}.`,
    })
  }

  #wrongParameters(event: number, params: Readonly<Record<string, unknown>>): UserError {
    const { name, parameters } = this.#spec.events[event]!
    const list = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.join(', '))
    const wanted = this.#spec.parameters.filter((_, i) => (parameters >> i) & 1).map((parameter) => parameter.name)
    return new UserError({
      code: 'wrong-logged-parameters',
      message: `event "${name}" of spec ${this.#spec.id} binds ${list(wanted)}, but was given ${list(Object.keys(params))}`,
      remedy: `Give the event exactly these parameters: ${list(wanted)}.`,
    })
  }
}

/** There was an operation once, but a trace has nothing of it: code of a spec that asks would decide on nothing. */
function traceContext({ id }: CompiledSpec): EventContext {
  const context = {}
  for (const part of contextParts) {
    Object.defineProperty(context, part, {
      get(): never {
        throw new UserError({
          code: 'needs-operation',
          message: `spec ${id} asks for the ${part} of an operation, which only a running program has`,
          remedy: 'Monitor the program itself with this spec: jsmop run.',
        })
      },
    })
  }
  return context as EventContext
}

/** A value as messages show it; an object, which a trace need not name, by what made it. */
function describe(value: unknown): string {
  return isObject(value) ? (value.constructor?.name ?? 'object') : String(value)
}

function rethrow(_spec: CompiledSpec, _part: string, error: unknown): never {
  throw error
}
