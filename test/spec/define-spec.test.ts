/** The mistakes that types catch are in `define-spec.test-d.ts`, which the type checker reads; here that there are any. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSpec } from '#src/spec/compile-spec.ts'
import { defineSpec } from '#src/spec/define-spec.ts'
import { right } from './define-spec.test-d.ts'

test('the type tests hold their mistakes', () => {
  const text = readFileSync(new URL('define-spec.test-d.ts', import.meta.url), 'utf8')
  expect(text.match(/@ts-expect-error \w/g)?.length).toBe(19)
})

test('the spec that has no mistake for the types has none for the checker but its doubtful ends', () => {
  expect(checkSpec(right).map(({ grade, code }) => `${grade} ${code}`)).toEqual(['warning event-never-signalled'])
})

test('defineSpec gives its argument back', () => {
  const spec = {
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: { e: {} },
    logic: 'raw',
    report: { match: 'm' },
  } as const
  expect(defineSpec(spec)).toBe(spec)
})
