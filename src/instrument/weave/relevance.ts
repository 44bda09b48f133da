/**
 * Which texts concern a plan at all: asked of every module before anything else, and apart from the weaver, because a
 * process whose texts are all cached never loads that.
 */

import { escapeName } from './alias-names.ts'
import { wantsKeys, type WeavePlan } from './weave-plan.ts'

/** A call of `import`, in code or in a text. */
export const importCall = /\bimport\s*(?:\(|\/[*/])/

/** Tells whether a text has any name or word of the plan; none does for an empty plan. */
export function relevanceOf(plan: WeavePlan): (text: string) => boolean {
  const names = namesOf(plan)
  const quick = new RegExp(`\\b(?:${common.filter((name) => names.has(name)).join('|') || '(?!)'})\\b`)
  let all: RegExp | undefined
  return (text) => {
    if (quick.test(text.slice(0, glance))) return true
    all ??= expressionFor(plan, names)
    return all.test(text)
  }
}

/**
 * What most programs call: a plan with some of these concerns nearly every text, its beginning shows it, and the long
 * expression, which costs milliseconds to make from a hundred specs, is not even made.
 */
const common = ['of', 'push', 'map', 'get', 'set', 'on', 'then', 'forEach', 'join', 'keys', 'slice', 'write']
const glance = 4096

function namesOf(plan: WeavePlan): Set<string> {
  const names = new Set<string>([...plan.members, ...plan.callees, ...plan.constructors])
  if (plan.executors) names.add('Promise')
  if (plan.iteration) names.add('of')
  if (plan.awaits) names.add('await').add('async')
  if (wantsKeys(plan.deletes)) names.add('delete')
  if (plan.writes !== 'any') for (const key of plan.writes) names.add(key)
  return names
}

/** The names stand together inside one pair of boundaries: V8 then makes a trie of them, three times as quick as one around each. */
function expressionFor(plan: WeavePlan, names: ReadonlySet<string>): RegExp {
  const alternatives: string[] = []
  const words = [...names].filter((name) => /^\w+$/.test(name))
  if (words.length > 0) alternatives.push(`\\b(?:${words.join('|')})\\b`)
  for (const name of names) if (!/^\w+$/.test(name)) alternatives.push(escapeName(name))
  if (plan.writes === 'any') alternatives.push('=|\\+\\+|--')
  else if (plan.writes.size > 0) alternatives.push('\\]')
  if (plan.imports) alternatives.push(importCall.source)
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'))
}
