/**
 * Modules that come out of the pack of an earlier process see what they would see without it: their texts, their places in
 * stacks of any depth, what Node gives them, what they import. So do those of a process whose pack was damaged, of one that
 * runs under tools that look at what is compiled, and those that have changed since.
 */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

let cwd: string

beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-packed-'))
  cpSync(fileURLToPath(new URL('./fixtures/packed/', import.meta.url)), cwd, { recursive: true })
  mkdirSync(path.join(cwd, 'node_modules'))
  // Enough to be worth a pack, and code in it.
  for (const file of readdirSync(cwd))
    if (file.endsWith('.cjs')) appendFileSync(path.join(cwd, file), `\n// ${'long '.repeat(1000)}\n`)
})

afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** Files of the cache by the look of their names. */
function cached(name: RegExp): string[] {
  const cache = path.join(cwd, 'node_modules/.cache/jsmop')
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => name.test(path.basename(file))).map((file) => path.join(cache, file))
}
const packs = (): string[] => cached(/^modules-/)
const texts = (): string[] => cached(/^\d+$/)

async function runs(...options: readonly string[]): Promise<string> {
  const { stdout, stderr, result } = await monitor(['--preset', 'all'], ['node', ...options, 'main.cjs'], { cwd })
  expect(result.disabled).toEqual([])
  return stdout + stderr
}

async function runsPlainly(...options: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await run(['node', ...options, 'main.cjs'], { cwd })
  expect(code).toBe(0)
  return stdout + stderr
}

describe.skipIf(!isBuilt)('modules of a pack', () => {
  it('run as they would without', async () => {
    const plain = await runsPlainly()
    expect(plain).toContain('given wrapper: function (exports, require, module, __filename, __dirname) {\nconst given')
    expect(await runs()).toBe(plain)
    expect(packs()).toHaveLength(1)
    const pack = readFileSync(packs()[0]!)
    // What is in the pack is asked for nowhere else.
    for (const file of texts()) rmSync(file)
    expect(await runs()).toBe(plain)
    expect(texts().map((file) => readFileSync(file, 'latin1').includes('seen.push(item)'))).not.toContain(true)
    expect(await runs()).toBe(plain)
    expect(readFileSync(packs()[0]!)).toEqual(pack)
  })

  it('are compiled by Node where they are short', async () => {
    writeFileSync(
      path.join(cwd, 'brief.cjs'),
      `exports.walk = (items) => { for (const item of items) items.splice(0, 0) }`,
    )
    appendFileSync(path.join(cwd, 'main.cjs'), `\nrequire('./brief.cjs').walk([1, 2])\n`)
    const plain = await runsPlainly()
    expect(await runs()).toBe(plain)
    const [, entries] = /^jsmop-pack[^\n]*\n(\[\{.*?\}\])/.exec(readFileSync(packs()[0]!, 'latin1'))!
    const codeOf = new Map(
      (JSON.parse(entries!) as { file: string; codeLength: number }[]).map(({ file, codeLength }) => [
        path.basename(file),
        codeLength,
      ]),
    )
    expect(codeOf.get('brief.cjs')).toBe(0)
    expect(codeOf.get('strict.cjs')).toBeGreaterThan(0)
    expect(await runs()).toBe(plain)
  })

  it('have a pack of their own where they are not woven', async () => {
    const library = path.join(cwd, 'node_modules/walks')
    mkdirSync(library)
    writeFileSync(
      path.join(library, 'index.js'),
      `exports.walk = (items) => { for (const item of items) items.splice(0, 0); return exports.walk.toString() }\n// ${'long '.repeat(1000)}`,
    )
    appendFileSync(path.join(cwd, 'main.cjs'), `\nconsole.log(require('walks').walk([1, 2]))\n`)
    const plain = await runsPlainly()
    const unwoven = (): string[] => cached(/^unwoven-/)
    expect(await runs()).toBe(plain)
    expect(unwoven()).toEqual([])
    const pack = packs()[0]!
    const woven = readFileSync(pack)
    const runsWithout = async (...specs: readonly string[]): Promise<string> => {
      const { stdout, stderr } = await monitor([...specs, '--no-libraries'], ['node', 'main.cjs'], { cwd })
      return stdout + stderr
    }
    expect(await runsWithout('--preset', 'all')).toBe(plain)
    expect(unwoven()).toHaveLength(1)
    const left = readFileSync(unwoven()[0]!)
    expect(await runsWithout('--preset', 'all')).toBe(plain)
    expect(await runsWithout('--spec', 'array/no-shift-during-iteration')).toBe(plain)
    expect(unwoven()).toHaveLength(1)
    expect(await runs()).toBe(plain)
    expect(readFileSync(pack).equals(woven)).toBe(true)
    expect(readFileSync(unwoven()[0]!).equals(left)).toBe(true)
  })

  it.each<[how: string, damage: (pack: Buffer) => Buffer]>([
    ['was cut short', (pack) => pack.subarray(0, -100)],
    ['lost a sector of code', (pack) => pack.fill(0, 6000, 6512)],
    ['is none', () => Buffer.from('{}')],
  ])('run as they would when the pack %s', async (_, damage) => {
    const plain = await runsPlainly()
    expect(await runs()).toBe(plain)
    const [pack] = packs()
    writeFileSync(pack!, damage(readFileSync(pack!)))
    expect(await runs()).toBe(plain)
    expect(await runs()).toBe(plain)
  })

  it('run as they are when they have changed', async () => {
    await runs()
    const file = path.join(cwd, 'letters.cjs')
    // V8 compares the length alone.
    writeFileSync(file, readFileSync(file, 'utf8').replace('日本', '本日'))
    const plain = await runsPlainly()
    expect(plain).toContain('Ł本日𝒳')
    expect(await runs()).toBe(plain)
  })

  it.each([
    ['maps of sources', ['--enable-source-maps']],
    ['flags of V8', ['--stack-size=900']],
    ['another wrapper', ['--require', './wraps.cjs']],
    ['a tool that looks at texts', ['--require', './looks.cjs']],
  ])('run as they would with %s', async (_, options) => {
    writeFileSync(
      path.join(cwd, 'wraps.cjs'),
      `const Module = require('module'); const { wrap } = Module
       Module.wrap = (text) => wrap('var undeclared = "by the wrapper";' + text.replace(/^#!/, '//'))`,
    )
    writeFileSync(
      path.join(cwd, 'looks.cjs'),
      `const { prototype } = require('module'); const { _compile } = prototype
       prototype._compile = function (text, file) {
         console.log('compiles', require('path').basename(file), text.length)
         return _compile.call(this, text, file)
       }`,
    )
    await runs()
    const plain = await runsPlainly(...options)
    expect(withoutLooking(await runs(...options))).toBe(withoutLooking(plain))
    expect(withoutLooking(await runs(...options))).toBe(withoutLooking(plain))
  })
})

/** Without the frames of the tool, after whose function V8 names that of Node 22. */
function withoutLooking(text: string): string {
  return text.replaceAll(/^.*looks\.cjs.*\n/gm, '').replaceAll('Module.<anonymous>', 'Module._compile')
}
