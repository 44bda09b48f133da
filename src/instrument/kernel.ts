/**
 * What wrappers and woven hooks need from the runtime while the program runs; the session implements it. Hot: wrappers
 * read these fields at every call of a patched API.
 */

import type { EventContext } from '../spec/definition.ts'
import type { PutOffIterations, Signaller } from '../spec/signaller.ts'

/**
 * The place of an operation as wrappers see it. 0: Node's own code, or the API's own, from inside a call. Negative: the site of code that
 * may not create monitors (the runner, an assertion library, JSMOP); `-place` is its site.
 */
export type Place = number

/** A wrapper's identity towards the runtime. */
export interface Wrapped extends WrapperIdentity {
  /** For reports of faults: the target's text. */
  readonly name: string
  /** The wrapper function: stacks are captured from its caller upwards. */
  wrapper: Function
  /** The member's name as code writes it at a call. */
  readonly member: string
  /** Folder of the npm package that the API belongs to: calls from inside it are the API calling itself. */
  readonly home: string | undefined
  /** The site that was last believed for this wrapper, and its place: loops call from one site again and again. */
  lastSite: number
  lastPlace: Place
  /** Whether calls from Node's own code count for some subscriber (emissions: who emits does not matter). */
  internalCounts: boolean
}

/**
 * What is learned of a wrapper, apart from the wrapper: it outlives the realm of `vm` whose function is wrapped, and the same
 * function of the next realm goes on with it.
 */
export interface WrapperIdentity {
  /** Small number, for tables over (site, wrapper). */
  readonly id: number
  readonly calls: CallRecord
}

export interface CallRecord {
  /** How often the last site saved a look-up. */
  hits: number
  /** Calls without a site: how many there were, and of the last for which the caller was looked for, how many and the program's. */
  unsited: number
  searched: number
  unsitedOfProgram: number
  /** The number of such calls at which the next one is looked for, where few were the program's. */
  searchAt: number
  /** The number that the last of them had that was not the program's. */
  notProgramAt: number
}

/** The part of `Wrapped` that changes with calls. */
export const neverCalled = { lastSite: 0, lastPlace: 0 }

let lastWrapperId = 0

/** One that no other wrapper of this thread has. */
export function freshIdentity(): WrapperIdentity {
  lastWrapperId += 1
  return {
    id: lastWrapperId,
    calls: { hits: 0, unsited: 0, searched: 0, unsitedOfProgram: 0, searchAt: 0, notProgramAt: 0 },
  }
}

/** Takes events of one spec. `Monitoring` of the engine is one. */
export interface EventSink {
  signal(event: number, site: number, a: unknown, b: unknown, c: unknown, d: unknown): void
  /** What signals just this event, if the sink has such a thing: asked once for each handler. */
  signaller?(event: number): Signaller
  /** What signals it for code that may create no monitors; absent where it is not to be signalled then. */
  signallerWithoutCreation?(event: number): Signaller
  /**
   * Tells beforehand that the event, were it signalled with an object made for it, would leave nothing at that object; it
   * counts as signalled then. Absent where nobody can tell.
   */
  passesOver?(event: number): ((site: number, collection: unknown) => boolean) | undefined
  /** Where iterations need not be signalled until their collection has changed. */
  readonly putOff?: PutOffIterations | undefined
}

export function signallerOf(sink: EventSink, event: number): Signaller {
  return sink.signaller?.(event) ?? ((site, a, b, c, d) => sink.signal(event, site, a, b, c, d))
}

export function signallerWithoutCreationOf(sink: EventSink, event: number): Signaller {
  return sink.signallerWithoutCreation?.(event) ?? (() => {})
}

/** Objects and not flags: optimized code that knows the object need not ask before it is switched. */
export interface Switch {
  readonly off: boolean
}

export interface Kernel {
  /** True while JSMOP's own code runs, and for good once the session is closed: wrappers then only pass calls on. */
  busy: boolean
  /** The operation being signalled, set when a spec's own code may ask for it. */
  context: EventContext | undefined
  /** Identity of the current test. */
  readonly test: unknown
  /** By index of spec, made when it is first asked for; undefined when that failed, and the spec is off. */
  sink(spec: number): EventSink | undefined
  /** By index of spec: whether it has no monitor yet and events that wait for one can be passed over. */
  readonly asleep: readonly boolean[]
  /** An event is about to create the spec's first monitor. */
  wake(spec: number): void
  /** Calls the listener when the spec sleeps no more, once. */
  whenAwake(spec: number, listener: () => void): void
  /** By index of spec: whether it is monitored no longer. */
  readonly off: readonly Switch[]
  /** Where woven code leaves the number of its site; whoever takes it sets it back to 0. */
  readonly slot: { s: number }
  /** Where the call of a wrapper, on a receiver, comes from, given the site that was in the slot, 0 for none. */
  place(wrapped: Wrapped, site: number, receiver: unknown): Place
  /** Whether the place is the top level of a module that the program loads: what it makes is meant to last. */
  isLoading(place: Place): boolean
  /** An object that an API gave out is about to be bound: its class may be one that is reachable in no other way. */
  meet(value: object): void
  /** Where an error was made, for emissions of Node's that carry one; 0 when its stack does not tell. */
  placeOfError(error: unknown): Place
  /** An error to be thrown into the program on purpose (`--on-violation throw`) once the signal is over. */
  toThrow: unknown
  fault(part: string, error: unknown): void
  /** A monitoring threw: its spec is off from here on. */
  switchOff(spec: number, error: unknown): void
  /** A condition of a spec, as it is to be asked. */
  timed(spec: number, event: number, condition: (context: EventContext) => boolean): (context: EventContext) => boolean
}
