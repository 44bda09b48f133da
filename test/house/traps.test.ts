/** Every trap of `docs/traps.md` has a test, and the test is there. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const rows = readFileSync(`${root}docs/traps.md`, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const match = /^\| (\d+)\. [^|]+\| [^|]+\| ([^|]+) \|$/.exec(line)
    return match === null ? [] : [{ number: Number(match[1]), tests: match[2]!.split('; ') }]
  })

test('all 27 traps are listed', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1))
})

test.each(rows)('trap $number has its tests', ({ tests }) => {
  for (const one of tests) {
    const [, file, title] = /^`(test\/\S+\.ts)`: (.+)$/.exec(one) ?? []
    expect(file, one).toBeDefined()
    expect(readFileSync(root + file!, 'utf8'), one).toContain(title)
  }
})
