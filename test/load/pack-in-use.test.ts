/** Packs as processes use them, one after the other: what one has missed the next one finds, however much it is. */

import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PackInUse } from '#src/load/pack-in-use.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-packs-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const megabytes = (letter: string, n: number): string => letter.repeat(n * 2 ** 20)

/** A process that runs modules, by their names: gives the names of those that it did not find. */
function run(modules: Readonly<Record<string, string>>): string[] {
  const packs = new PackInUse(path.join(folder, 'pack'), 'made')
  const missed = Object.entries(modules).filter(([file, source]) => {
    const found = packs.find(file, source)
    if (found === undefined) packs.miss({ file, source, text: `(${source})`, script: undefined, woven: undefined })
    else expect(found.text).toBe(`(${source})`)
    return found === undefined
  })
  packs.write()
  return missed.map(([file]) => file)
}

test('what does not fit into one pack goes into the next', () => {
  const modules = { a: megabytes('a', 5), b: megabytes('b', 5), c: megabytes('c', 5), d: 'd'.repeat(5000) }
  expect(run(modules)).toEqual(['a', 'b', 'c', 'd'])
  expect(run(modules)).toEqual([])
  expect(readdirSync(folder)).toEqual(['pack', 'pack.2'])
})

test('a module that was changed is found after those before it, whose old text nobody asks for', () => {
  run({ a: megabytes('a', 9) })
  expect(run({ a: megabytes('b', 9) })).toEqual(['a'])
  expect(run({ a: megabytes('b', 9) })).toEqual([])
})

test('when all packs are full they stay for a day, then begin anew', () => {
  for (let n = 0; n < 8; n++) run({ [`m${n}`]: megabytes(String(n), 9) })
  const late = { late: 'x'.repeat(5000) }
  expect(readdirSync(folder)).toHaveLength(8)
  run(late)
  expect(run(late)).toEqual(['late'])
  const before = Date.now() / 1000 - 90_000
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), before, before)
  expect(run(late)).toEqual(['late'])
  expect(readdirSync(folder)).toEqual([])
  expect(run(late)).toEqual(['late'])
  expect(run(late)).toEqual([])
})
