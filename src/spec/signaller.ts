/**
 * What signals one event of one spec: the seam between instrumentation, which sees operations, and the engine, which
 * monitors events. Neither knows the other.
 */

/**
 * Values stand in the place of their parameter's index; those of parameters that the event does not bind are ignored.
 * `site` is a place in the program as a number; whoever signals events knows what it means, and 0 is "unknown".
 */
export type Signaller = (site: number, a: unknown, b: unknown, c: unknown, d: unknown) => void
