/** Checksums: what counts as a change, with acorn as the oracle for what a token is. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { tokenizer, tokTypes } from 'acorn'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cleanChecksum } from '#src/evolve/clean-checksum.ts'
import { scanTokens } from '#src/evolve/scan-tokens.ts'
import { runs } from '../support/property.ts'

/** Not whole, so that this very file has none. */
const pragma = ['@vitest', 'environment'].join('-')

const sum = (text: string): string => cleanChecksum(scanTokens(text), text)

describe('equal', () => {
  it.each([
    ['white space', 'a = b + 1', 'a=b   +\n1'],
    ['comments', 'f(/* x */ 1) // y', 'f(1)'],
    ['quotes', "f('a', `b`)", 'f("a", `b`)'],
    ['trailing commas', 'f(a, [b, c], { d })', 'f(a, [b, c,], { d, },)'],
    ['a hashbang', '#!/usr/bin/env node\nf()', 'f()'],
    ['indentation of types', 'interface A {\n  b: string\n}', 'interface A { b: string }'],
    ['comments beside JSX that stands in texts', "f('<a/>', `</b>`) // x", "f('<a/>', `</b>`)"],
    ['comments between generics', 'const x = <T,>(a: T) => a', 'const x = <T /* any */,>(a: T) => a'],
  ])('%s', (_, a, b) => expect(sum(a)).toBe(sum(b)))
})

describe('different', () => {
  it.each([
    ['a name', 'f(a)', 'f(b)'],
    ['a text', "f('a')", "f('b')"],
    ['a text with quotes', `f('"')`, `f("'")`],
    ['a break after return', 'function f() { return 1 }', 'function f() { return\n1 }'],
    ['a break before ++', 'a\n++b', 'a++\nb'],
    ['a hole in an array', 'f([,])', 'f([])'],
    ['white space in a template', 'f(`a b`)', 'f(`a  b`)'],
    ['white space in an expression', '/a b/.test(x)', '/a  b/.test(x)'],
    ['joined signs', 'a + +b', 'a++ + b'],
    ['an environment', `// ${pragma} jsdom\nf()`, `// ${pragma} node\nf()`],
    ['what is to be ignored', '// jsmop-ignore-next-line\nf()', 'f()'],
    ['text of JSX, even if it looks like a comment', 'x = <a>http://b</a>', 'x = <a>http://c</a>'],
    ['a comment sign inside an expression', 'x = /[/*]/\ny = 1 /* */', 'x = /[/*]/\ny = 2 /* */'],
  ])('%s', (_, a, b) => expect(sum(a)).not.toBe(sum(b)))
})

it.each([
  'x = J',
  'f(J)',
  'f(a, J)',
  'f = () => J',
  'f = () => (J)',
  'f = (a) => { if (a) return J }',
  'export default J',
  'x = a ? J : b',
  'x = a && J',
  'x = [J]',
  'x = { a: J }',
  'x = `${J}`',
  'function* f() { yield J }',
  'if (a) J',
  '{}\nJ',
  ';J',
  "f('<a/>'); x = J",
  'x = a < b; y = J',
])('text of JSX counts in %s', (program) => {
  const having = (text: string): string => program.replace('J', `<a>${text}</a>`)
  expect(scanTokens(having('//b'))).toBeUndefined()
  expect(sum(having('//b'))).not.toBe(sum(having('//c')))
})

/** Sources that other people wrote. */
function corpus(): string[] {
  const require = createRequire(import.meta.url)
  const folders = ['acorn', 'ajv', 'fast-check', 'marked'].map((name) =>
    path.dirname(require.resolve(`${name}/package.json`)),
  )
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?js$/.test(name) && !name.includes('node_modules') && !/\.(?:min|umd)\./.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .filter((text) => text.length < 100_000),
  )
}

interface Piece {
  readonly start: number
  readonly end: number
}

function acornTokens(text: string): Piece[] | undefined {
  try {
    return [...tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })].filter(
      ({ type }) => type !== tokTypes.eof,
    )
  } catch {
    return undefined
  }
}

const sources = corpus()

test('the scanner finds the text that acorn finds between comments and white space', () => {
  let compared = 0
  let unclear = 0
  for (const text of sources) {
    const expected = acornTokens(text)
    if (expected === undefined) continue
    const found = scanTokens(text)
    if (found === undefined) {
      unclear += 1
      continue
    }
    compared += 1
    const plain = expected.map(({ start, end }) => text.slice(start, end)).join('')
    const own = found
      .filter(({ kind }) => kind !== 'pragma')
      .map((token) => token.text)
      .join('')
    // acorn leaves out nothing between the parts of a template; otherwise both lists are the same text.
    expect(own.replaceAll(/\s/g, '')).toBe(plain.replaceAll(/\s/g, ''))
  }
  expect(compared).toBeGreaterThan(100)
  expect(unclear / (compared + unclear)).toBeLessThan(0.05)
})

test('white space and comments between tokens never count, and changed names always do', () => {
  const clear = sources.filter(
    (text) => text.length < 20_000 && scanTokens(text) !== undefined && acornTokens(text) !== undefined,
  )
  expect(clear.length).toBeGreaterThan(100)
  const property = fc.property(fc.nat(), fc.nat(), fc.constantFrom(' ', '\t', ' /* a */ '), (which, where, filler) => {
    const text = clear[which % clear.length]!
    const tokens = acornTokens(text)!
    if (tokens.length < 2) return
    const at = where % (tokens.length - 1)
    const { end } = tokens[at]!
    // Inside of a template there is no white space between tokens.
    if (isInTemplate(text, tokens, at)) return
    expect(sum(text.slice(0, end) + filler + text.slice(end))).toBe(sum(text))
    const name = tokens.find(({ start, end }, i) => i >= at && /^[a-z]\w+$/i.test(text.slice(start, end)))
    if (name !== undefined) expect(sum(`${text.slice(0, name.end)}_${text.slice(name.end)}`)).not.toBe(sum(text))
  })
  fc.assert(property, runs(300))
})

function isInTemplate(text: string, tokens: readonly Piece[], at: number): boolean {
  return (
    [tokens[at]!, tokens[at + 1]!].some(
      ({ start, end }) => /^`|^\$\{$|`$/.test(text.slice(start, end)) || end === start,
    ) || /`[^`]*$/.test(text.slice(Math.max(0, tokens[at]!.start - 2000), tokens[at]!.end))
  )
}
