/** Texts that `vm` compiles again and again: each is prepared once more when it comes again, and then no more. */

import { expect, test } from 'vitest'
import { RepeatedTexts } from '#src/load/repeated-texts.ts'

const asked: string[] = []
const texts = new RepeatedTexts()

function get(text: string, file = '/a.js', kind = 'script'): string {
  return texts.get(text, file, kind, () => {
    asked.push(`${kind} ${file} ${text.slice(0, 10)}`)
    return `woven ${text}`
  })
}

/** What was prepared meanwhile. */
function during(work: () => void): string[] {
  asked.length = 0
  work()
  return [...asked]
}

test('a text that came twice is not prepared again', () => {
  expect(
    during(() => [get('a'), get('a'), get('a'), get('a')].forEach((text) => expect(text).toBe('woven a'))),
  ).toEqual(['script /a.js a', 'script /a.js a'])
})

test('another text, another kind and another file are prepared, and the last text is the one that is known', () => {
  expect(during(() => get('b'))).toEqual(['script /a.js b'])
  expect(get('b')).toBe('woven b')
  expect(during(() => get('a'))).toEqual(['script /a.js a'])
  expect(during(() => get('a'))).toEqual([])
  expect(during(() => get('a', '/a.js', 'function'))).toEqual(['function /a.js a'])
  expect(during(() => get('a', '/b.js'))).toEqual(['script /b.js a'])
})

test('a text is not taken for the last one of its file when a module of the file was loaded between', () => {
  get('a')
  get('a')
  texts.forget('/a.js')
  expect(during(() => get('a'))).toEqual(['script /a.js a'])
})

test('what is kept has an end', () => {
  const long = 'x'.repeat(2 ** 23)
  for (const file of ['/1.js', '/2.js', '/3.js']) for (let i = 0; i < 2; i += 1) get(long, file)
  expect(during(() => get(long, '/1.js'))).toHaveLength(1)
})
