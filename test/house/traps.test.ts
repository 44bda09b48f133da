/** Every trap and every safeguard of `docs/traps.md` has a test, and the test is there. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { safeguards as removed } from '../safeguards/safeguards.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [traps, safeguards] = readFileSync(`${root}docs/traps.md`, 'utf8')
  .split('\n## Safeguards\n')
  .map((part) =>
    part.split('\n').flatMap((line) => {
      const match = /^\| ([^|]+) \| [^|]+\| (`test[^|]+) \|$/.exec(line)
      return match === null ? [] : [{ name: match[1]!, tests: match[2]!.split('; ') }]
    }),
  )

test('all 27 traps are listed', () => {
  expect(traps!.map(({ name }) => Number.parseInt(name))).toEqual(Array.from({ length: 27 }, (_, i) => i + 1))
})

test('the safeguards of the page are those that are taken out, with the same tests', () => {
  const onPage = safeguards!.map(({ name, tests }) => [name.replace(/ \(`.*$/, ''), /^`(\S+)`/.exec(tests[0]!)![1]])
  expect(onPage).toEqual(removed.map(({ name, test: file }) => [name, file]))
})

test.each([...traps!, ...safeguards!])('$name: has its tests', ({ tests }) => {
  for (const one of tests) {
    const [, file, title] = /^`(test\/\S+\.ts)`: (.+)$/.exec(one) ?? []
    expect(file, one).toBeDefined()
    expect(readFileSync(root + file!, 'utf8'), one).toContain(title)
  }
})

test.each(removed)('$name: is where it is taken out', ({ file, find }) => {
  expect(readFileSync(root + file, 'utf8').split(find)).toHaveLength(2)
})
