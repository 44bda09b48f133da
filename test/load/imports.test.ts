/** Modules that CommonJS imports are monitored however it does so, and a program that could import but does not pays nothing for it. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/imports/', import.meta.url))
const spec = ['--spec', 'array/no-shift-during-iteration']

describe.skipIf(!isBuilt)('imports from CommonJS', () => {
  const ways = ['call', 'a computed call', 'a compiled text', 'an evaluated text', 'another module']

  it.each(ways)('are monitored: %s', async (way) => {
    const { code, result } = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(code).toBe(0)
    expect(result.violations.map(({ file, line, count }) => ({ file, line, count }))).toEqual([
      { file: 'imported.mjs', line: 3, count: 1 },
    ])
    expect(result.disabled).toEqual([])
  })

  it('are monitored where only the text tells an ES module', async () => {
    const { code, result } = await monitor(spec, ['node', 'start.cjs', 'an address'], { cwd })
    expect(code).toBe(0)
    expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([
      { file: 'untyped/module.js', line: 2 },
    ])
  })

  it.skipIf(!('require_module' in process.features))(
    'of Node by an ES module that was required are what is patched later',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-imports-'))
      const own = ['--spec', 'fs/mkdtemp-prefix-separator']
      const { code, result } = await monitor(own, ['node', 'requires.cjs', folder], { cwd })
      rmSync(folder, { recursive: true })
      expect(code).toBe(0)
      expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([{ file: 'required.mjs', line: 3 }])
    },
  )

  it.each(['nothing', 'a program in a text'])('start no thread before they happen: %s', async (way) => {
    const plain = await run(['node', 'start.cjs', way], { cwd })
    const monitored = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(monitored.stdout).toBe(plain.stdout)
  })

  it('of CommonJS start none either, and are monitored', async () => {
    const plain = await run(['node', 'start.cjs', 'CommonJS'], { cwd })
    const { stdout, result } = await monitor(spec, ['node', 'start.cjs', 'CommonJS'], { cwd })
    expect(stdout).toBe(plain.stdout)
    expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([
      { file: 'untyped/common.js', line: 2 },
    ])
  })

  it('that a module of a runner only speaks of start none', async () => {
    const project = mkdtempSync(path.join(tmpdir(), 'jsmop-imports-'))
    const runner = path.join(project, 'node_modules/mocha/lib')
    mkdirSync(runner, { recursive: true })
    writeFileSync(
      path.join(runner, 'mocha.js'),
      '/** @typedef {import("x")} */\nexports.Runner = class { emit() {} }\n',
    )
    cpSync(path.join(cwd, 'start.cjs'), path.join(project, 'start.cjs'))
    const require = ['--require', path.join(runner, 'mocha.js')]
    const plain = await run(['node', ...require, 'start.cjs', 'nothing'], { cwd: project })
    const monitored = await monitor(spec, ['node', ...require, 'start.cjs', 'nothing'], { cwd: project })
    rmSync(project, { recursive: true })
    expect(monitored.stdout).toBe(plain.stdout)
  })
})
