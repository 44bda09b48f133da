/**
 * Where an event comes from, as plain data: both front ends write it, the instrumentation matches it. A pointcut says
 * which operation on which target; a binding says which part of that operation is which parameter.
 */

import type { EventContext } from './event-context.ts'

/**
 * A target as text, `<where>#<path>`:
 *
 *     Map.prototype.set                       a global and a path in it
 *     node:fs#openSync                        an export of a Node module
 *     node:stream#Writable.prototype.write    a method, of subclasses too
 *     npm:pg@>=8#Pool.prototype.connect       an npm package, with a version range
 *     npm:pg/lib/client#Client                a file in it
 *     ./src/pool.ts#Pool.prototype.acquire    one's own module, relative to the project
 *
 * The path may end in `{a,b,c}` to name several members at once. `parse-target.ts` reads it.
 */
export type TargetText = string

/** `before` the operation; after it `returned` or `threw`; after the promise it returned was `fulfilled`, `rejected` or either (`settled`). */
export type Moment = 'before' | 'returned' | 'threw' | 'fulfilled' | 'rejected' | 'settled'

/**
 * The part of an operation that a parameter takes, optionally followed by a path of properties (`arg0.signal`):
 * receiver (`this`), arg0…arg9, result, error (thrown or rejected), settled (the fulfilled value), key and value of a
 * property access, iterable and iterator of an iteration, promise, callback activation, and the current test.
 */
export type BindingRoot =
  | 'receiver'
  | `arg${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | 'result'
  | 'error'
  | 'settled'
  | 'key'
  | 'value'
  | 'iterable'
  | 'iterator'
  | 'promise'
  | 'activation'
  | 'test'
export type BindingSource = BindingRoot | `${BindingRoot}.${string}`

/** TypeScript specs may give a function; both front ends may give an expression of the safe language (`docs/expressions.md`). */
export type Condition = string | ((context: EventContext) => boolean)

interface PointcutBase {
  /** Bindings of this pointcut, where they differ from the event's. */
  readonly bind?: Readonly<Record<string, BindingSource>>
  /** A condition of this pointcut, besides the event's. */
  readonly if?: Condition
}

export interface CallPointcut extends PointcutBase {
  readonly kind: 'call' | 'construct'
  readonly target: TargetText | readonly TargetText[]
  readonly when?: Moment
  /** Only calls whose first argument is one. Others cost next to nothing, which a condition would: methods of arrays are called with callbacks in hot loops. */
  readonly given?: 'async function'
}

/** A property of an object or of instances of a class: `target` names the class or object, `key` the property (`*`: any, `index`: array indexes). */
export interface PropertyPointcut extends PointcutBase {
  readonly kind: 'read' | 'write' | 'delete'
  readonly target: TargetText | readonly TargetText[]
  readonly key: string | readonly string[]
  readonly when?: 'before' | 'returned'
}

/** Iteration by syntax (`for…of`, spread, destructuring) or by an explicit iterator, over instances of a class. */
export interface IterationPointcut extends PointcutBase {
  readonly kind: 'iterate'
  readonly target: TargetText | readonly TargetText[]
  readonly step: 'start' | 'next' | 'finish'
}

/** A promise is awaited, returned from an async function, given a reaction, or taken into a combinator. */
export interface HandlePointcut extends PointcutBase {
  readonly kind: 'handle'
}

/** A promise settles. */
export interface SettlePointcut extends PointcutBase {
  readonly kind: 'settle'
  readonly outcome?: 'fulfilled' | 'rejected'
}

/** An emitter emits: `event` names which (all when absent). */
export interface EmitPointcut extends PointcutBase {
  readonly kind: 'emit'
  readonly target: TargetText | readonly TargetText[]
  readonly event?: string | readonly string[]
  readonly when?: 'before' | 'returned'
}

/** The end of the current test, of the test file, or of the program. */
export interface EndPointcut extends PointcutBase {
  readonly kind: 'end'
  readonly of: 'test' | 'file' | 'program' | 'turn'
}

/** An object bound to the parameter is known to be dead. */
export interface CollectPointcut extends PointcutBase {
  readonly kind: 'collect'
  readonly parameter: string
}

export type Pointcut =
  | CallPointcut
  | PropertyPointcut
  | IterationPointcut
  | HandlePointcut
  | SettlePointcut
  | EmitPointcut
  | EndPointcut
  | CollectPointcut
