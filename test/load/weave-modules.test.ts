/** What weaving says of a text: what runs in its place, and whether that may be kept for other processes. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { emptyPlan, type WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { Weaver } from '#src/instrument/weave/weave.ts'
import { WeaveModules } from '#src/load/weave-modules.ts'
import { WovenCache } from '#src/load/woven-cache.ts'

const plan = { ...emptyPlan, members: new Set(['write']), imports: true }

let folder: string
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-weaving-'))
  said = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function weaving(weaver: (plan: WeavePlan) => Weaver = (given) => new Weaver(given)): WeaveModules {
  return new WeaveModules({
    plan,
    weaver,
    cache: new WovenCache(folder),
    wants: (file) => !file.includes('library'),
    quietly: (work) => work(),
    onWoven: ({ file }) => said.push(`woven ${file}`),
    onUnparsed: (file) => said.push(`unparsed ${file}`),
    onMayImport: () => said.push('may import'),
    onFault: (error) => said.push(String(error)),
  })
}

test('a woven text comes with its module, out of the cache, too', () => {
  for (const modules of [weaving(), weaving()]) {
    const { text, module, failed } = modules.transform('stream.write(1)', '/a.js', 'commonjs')
    expect(unweave(text)).toBe('stream.write(1)')
    expect(module!.code).toBe(text)
    expect(failed).toBe(false)
  }
  expect(said).toEqual(['woven /a.js', 'woven /a.js'])
})

test('what nobody watches stays as it is', () => {
  const stays = { module: undefined, failed: false }
  expect(weaving().transform('stream.read(1)', '/a.js', 'commonjs')).toEqual({ text: 'stream.read(1)', ...stays })
  expect(weaving().transform('s.write(1)', '/library.js', 'commonjs')).toEqual({ text: 's.write(1)', ...stays })
  expect(weaving().hookImports('s.write(1)', '/a.js', 'commonjs')).toEqual({ text: 's.write(1)', ...stays })
  expect(said).toEqual([])
})

test('of what nobody watches, CommonJS tells when it imports, and ES modules say at once that they may', () => {
  const text = "import('./a.js')"
  const { text: told } = weaving().transform(text, '/library.js', 'commonjs')
  expect(told).not.toBe(text)
  expect(unweave(told)).toBe(text)
  expect(said).toEqual(['woven /library.js'])
  said = []
  expect(weaving().transform(text, '/library.js', 'module').text).toBe(text)
  expect(weaving().hookImports(text, '/a.js', 'module').text).toBe(text)
  expect(said).toEqual(['may import', 'may import'])
})

test('what cannot be woven runs as it is, and says so', () => {
  const failed = { text: 'stream.write(', module: undefined, failed: true }
  expect(weaving().transform('stream.write(', '/a.js', 'commonjs')).toEqual(failed)
  expect(said).toEqual(['unparsed /a.js'])
})

test('a fault of the weaver leaves the text alone, and is no result', () => {
  const broken = weaving(() => {
    throw new Error('no weaver')
  })
  const failed = { text: 'stream.write(1)', module: undefined, failed: true }
  expect(broken.transform('stream.write(1)', '/a.js', 'commonjs')).toEqual(failed)
  expect(said).toEqual(['Error: no weaver'])
})
