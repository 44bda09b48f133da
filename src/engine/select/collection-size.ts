/**
 * What can be known of a trace before its monitor is created: how long a loop will be is, as a rule, how large the
 * collection is when the loop begins. An agent that is told the size knows a loop over three elements from one over four,
 * whose traces differ.
 *
 * Only what a spec's creation events themselves name as an Array, a Map or a Set is asked for its size, and never a Proxy,
 * where the question could be seen.
 *
 * Builtins are held as they were when this was loaded.
 */

import { types } from 'node:util'
import type { CompiledPointcut, CompiledSpec } from '../../spec/compiled-spec.ts'

/** With a type of its own, so that those of the library face need none of Node's. */
export const isProxy: (value: unknown) => boolean = types.isProxy
const { isArray } = Array
const { bind, call } = Function.prototype
const uncurried = (builtin: object, name: string): ((collection: unknown) => number) =>
  bind.call(call, Object.getOwnPropertyDescriptor(builtin, name)!.get!) as (collection: unknown) => number

const sizes = {
  Array: (array: unknown) => (isArray(array) ? array.length : -1),
  Map: uncurried(Map.prototype, 'size'),
  Set: uncurried(Set.prototype, 'size'),
} as const

type Collection = keyof typeof sizes

/** The parameter of a spec that is a collection, and how its size is asked for. */
export interface SizedParameter {
  readonly parameter: number
  readonly sizeOf: (collection: unknown) => number
}

/** Undefined where the creation events of a spec name no collection, or different ones. */
export function sizedParameter({ parameters, events }: CompiledSpec): SizedParameter | undefined {
  const pointcuts = events.filter(({ creation }) => creation).flatMap((event) => event.pointcuts)
  for (let parameter = 0; parameter < parameters.length; parameter++) {
    const kinds = new Set(pointcuts.map((pointcut) => collectionAt(pointcut, parameter)))
    const [kind] = kinds
    if (kinds.size === 1 && kind !== undefined) return { parameter, sizeOf: sizes[kind] }
  }
  return undefined
}

function collectionAt({ kind, targets, bindings }: CompiledPointcut, parameter: number): Collection | undefined {
  const binding = bindings[parameter]
  if (kind !== 'iterate' || binding?.root !== 'iterable' || binding.path.length > 0) return undefined
  const [target] = targets
  const [name] = target?.members ?? []
  const isGlobal = targets.length === 1 && target!.place.kind === 'global' && target!.holder.length === 0
  return isGlobal && name !== undefined && Object.hasOwn(sizes, name) ? (name as Collection) : undefined
}

/** One more than the size, so that 0 says that it is not known. */
export function contextOf(sizeOf: SizedParameter['sizeOf'], collection: unknown): number {
  try {
    return sizeOf(collection) + 1
  } catch {
    // It only looks like a collection.
    return 0
  }
}
