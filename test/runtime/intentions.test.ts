/** Violations that are meant: `ignoreViolations` and `expectViolation`, with monitoring and without. */

import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = path.join(root, 'test/runtime/fixtures/intentions.mjs')
const specs = ['--spec', 'crypto/hmac-digest-once', '--spec', 'stream/no-write-after-end']
const missed = 'expected a violation of crypto/hmac-digest-once, and there was none; is the spec switched on?'

describe.skipIf(!isBuilt)('ignoreViolations and expectViolation', () => {
  test('take what is meant out of the report, and nothing else', async () => {
    const { stdout, result } = await monitor(specs, ['node', program, 'report'], { cwd: root })
    expect(JSON.parse(stdout)).toEqual(['', '', 'its own', '', 'awaited', missed, missed])
    expect(result.violations.map(({ spec, line, count }) => [spec, line, count])).toEqual([
      ['stream/no-write-after-end', 13, 1],
      ['crypto/hmac-digest-once', 8, 1],
    ])
  })

  test('miss an expected violation when its spec is not watched', async () => {
    const { stdout } = await monitor(specs.slice(2), ['node', program], { cwd: root })
    expect(JSON.parse(stdout).slice(0, 4)).toEqual(['', '', 'its own', missed])
  })

  test('only run the function where nothing is monitored', async () => {
    const { stdout, code } = await run(['node', program], { cwd: root })
    expect(JSON.parse(stdout)).toEqual(['', '', 'its own', '', 'awaited', 'nothing expected'])
    expect(code).toBe(0)
  })
})
