/**
 * Arrays that only the loop over them has a hold on: made where the loop begins, and given to nobody. Nothing can happen to
 * such an array meanwhile, and nobody else can step its iterator.
 *
 * That is so of what the language itself makes. A program that puts a function of its own in the place of `Object.keys`,
 * which gives the same array to several, is believed to do what the language does.
 */

import { memberName, type Tree } from './syntax.ts'

/** Functions of the language that give a fresh array, by the object that has them. */
const makers: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(['keys', 'values', 'entries', 'getOwnPropertyNames', 'getOwnPropertySymbols']),
  Array: new Set(['from', 'of']),
  Reflect: new Set(['ownKeys']),
}

/** `declared` has the names that the text gives a meaning of its own. */
export function isOwnArray(node: Tree, declared: ReadonlySet<string>): boolean {
  if (node.type === 'ArrayExpression') return true
  if (node.type !== 'CallExpression' || node['optional']) return false
  const callee = node['callee'] as Tree
  if (callee.type !== 'MemberExpression' || callee['optional'] || callee['object'].type !== 'Identifier') return false
  const holder = callee['object']['name'] as string
  return !declared.has(holder) && Object.hasOwn(makers, holder) && makers[holder]!.has(memberName(callee))
}
