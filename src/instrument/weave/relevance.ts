/**
 * Which texts concern a plan at all: asked of every module before anything else, and apart from the weaver, because a
 * process whose texts are all cached never loads that.
 */

import { escapeName } from './alias-names.ts'
import { wantsKeys, type WeavePlan } from './weave-plan.ts'

/**
 * One expression that finds any name or word of the plan; never matches for an empty plan. The names stand together
 * inside one pair of boundaries: V8 then makes a trie of them, three times as quick as a boundary around each.
 */
export function relevanceOf(plan: WeavePlan): RegExp {
  const names = new Set<string>([...plan.members, ...plan.callees, ...plan.constructors])
  if (plan.executors) names.add('Promise')
  if (plan.iteration) names.add('of')
  if (plan.awaits) names.add('await').add('async')
  if (wantsKeys(plan.deletes)) names.add('delete')
  if (plan.writes !== 'any') for (const key of plan.writes) names.add(key)
  const alternatives: string[] = []
  const words = [...names].filter((name) => /^\w+$/.test(name))
  if (words.length > 0) alternatives.push(`\\b(?:${words.join('|')})\\b`)
  for (const name of names) if (!/^\w+$/.test(name)) alternatives.push(escapeName(name))
  if (plan.writes === 'any') alternatives.push('=|\\+\\+|--')
  else if (plan.writes.size > 0) alternatives.push('\\]')
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'))
}
