/** `jsmop.config.*`: read from any kind of file, checked, and shown with `--print-config`. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-configuration-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

async function printed(file: string, text: string, ...args: string[]): Promise<string> {
  writeFileSync(path.join(cwd, file), text)
  const { io, written } = captureIo({ cwd })
  const code = await run(['run', ...args, '--print-config'], io)
  return `${written.stdout}${written.stderr}exit ${code}`
}

test.each([
  ['jsmop.config.ts', "import { defineConfig } from 'jsmop'\nexport default defineConfig({ preset: 'all' as const })"],
  ['jsmop.config.mjs', "import { defineConfig } from 'jsmop'\nexport default defineConfig({ preset: 'all' })"],
  ['jsmop.config.cjs', "module.exports = { preset: 'all' }"],
  ['jsmop.config.js', "export default { preset: 'all' }"],
  ['jsmop.config.json', '{ "preset": "all" }'],
])('%s is read, also where jsmop is not installed', async (file, text) => {
  expect(await printed(file, text)).toContain(`preset: "all"  (${file})\n`)
})

test('options go before the file, and the file before the defaults', async () => {
  const shown = await printed('jsmop.config.json', '{ "maxWarnings": 3, "failOn": "warning" }', '--fail-on', 'never')
  expect(shown).toContain('failOn: "never"  (--fail-on)\n')
  expect(shown).toContain('maxWarnings: 3  (jsmop.config.json)\n')
  expect(shown).toContain('baseline: "jsmop-baseline.json"  (default)\n')
})

describe('what is wrong is refused with what it should be', () => {
  test.each([
    ['{ "maxWarnings": -1 }', '"maxWarnings" in jsmop.config.json is -1', 'It must be a whole number.'],
    ['{ "baseline": 1 }', '"baseline" in jsmop.config.json is 1', 'It must be the name of a file.'],
    [
      '{ "ignore": [{ "file": "x" }] }',
      '"ignore" in jsmop.config.json is [{"file":"x"}]',
      'It must be a list of { files: [patterns], specs: [ids], reason } (specs and reason may be left out).',
    ],
    [
      '{ "redact": ["("] }',
      '"redact" in jsmop.config.json is ["("]',
      'It must be a list of regular expressions, as texts.',
    ],
    [
      '{ "redact": ["x*"] }',
      '"redact" in jsmop.config.json is ["x*"]',
      'It must be a list of regular expressions, as texts.',
    ],
    [
      '{ "reporter": ["pdf"] }',
      '"reporter" in jsmop.config.json is ["pdf"]',
      'It must be a list out of text, html, json, sarif, junit, github, badge.',
    ],
  ])('%s', async (text, message, remedy) => {
    expect(await printed('jsmop.config.json', text)).toBe(
      `error: ${message} [bad-configuration]\nhelp: ${remedy}\nexit 64`,
    )
  })

  test('--max-warnings many', async () => {
    expect(await printed('jsmop.config.json', '{}', '--max-warnings', 'many')).toBe(
      'error: --max-warnings cannot be "many" [bad-option-value]\nhelp: Give a whole number.\nexit 64',
    )
  })
})
