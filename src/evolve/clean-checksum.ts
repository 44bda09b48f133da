/**
 * The cleaned checksum of a file: equal for two versions that can only behave alike. Comments, white space, the kind of
 * quotes and trailing commas do not count; pragma comments do. In doubt (JSX, text that the scanner does not understand, files that are no code) the
 * text counts as it stands.
 *
 * Two texts with the same tokens parse alike except where the grammar forbids a line break (`return⏎x`, `x⏎++y`, `async⏎f`):
 * elsewhere a break ends a statement only if the next token could not continue it, and then the text without the break is
 * no program. So breaks count around just those tokens.
 */

import { hash } from 'node:crypto'
import type { Token } from './scan-tokens.ts'

const breakAfter = new Set(
  'return throw break continue yield async type declare abstract namespace module interface accessor global using await'.split(
    ' ',
  ),
)
const breakBefore = new Set(['++', '--', '=>', '!', 'as', 'satisfies', 'is', 'asserts'])

export function cleanChecksum(tokens: readonly Token[] | undefined, text: string): string {
  return digest(tokens === undefined ? text : cleanText(tokens))
}

/** JSON, whose order of keys may matter to a program. */
export function jsonChecksum(text: string): string {
  try {
    return digest(JSON.stringify(JSON.parse(text)))
  } catch {
    return digest(text)
  }
}

export function digest(text: string | Buffer): string {
  return hash('sha256', text, 'hex').slice(0, 20)
}

function cleanText(tokens: readonly Token[]): string {
  const parts: string[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.text === ',' && isTrailing(tokens, i)) continue
    const before = tokens[i - 1]
    if (token.broken && (breakBefore.has(token.text) || (before !== undefined && breakAfter.has(before.text))))
      parts.push('\n')
    parts.push(token.kind === 'string' ? withoutQuotes(token.text) : token.text)
  }
  return parts.join('\u0001')
}

/** A comma before a closing bracket means nothing, unless it makes a hole in an array. */
function isTrailing(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]?.text
  if (next === ')' || next === '}') return true
  const before = tokens[i - 1]?.text
  return next === ']' && before !== ',' && before !== '['
}

function withoutQuotes(text: string): string {
  const inside = text.slice(1, -1)
  return /["'\\]/.test(inside) ? text : `"${inside}"`
}
