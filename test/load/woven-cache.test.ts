/** The cache of woven texts: whatever happened to its files, what it gives is what weaving gives. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { emptyPlan } from '#src/instrument/weave/weave-plan.ts'
import { Weaver } from '#src/instrument/weave/weave.ts'
import { blockSize, type CachedText, WovenCache } from '#src/load/woven-cache.ts'

const text = `${'stream.write(1)\n'.repeat(100)}stream.end()\n`
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
  const found = cache.get(file, 'script', text, weave)
  if (found.kind !== 'woven') throw new Error(found.kind)
  return { code: found.module.code, sites: JSON.stringify(found.module.sites) }
}

/** As file systems leave what was not written when the power went. */
const withoutSector = (entry: string, at: number): string =>
  entry.slice(0, at) + '\u0000'.repeat(512) + entry.slice(at + 512)

function heapUsed(): number {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
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
  ['lost a sector of its text', (entry) => withoutSector(entry, entry.length - 1500)],
  ['lost a sector of its positions', (entry) => withoutSector(entry, entry.indexOf('"sites"'))],
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
    cache.get(name, 'script', text, (base) => {
      given = base
      return weave(base)
    })
    return given
  })
  expect(bases[0]).toBeGreaterThanOrEqual(2 ** 18 * blockSize)
  expect(bases[1]).toBe(bases[0]! + blockSize)
})

test('an entry is for one text of one kind, letter by letter', () => {
  const cache = new WovenCache(folder)
  const ask = (kind: string, letters: string): number => {
    const found = cache.get('/a.js', kind, letters, (base) => {
      woven += 1
      return weaver.weave(letters, 'script', base)
    })
    if (found.kind !== 'woven') throw new Error(found.kind)
    expect(unweave(found.module.code)).toBe(letters)
    return found.module.base
  }
  const texts = [text, text.replace('(1)', '(2)'), `${text} `, `a.write('\ud83d\ude00 ü')`]
  const bases = [...texts.map((letters) => ask('script', letters)), ask('commonjs', text)]
  expect(new Set(bases).size).toBe(5)
  expect([...texts.map((letters) => ask('script', letters)), ask('commonjs', text)]).toEqual(bases)
  expect(woven).toBe(5)
})

test('no letter of a text changes in the cache, not even one that is none', () => {
  for (const letters of ['ü', 'я', '\ud83d\ude00', '\ud800', '\ufeff', '\u0000', '\r\n']) {
    const odd = `stream.write(\`${letters}\`)`
    woven = 0
    for (let times = 0; times < 2; times += 1) {
      const found = new WovenCache(folder).get('/a.js', 'script', odd, (base) => {
        woven += 1
        return weaver.weave(odd, 'script', base)
      })
      expect(found.kind === 'woven' && unweave(found.module.code)).toBe(odd)
    }
    expect(woven).toBe(1)
  }
})

test("an entry in the other encoding is nobody else's to remove", () => {
  const plain = 'stream.write("a")'
  const other = 'stream.write("ü")'
  const blocks = Array.from({ length: 40 }, (_, i) => i)
  const get = (cache: WovenCache, i: number, letters: string): CachedText =>
    cache.get('/a.js', `kind ${i}`, letters, (base) => {
      woven += 1
      return weaver.weave(letters, 'script', base)
    })
  const first = new WovenCache(folder)
  for (const i of blocks) for (const letters of [plain, other]) get(first, i, letters)
  expect(woven).toBe(80)
  const second = new WovenCache(folder)
  for (const i of blocks) for (const letters of [other, plain]) get(second, i, letters)
  expect(woven).toBe(80)
  expect(entries()).toHaveLength(80)
})

test('of two that write the same block, one keeps it and the other takes numbers of its own', () => {
  let quicker: ReturnType<typeof ask> | undefined
  const slower = new WovenCache(folder).get('/a.js', 'script', text, (base) => {
    quicker ??= ask()
    return weave(base)
  })
  if (slower.kind !== 'woven') throw new Error(slower.kind)
  expect(JSON.stringify(slower.module.sites)).not.toBe(quicker!.sites)
  expect(ask()).toEqual(quicker)
})

test('of entries nothing is kept in the heap but woven texts', () => {
  const long = 'stream.end(1)\n'.repeat(10_000)
  const askAll = (): string[] =>
    Array.from({ length: 20 }, (_, n) => {
      const weaveLong = (base: number): CachedText => weaver.weave(long, 'script', base)
      const found = new WovenCache(folder).get(`/${n}.js`, 'script', long, weaveLong)
      if (found.kind !== 'woven') throw new Error(found.kind)
      return found.module.code
    })
  askAll()
  const before = heapUsed()
  const codes = askAll()
  const grown = heapUsed() - before
  const letters = codes.reduce((sum, code) => sum + code.length, 0)
  expect(letters).toBeGreaterThan(20 * long.length)
  expect(grown / letters).toBeGreaterThan(0.8)
  expect(grown / letters).toBeLessThan(1.2)
})
