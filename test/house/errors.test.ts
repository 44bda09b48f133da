/** Every code of an error or warning has its paragraph in `docs/errors.md`, and every paragraph its error. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const sources = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('report/html/app'))
  .map((name) => readFileSync(new URL(`src/${name}`, root), 'utf8'))
const headings = [...readFileSync(new URL('docs/errors.md', root), 'utf8').matchAll(/^## (.*)$/gm)].map(
  ([, heading]) => heading!,
)

/** As a field of a `UserError`, or as the first argument of what makes one: `error`, `warn`, `duplicate`. */
const codePattern = /(?:\bcode: |\b(?:error|warn|duplicate)\(\s*)'([a-z]+(?:-[a-z]+)+)'/g

const codes = new Set(sources.flatMap((text) => [...text.matchAll(codePattern)].map(([, code]) => code!)))

test('every code of an error is explained', () => {
  expect(sources.length).toBeGreaterThan(150)
  expect(codes.size).toBeGreaterThan(70)
  expect([...codes].filter((code) => !headings.includes(code)).sort()).toEqual([])
})

test('every explanation is of a code that there is, and stands once', () => {
  expect(headings.filter((heading) => !codes.has(heading))).toEqual([])
  expect(headings.filter((heading, i) => headings.indexOf(heading) !== i)).toEqual([])
})
