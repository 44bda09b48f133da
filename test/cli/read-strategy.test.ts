/** A strategy of the user's own, by `--strategy`: read, refused with the reason, and at work in a real run. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { readStrategy } from '#src/cli/read-strategy.ts'
import { isBuilt, monitor } from '../support/packed-package.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-strategy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0

/** Each text is a file of its own: modules are loaded once. */
async function refusal(text: string): Promise<string> {
  written += 1
  const name = `strategy-${written}.mjs`
  writeFileSync(path.join(folder, name), text)
  try {
    await readStrategy(name, folder)
  } catch (error) {
    return error instanceof UserError ? `${error.code}: ${error.message.replace(name, 'it')}` : String(error)
  }
  return 'accepted'
}

test.each([
  ['export default 1', 'its default export is no object'],
  ['export default {}', '`name` is no text'],
  ["export default { name: 'patch' }", '`name` is "patch", which JSMOP has'],
  ["export default { name: 'own', wraps: () => true }", '`misses` is no function'],
])('refuses %s', async (text, reason) => {
  expect(await refusal(text)).toBe(`no-strategy-in-file: it does not export a strategy: ${reason}`)
})

test.each([
  ["places: 'here'", "`places` is neither 'site' nor 'stack'"],
  ["places: 'site', promiseHooks: 1", '`promiseHooks` is neither true nor false'],
])('refuses a strategy with %s', async (members, reason) => {
  const functions = 'wraps: () => true, misses: () => false, weaves: () => undefined'
  expect(await refusal(`export default { name: 'own', ${functions}, ${members} }`)).toBe(
    `no-strategy-in-file: it does not export a strategy: ${reason}`,
  )
})

test('says which file cannot be read', async () => {
  await expect(readStrategy('./nowhere.ts', folder)).rejects.toMatchObject({ code: 'unreadable-strategy-file' })
})

const page = fileURLToPath(new URL('../../docs/strategies.md', import.meta.url))

describe.skipIf(!isBuilt)('the strategy of the documentation', () => {
  const documented = /```ts mixed-strategy\.ts\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8'))![1]!
  const program = [
    "const { PassThrough } = require('node:stream')",
    'const items = [3, 1, 2]',
    'for (const item of items) if (item === 3) items.shift()',
    'const stream = new PassThrough()',
    "stream.on('error', () => {}).end()",
    "Reflect.apply(stream.write, stream, ['late'])",
  ].join('\n')
  // `apply` is seen by wrappers only, and those are Node's; the call of `shift` is seen woven.
  const specs = ['--spec', 'array/no-shift-during-iteration', '--spec', 'stream/no-write-after-end']

  it.each(['option', 'configuration'])('is used by %s', async (way) => {
    writeFileSync(path.join(folder, 'mixed-strategy.ts'), documented)
    writeFileSync(path.join(folder, 'program.cjs'), program)
    const given = JSON.stringify(way === 'configuration' ? { strategy: './mixed-strategy.ts' } : {})
    writeFileSync(path.join(folder, 'jsmop.config.json'), given)
    const options = way === 'option' ? ['--strategy', './mixed-strategy.ts', ...specs] : specs
    const { result, stderr } = await monitor(options, ['node', 'program.cjs'], { cwd: folder })
    expect({ strategy: result.strategy, stderr, disabled: result.disabled }).toEqual({
      strategy: 'mixed',
      stderr: '',
      disabled: [],
    })
    expect(result.violations.map(({ spec, line }) => ({ spec, line }))).toEqual([
      { spec: 'array/no-shift-during-iteration', line: 3 },
      { spec: 'stream/no-write-after-end', line: 6 },
    ])
  })
})
