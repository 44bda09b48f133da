/**
 * Leaves functions of the language out of a plan that need no wrapper where only some code of a program creates monitors: those
 * that this code does not name. Other code that calls them could only add to a monitor of this one's, and that may be missed
 * where it cannot raise an alarm. That it calls a wrapper does matter: V8 puts `forEach` and `filter` into their callers, and
 * `set` and `add` are what compilers and linters do all day long. In suites of linters' rules, of which a change affects a few,
 * such wrappers were most of what watching the change cost.
 */

import { language } from '../patch/language.ts'
import { isGivenAsync, type PackedPlan, specOf } from './pack-plan.ts'
import { isExecutor } from './plan-weaving.ts'
import type { Operation } from './plan.ts'

/** Whether the code has the name of a function; `givenAsync`: of one that may be given an async function there. */
export type Names = (member: string, givenAsync: boolean) => boolean

/** `mayMiss`: by number of a spec, whether missing calls of the language's functions raises no alarm. */
export function leaveUnnamed(plan: PackedPlan, names: Names, mayMiss: (spec: number) => boolean): PackedPlan {
  const isNeeded = (operation: PackedPlan['operations'][number]): boolean => {
    if (!callsLanguage(operation)) return true
    const wanting = operation.subscriptions.map((number) => plan.subscriptions[number]!)
    return !wanting.every((one) => mayMiss(specOf(one))) || names(operation.member!, wanting.every(isGivenAsync))
  }
  return { ...plan, operations: plan.operations.filter(isNeeded) }
}

/** Whether the operation is a call of a function of the language by its name, which is seen by a wrapper. */
export function callsLanguage(operation: Omit<Operation, 'subscriptions'>): boolean {
  const { kind, place, holder, member } = operation
  if (kind !== 'call' || place.kind !== 'global' || isExecutor(operation)) return false
  return member?.startsWith('@@') === false && language.has(holder[0] ?? member)
}
