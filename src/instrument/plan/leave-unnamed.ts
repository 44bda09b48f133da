/**
 * Leaves functions of the language out of a plan that need no wrapper where only some code of a program creates monitors: those
 * that this code does not name, of rules whose every event begins a slice. What other code calls could not matter to these;
 * that it calls a wrapper does: V8 puts `forEach` and `filter` into their callers. Where libraries called them all day long,
 * wrappers were half of what watching a change cost (`docs/evolution.md`).
 */

import { language } from '../patch/language.ts'
import { begins, isGivenAsync, type PackedPlan, specOf } from './pack-plan.ts'

/** `names` tells whether the code has the name of a function; `givenAsync`: of one that may be given an async function there. */
export type Names = (member: string, givenAsync: boolean) => boolean

export function leaveUnnamed(plan: PackedPlan, names: Names): PackedPlan {
  const { subscriptions, operations } = plan
  /** Specs with events that other code may add to a monitor. */
  const going = new Set(subscriptions.filter((one) => !begins(one)).map(specOf))
  const isNeeded = ({ kind, place, holder, member, subscriptions: own }: PackedPlan['operations'][number]): boolean => {
    if (kind !== 'call' || place.kind !== 'global' || member === undefined || !language.has(holder[0] ?? member))
      return true
    const wanting = own.map((number) => subscriptions[number]!)
    return wanting.some((one) => going.has(specOf(one))) || names(member, wanting.every(isGivenAsync))
  }
  return { ...plan, operations: operations.filter(isNeeded) }
}
