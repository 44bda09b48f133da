/** Columns of woven text, and ES modules and scripts run from files with the ABI installed by a preload. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Columns } from '#src/instrument/weave/columns.ts'
import { lineStartsOf } from '#src/instrument/weave/sites.ts'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { Weaver, type SourceKind } from '#src/instrument/weave/weave.ts'
import { greedyPlan } from './weave-support.ts'

function weave(source: string, kind: SourceKind) {
  const result = new Weaver(greedyPlan(source)).weave(source, kind, 500)
  if (result.kind !== 'woven') throw new Error(result.kind)
  return result.module
}

describe('columns', () => {
  it('inside an insertion are those of its place, or of what it stands for', () => {
    const source = 'for (const x of a.b(1)) o.m(2)'
    const { code, insertions } = weave(source, 'script')
    const columns = new Columns(insertions)
    const at = (text: string): unknown => columns.original(1, code.indexOf(text) + 1)
    expect(at('{let')).toEqual({ line: 1, column: 1 })
    expect(at('J$mop.p(')).toEqual({ line: 1, column: source.indexOf('b(1)') + 1 })
    expect(at('(J$mop.s=503,')).toEqual({ line: 1, column: source.indexOf('2)') + 1 })
    expect(at('o.m')).toEqual({ line: 1, column: source.indexOf('o.m') + 1 })
    expect(columns.original(2, 7)).toEqual({ line: 2, column: 7 })
  })
})

describe('files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-weave-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const preload = path.join(folder, 'preload.cjs')
  writeFileSync(
    preload,
    `const same = (v) => v
let it
globalThis.handover = [{ s: 0, t(n) { this.s = n; return n }, a(v, n) { this.s = n; return v }, o(v) { it = v; return {} }, p() { const v = it; it = undefined; return v }, n() {}, f() {}, h: same, x: same, w: same, v: same, u: same, d: same, k: same }, { e: [], E: [] }]
require('node:vm').runInThisContext('const J$mop = handover[0], J$mopR = handover[1]; delete globalThis.handover')
`,
  )
  writeFileSync(path.join(folder, 'data.json'), '{ "set": [1] }')
  writeFileSync(
    path.join(folder, 'other.mjs'),
    'export const list = [1, 2]; export default class { get() { return 3 } }',
  )

  const run = (file: string): string => {
    try {
      return execFileSync(process.execPath, ['--no-warnings', '--require', preload, file], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    } catch (error) {
      return (error as { stderr: string }).stderr
    }
  }

  const programs: Record<string, [kind: SourceKind, source: string]> = {
    'forms.mjs': [
      'module',
      `#!/usr/bin/env node
import Other, { list as items } from './other.mjs'
import * as ns from './other.mjs'
import { readFileSync } from 'node:fs'
export { items as renamed, Other as 'string name' }
export * from './other.mjs'
export * as all from './other.mjs'
export default function () { return items.slice() }
export const value = items.map((x) => x * 2), { length = items.length } = []
export class Sub extends Other { get() { return super.get() + 1 } }
const top = await Promise.resolve(items.concat(3))
for await (const x of top) if (x > 1) console.log(x)
for (const x of new Set(top)) { console.log(x, new Sub().get(), ns.list.at(-1), new ns.default().get()) }
console.log(this, import.meta.url.slice(0, 5), JSON.parse(readFileSync(new URL('./data.json', import.meta.url), 'utf8')))
import('./' + import.meta.url.split('/').pop()).then((self) =>
  console.log(Object.keys(self).sort(), self.default(), self.value, typeof self.all.default))
`,
    ],
    'forms.cjs': [
      'commonjs',
      `#!/usr/bin/env node
'use strict'
const fs = require('fs')
if (this !== module.exports || arguments.length !== 5 || new.target !== undefined) throw new Error('not a module function')
exports.f = function () { return this === undefined }
console.log((0, exports.f)(), __filename.length > 0, fs.existsSync(__dirname))
console.log([..."ab"].map((c) => c.toUpperCase()).join(), require('./data.json'))
import('./other.mjs').then((ns) => console.log(ns.list.length))
for (const x of [1]) { if (x) { console.log('last'); return } }
console.log('never')
`,
    ],
    'cycle-a.mjs': [
      'module',
      `import { b } from './cycle-b.mjs'\nexport function a() { return ['a'].concat(b()) }\nconsole.log(a())\n`,
    ],
    'cycle-b.mjs': [
      'module',
      `import { a } from './cycle-a.mjs'\nexport function b() { return ['b'].concat(typeof a) }\nconsole.log(b().length)\n`,
    ],
  }

  it.each(Object.keys(programs))('%s prints the same woven', (name) => {
    const outputs = [false, true].map((woven) => {
      for (const [file, [kind, source]] of Object.entries(programs)) {
        const module = weave(source, kind)
        expect(unweave(module.code)).toBe(source)
        expect(lineStartsOf(module.code).length).toBe(lineStartsOf(source).length)
        writeFileSync(path.join(folder, file), woven ? module.code : source)
      }
      return run(name)
    })
    expect(outputs[1]).toBe(outputs[0])
    expect(outputs[0]).not.toContain('Error')
    expect(outputs[0]!.length).toBeGreaterThan(3)
  })
})
