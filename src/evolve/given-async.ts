/**
 * Whether a function that the tokens name may be given an async function there, as far as they show it. `xs.forEach((x) => …)`
 * is given none, nor is anything by a definition (`find(id) {`) or by a call of something that is no member; what is passed by
 * a name, or the function itself handed on (`add.bind(xs)`, `{ filter }`), may be. The weaver leaves the same calls without a
 * site (`isSyncFunction` in `weave/syntax.ts`).
 */

import { endOfCall } from './computed-name.ts'
import type { Token } from './scan-tokens.ts'

/** `at`: a word. */
export function mayBeGivenAsync(tokens: readonly Token[], at: number): boolean {
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  const isMember = ['.', '?.'].includes(textAt(at - 1))
  if (textAt(at + 1) !== '(') return true
  // A method of the language does nothing without its receiver.
  return isMember && !isSyncLiteral(tokens, at + 2)
}

/** Whether what begins there is no function, or one that is not async. */
function isSyncLiteral(tokens: readonly Token[], at: number): boolean {
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  const isArrow = (i: number): boolean => textAt(i) === '=>' || (textAt(i) === '=' && textAt(i + 1) === '>')
  const first = tokens[at]
  if (first === undefined) return false
  if (first.kind === 'string' || first.kind === 'number') return [',', ')'].includes(textAt(at + 1))
  if (first.kind === 'word') return first.text === 'function' || (first.text !== 'async' && isArrow(at + 1))
  if (first.text === ')') return true
  if (first.text !== '(') return false
  const end = endOfCall(tokens, at + 1)
  // A type may follow the parameters; after brackets around an expression there is none.
  return isArrow(end + 1) || textAt(end + 1) === ':'
}
