/** What a store costs where it is not even run: V8 inlines functions by the size of their bytecode. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyPlan } from '#src/instrument/weave/weave-plan.ts'
import { weaveScript } from './weave-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-size-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The bytes of `measured` in a program. */
function bytecode(name: string, source: string): number {
  const file = path.join(folder, name)
  writeFileSync(file, `const J$mop = { s: 0 }; ${source}; try { measured([], { k: 1 }) } catch {}`)
  const printed = execFileSync(process.execPath, ['--print-bytecode', '--print-bytecode-filter=measured', file], {
    encoding: 'utf8',
  })
  return Number(/Bytecode length: (\d+)/.exec(printed)![1])
}

test.each([
  ['function measured(list, x) { list.push(x) }', 16],
  ['function measured(list, x) { return list.push(x.k) }', 16],
  ['function measured(list, x) { list.push(x.k + 1, -x.k) }', 16],
  ['function measured(list, x) { list.sort() }', 16],
  ['function measured(list, x) { x.k === list.sort() }', 16],
  ['function measured(list, x) { return list.sort().length }', 16],
  ['function measured(list, x) { list.push(x()) }', 24],
])('%s grows by few bytes', (source, most) => {
  const woven = weaveScript(source, { ...emptyPlan, members: new Set(['push', 'sort']) }, 200_000_000)!
  expect(bytecode('woven.cjs', woven.code) - bytecode('plain.cjs', source)).toBeLessThanOrEqual(most)
})
