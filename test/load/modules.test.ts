/** Modules are woven however they are loaded: by `require`, also of an ES module, by `import()`, and in libraries unless these are left out. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-modules-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
cpSync(fileURLToPath(new URL('./fixtures/modules/', import.meta.url)), cwd, { recursive: true })
cpSync(path.join(cwd, 'library'), path.join(cwd, 'node_modules/library'), { recursive: true })
const command = ['node', '--no-warnings', 'main.cjs']

async function found(...options: string[]): Promise<string[]> {
  const { result, code } = await monitor(['--spec', 'array/no-shift-during-iteration', ...options], command, { cwd })
  expect({ code, disabled: result.disabled, unparsed: result.unparsed }).toEqual({
    code: 0,
    disabled: [],
    unparsed: [],
  })
  return result.violations
    .map(({ file, line, package: from }) => `${file}:${line}${from === null ? '' : ` in ${from}`}`)
    .sort()
}

describe.skipIf(!isBuilt)('modules', () => {
  const own = ['deep.mjs:2', 'imported.mjs:2', 'required.mjs:4']

  it('are woven, required and imported', async () => {
    expect(await found()).toEqual([...own, 'node_modules/library/index.cjs:2 in library@1.0.0'].sort())
  })

  it('are woven behind hooks that the program registered first, on a thread that it started', async () => {
    const { result, code, stdout } = await monitor(
      ['--spec', 'array/no-shift-during-iteration'],
      ['node', '--no-warnings', 'registered.cjs'],
      { cwd },
    )
    expect({ code, stdout, disabled: result.disabled }).toEqual({ code: 0, stdout: 'imported\n', disabled: [] })
    expect(result.violations.map(({ file, line }) => `${file}:${line}`)).toEqual(['imported.mjs:2'])
  })

  it('of libraries are left alone when asked to', async () => {
    expect(await found('--no-libraries')).toEqual(own)
  })
})

it.skipIf(!isBuilt)('a module that cannot be parsed is named once, as a file of the project', async () => {
  const broken = mkdtempSync(path.join(tmpdir(), 'jsmop-unparsed-'))
  try {
    writeFileSync(path.join(broken, 'broken.mjs'), 'export const list = [1\nfor (const one of list) list.shift(\n')
    const main = `import('./broken.mjs').catch(({ name }) => console.log(name))\n`
    writeFileSync(path.join(broken, 'main.mjs'), main)
    const options = ['--spec', 'array/no-shift-during-iteration']
    const { stdout, result } = await monitor(options, ['node', 'main.mjs'], { cwd: broken })
    expect(stdout).toContain('SyntaxError')
    expect(result.unparsed.map(({ file }) => file)).toEqual(['broken.mjs'])
  } finally {
    rmSync(broken, { recursive: true, force: true })
  }
})
