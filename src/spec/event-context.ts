/** The operation that signals an event, as the code of a spec sees it. The instrumentation makes it when a condition or action asks for it. */

/** What a condition, an action or a handler can see of the operation that signals. Parts that do not apply are undefined. */
export interface EventContext {
  readonly receiver: unknown
  readonly args: readonly unknown[]
  readonly result: unknown
  readonly error: unknown
  readonly settled: unknown
  readonly key: unknown
  readonly value: unknown
  readonly iterable: unknown
  readonly iterator: unknown
  readonly promise: unknown
  readonly activation: unknown
  readonly test: unknown
  /** The number of the place, to be kept in a variable named `blamedSite`; absent where logs are checked. */
  readonly site?: number
}

/** Where there is no operation: when a log is checked. */
export const noContext: EventContext = Object.freeze({
  receiver: undefined,
  args: Object.freeze([]),
  result: undefined,
  error: undefined,
  settled: undefined,
  key: undefined,
  value: undefined,
  iterable: undefined,
  iterator: undefined,
  promise: undefined,
  activation: undefined,
  test: undefined,
})

/** A part of an operation. The site is where it happens. */
export type ContextPart = Exclude<keyof EventContext, 'site'>

export const contextParts = Object.keys(noContext) as readonly ContextPart[]
