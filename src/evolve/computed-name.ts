/**
 * What the tokens of an import's argument say of the name that is imported: all of it, or what it begins with. Names that
 * are put together from the module's own folder are as relative as those that begin with a dot:
 *
 *     './rules/' + name      `./rules/${name}.js`      __dirname + '/rules/' + name      `${__dirname}/rules/${name}`
 *     path.join(__dirname, 'rules', name)              path.join(__dirname, 'rules', 'a.js')
 *
 * What a part that only a run knows leads back out of its folder is not seen. `path.resolve` forgets the folder when it is
 * given an absolute path, so it says something only where all of its parts are known.
 */

import path from 'node:path'
import type { Token } from './scan-tokens.ts'

export interface ComputedName {
  /** Empty where nothing is known. */
  readonly text: string
  readonly isWhole: boolean
}

const unknown: ComputedName = { text: '', isWhole: false }

/** `at`: where the argument begins. */
export function readName(tokens: readonly Token[], at: number): ComputedName {
  const textAt = (i: number): string => tokens[i]?.text ?? ''
  const first = tokens[at]
  if (first === undefined) return unknown
  const literal = literalOf(first)
  if (literal !== undefined) {
    if ([')', ','].includes(textAt(at + 1))) return { text: literal, isWhole: true }
    return textAt(at + 1) === '+' ? { text: literal, isWhole: false } : unknown
  }
  if (first.text === '`${' && textAt(at + 1) === '__dirname') return inOwnFolder(chunkOf(tokens[at + 2]))
  if (first.kind === 'template') return { text: first.text.slice(1, -2), isWhole: false }
  if (first.text === '__dirname' && textAt(at + 1) === '+') {
    const next = tokens[at + 2] && readName(tokens, at + 2)
    return next === undefined ? unknown : inOwnFolder(next)
  }
  const call = textAt(at + 1) === '.' ? at + 2 : at
  return textAt(call + 1) === '(' && textAt(call + 2) === '__dirname' ? joined(tokens, call) : unknown
}

/** `join(__dirname, …)`, at the name of the function. */
function joined(tokens: readonly Token[], at: number): ComputedName {
  const name = tokens[at]!.text
  const parts: string[] = []
  let i = at + 3
  for (; tokens[i]?.text === ','; i += 2) {
    const part = tokens[i + 1] && literalOf(tokens[i + 1]!)
    if (part === undefined || ![',', ')'].includes(tokens[i + 2]?.text ?? '')) break
    parts.push(part)
  }
  if (parts.length === 0 || !['join', 'resolve'].includes(name) || parts.some((part) => part.startsWith('/')))
    return unknown
  const folder = path.posix.join(...parts)
  const text = folder.startsWith('.') ? folder : `./${folder}`
  const isKnown = tokens[i]?.text === ')'
  if (!isKnown && name === 'resolve') return unknown
  switch (tokens[endOfCall(tokens, i) + 1]?.text) {
    case ')':
    case ',':
      return isKnown ? { text, isWhole: true } : { text: `${text}/`, isWhole: false }
    case '+':
      return { text: isKnown ? text : `${text}/`, isWhole: false }
    case undefined:
    default:
      return unknown
  }
}

/** Where the parentheses close that the token is inside of. */
export function endOfCall(tokens: readonly Token[], inside: number): number {
  let i = inside
  for (let depth = 0; i < tokens.length; i += 1) {
    const { text } = tokens[i]!
    if (text === '(') depth += 1
    if (text === ')' && depth-- === 0) break
  }
  return i
}

/** What follows on the name of the module's folder. */
function inOwnFolder({ text, isWhole }: ComputedName): ComputedName {
  return text.startsWith('/') ? { text: `.${text}`, isWhole } : unknown
}

/** The piece of a template that follows on a substitution. */
function chunkOf(token: Token | undefined): ComputedName {
  if (token?.kind !== 'template' || !token.text.startsWith('}')) return unknown
  const isWhole = token.text.endsWith('`')
  return { text: token.text.slice(1, isWhole ? -1 : -2), isWhole }
}

/** The value of a text without substitutions; escapes stay as they are, since paths have none. */
export function literalOf({ kind, text }: Token): string | undefined {
  if (kind === 'string') return text.slice(1, -1)
  return kind === 'template' && text.length > 1 && text.startsWith('`') && text.endsWith('`')
    ? text.slice(1, -1)
    : undefined
}
