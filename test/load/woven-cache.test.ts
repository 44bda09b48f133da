/** The cache of woven texts: whatever happened to its files, what it gives is what weaving gives. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyPlan } from '#src/instrument/weave/weave-plan.ts'
import { Weaver } from '#src/instrument/weave/weave.ts'
import { blockSize, type CachedText, WovenCache } from '#src/load/woven-cache.ts'

const text = 'stream.write(1)\nstream.end()\n'
const weaver = new Weaver({ ...emptyPlan, members: new Set(['write', 'end']) })

let folder: string
let woven: number

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-cache-'))
  woven = 0
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function weave(base: number): CachedText {
  woven += 1
  const result = weaver.weave(text, 'script', base)
  if (result.kind !== 'woven') throw new Error(result.kind)
  return result
}

/** As another process would ask. */
function ask(file = '/a.js', cache = new WovenCache(folder)): { readonly code: string; readonly sites: string } {
  const found = cache.get(file, text, weave)
  if (found.kind !== 'woven') throw new Error(found.kind)
  return { code: found.module.code, sites: JSON.stringify(found.module.sites) }
}

const entries = (): string[] => readdirSync(folder).map((name) => path.join(folder, name))

test('a text is woven once, and other processes get the same numbers', () => {
  const first = ask()
  expect(ask()).toEqual(first)
  expect(woven).toBe(1)
  expect(ask('/b.js').code).not.toBe(first.code)
  expect(woven).toBe(2)
})

test.each<[how: string, damage: (entry: string) => string]>([
  ['was cut short', (entry) => entry.slice(0, -5)],
  ['is empty', () => ''],
  ['lost its first line', (entry) => entry.slice(entry.indexOf('\n') + 1)],
  ['has another letter in its text', (entry) => entry.replace(/write(?=[^]*$)/, 'wrote')],
  ['has other positions', (entry) => entry.replace('"sites"', '"sitez"')],
  ['is something else', () => '\u0000'.repeat(200)],
  ['was written twice over', (entry) => entry + entry],
])('an entry that %s is woven anew, and mended', (_, damage) => {
  const first = ask()
  for (const entry of entries()) writeFileSync(entry, damage(readFileSync(entry, 'utf8')))
  expect(ask()).toEqual(first)
  expect(woven).toBe(2)
  expect(ask()).toEqual(first)
  expect(woven).toBe(2)
})

test('where nothing can be written, each process weaves for itself, with numbers that no entry has', () => {
  const file = path.join(folder, 'in the way')
  writeFileSync(file, '')
  const cache = new WovenCache(path.join(file, 'cache'))
  const bases = ['/a.js', '/b.js'].map((name) => {
    let given = -1
    cache.get(name, text, (base) => {
      given = base
      return weave(base)
    })
    return given
  })
  expect(bases[0]).toBeGreaterThanOrEqual(2 ** 18 * blockSize)
  expect(bases[1]).toBe(bases[0]! + blockSize)
})

test('of two that write the same block, one keeps it and the other takes numbers of its own', () => {
  let quicker: ReturnType<typeof ask> | undefined
  const slower = new WovenCache(folder).get('/a.js', text, (base) => {
    quicker ??= ask()
    return weave(base)
  })
  if (slower.kind !== 'woven') throw new Error(slower.kind)
  expect(JSON.stringify(slower.module.sites)).not.toBe(quicker!.sites)
  expect(ask()).toEqual(quicker)
})
