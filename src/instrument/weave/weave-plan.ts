/**
 * What the weaver looks for: the union of what the selected specs need, made by `plan.ts` from their pointcuts. Plain
 * data, so that it can be part of a cache key.
 *
 * Names say where a site *may* matter, never that it does: whoever reads a site checks the real target. A name too many
 * costs a store, a name missing costs a site.
 */

import { digest } from './woven-module.ts'

export interface WeavePlan {
  /** Methods, called through any receiver: `o.push()`, `o['push']()`, `super.push()`, `(0, o.push)()`, `o.push.call(o)`; under names that the text gives them; and by names only a run tells. */
  readonly members: ReadonlySet<string>
  /**
   * Those of `members` that are functions of the language's own objects, `Promise.all`: of its other objects, such as
   * `Object`, whose `keys` is not a collection's, calls are not woven. Absent where nothing is known of these.
   */
  readonly statics?: ReadonlySet<string>
  /** Those of `members` that matter only where they are given an async function: calls with another one, written there, are not woven. */
  readonly givenAsync?: ReadonlySet<string>
  /** Functions called by a plain name: `readFileSync()`, and under a local name that the text gives them (`alias-names.ts`). */
  readonly callees: ReadonlySet<string>
  /** Classes: `new Map`, `new fs.ReadStream()`, and `super()` in a class that extends one. */
  readonly constructors: ReadonlySet<string>
  /** Executors given to `new Promise` are handed to the runtime, and calls of their parameters get sites. */
  readonly executors: boolean
  /** Loops `for…of` and `for await…of`. */
  readonly iteration: boolean
  /** Their end as well; only with `iteration`. */
  readonly iterationEnd: boolean
  /** Loops over arrays that nobody else has a hold on are left alone (`own-array.ts`): nothing that is asked for can happen there. */
  readonly leavesOwn?: boolean
  /** Property writes by key; a computed key is woven if any key is asked for. `any` weaves all. */
  readonly writes: ReadonlySet<string> | 'any'
  /** The same for `delete`. */
  readonly deletes: ReadonlySet<string> | 'any'
  /** `await`, and what async functions return. */
  readonly awaits: boolean
  /** Calls of `import`, and strings that hold one and may be compiled. */
  readonly imports?: boolean
  /**
   * Absent where wrappers see calls and woven text only says from where. Present where nothing is patched: calls themselves
   * are told to the runtime (`CallHooks` of `abi.ts`), and their results if the name is in this set.
   */
  readonly hookCalls?: ReadonlySet<string>
}

/** A plan as data: names in rows. */
export type PackedWeavePlan = {
  readonly [Part in keyof WeavePlan]: WeavePlan[Part] extends boolean | undefined
    ? WeavePlan[Part]
    : readonly string[] | 'any'
}

export function packWeavePlan(plan: WeavePlan): PackedWeavePlan {
  const parts = Object.entries(plan).map(([name, part]) => [name, part instanceof Set ? [...part] : part])
  return Object.fromEntries(parts) as PackedWeavePlan
}

export function unpackWeavePlan(packed: PackedWeavePlan): WeavePlan {
  const parts = Object.entries(packed).map(([name, part]) => [name, Array.isArray(part) ? new Set(part) : part])
  return Object.fromEntries(parts) as WeavePlan
}

/** A plan as data, with its name. */
export interface NamedWeavePlan {
  readonly name: string
  readonly plan: PackedWeavePlan
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

/** A name for what is woven: texts that are woven for different plans never meet. */
export function namePlan(plan: WeavePlan): string {
  const parts = Object.entries(packWeavePlan(plan)).map(([name, part]) => [
    name,
    Array.isArray(part) ? [...(part as string[])].sort(byText) : part,
  ])
  return digest(JSON.stringify(parts))
}

export const emptyPlan: WeavePlan = {
  members: new Set(),
  callees: new Set(),
  constructors: new Set(),
  executors: false,
  iteration: false,
  iterationEnd: false,
  writes: new Set(),
  deletes: new Set(),
  awaits: false,
}

export const wantsKeys = (keys: ReadonlySet<string> | 'any'): boolean => keys === 'any' || keys.size > 0
