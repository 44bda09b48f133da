/**
 * What signals one event of one spec: the seam between instrumentation, which sees operations, and the engine, which
 * monitors events. Neither knows the other.
 */

/**
 * Values stand in the place of their parameter's index; those of parameters that the event does not bind are ignored.
 * `site` is a place in the program as a number; whoever signals events knows what it means, and 0 is "unknown".
 */
export type Signaller = (site: number, a: unknown, b: unknown, c: unknown, d: unknown) => void

/**
 * Iterations of which the engine makes nothing until their collection has changed (`engine/d/put-off.ts`). Whoever signals
 * keeps for each how many steps it took and which version it has looked at, and calls, in place of signalling
 *
 *     create   begin(), which gives the version
 *     next     step() while `version` is the one that was looked at; else stateOf(…) with the steps before this one, and
 *              either step() again, or, once, take(…) and from there on the event itself
 *
 * All other events are signalled as ever.
 */
export interface PutOffIterations {
  /** The events that begin an iteration and step it. */
  readonly create: number
  readonly next: number
  /** Which parameter the iteration is; the other is the collection. */
  readonly parameter: number
  readonly version: number
  begin(): number
  step(): void
  /** Where the iteration is if its collection has changed since a version; -1 if it has not, or that means nothing. */
  stateOf(collection: object, steps: number, since: number): number
  take(state: number, site: number, collection: object, iteration: object): void
}
