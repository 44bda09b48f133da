/**
 * Which texts concern a plan at all: asked of every module before anything else, and apart from the weaver, because a
 * process whose texts are all cached never loads that.
 */

import { wantsKeys, type WeavePlan } from './weave-plan.ts'

/** A call of `import`, in code or in a text. */
export const importCall = /\bimport\s*(?:\(|\/[*/])/

/**
 * Tells whether a text has any name or word of the plan; none does for an empty plan. Goes from word to word, and most texts
 * have one of a hundred specs' names near their beginning: one regular expression of all names is quicker on a megabyte that
 * has none, but takes V8 eight milliseconds to make, in each process.
 */
export function relevanceOf(plan: WeavePlan): (text: string) => boolean {
  const names = namesOf(plan)
  const oddNames = [...names].filter((name) => !/^[A-Za-z_]\w*$/.test(name))
  const syntax = syntaxOf(plan)
  return (text) => {
    if (names.size > 0 && hasWord(text, names)) return true
    return oddNames.some((name) => text.includes(name)) || syntax.test(text)
  }
}

function hasWord(text: string, words: ReadonlySet<string>): boolean {
  const word = /[A-Za-z_]\w*/g
  for (let found = word.exec(text); found !== null; found = word.exec(text)) if (words.has(found[0])) return true
  return false
}

function namesOf(plan: WeavePlan): Set<string> {
  const names = new Set<string>([...plan.members, ...plan.callees, ...plan.constructors])
  if (plan.executors) names.add('Promise')
  if (plan.iteration) names.add('of')
  if (plan.awaits) names.add('await').add('async')
  if (wantsKeys(plan.deletes)) names.add('delete')
  if (plan.writes !== 'any') for (const key of plan.writes) names.add(key)
  return names
}

/** What no word shows. */
function syntaxOf({ writes, imports }: WeavePlan): RegExp {
  const alternatives: string[] = []
  if (writes === 'any') alternatives.push('=|\\+\\+|--')
  else if (writes.size > 0) alternatives.push('\\]')
  if (imports === true) alternatives.push(importCall.source)
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'))
}
