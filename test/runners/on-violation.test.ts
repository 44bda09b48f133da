/** `--on-violation throw`: the call that breaks a rule fails, and so does its test; what no call broke is only reported. */

import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'
import { brokenLine, project } from './project.ts'

const specs = [
  'array/no-shift-during-iteration',
  'stream/no-write-after-end',
  'fs/fd-must-close',
  'promise/no-floating-rejection',
]
const options = specs.flatMap((spec) => ['--spec', spec])

/** Titles of tests by how they ended, as TAP tells. */
function ended(tap: string): Readonly<Record<'ok' | 'not ok', readonly string[]>> {
  const of = (kind: string) => [...tap.matchAll(new RegExp(`^${kind} \\d+ (.*)$`, 'gm'))].map(([, title]) => title!)
  return { ok: of('ok'), 'not ok': of('not ok') }
}

describe.skipIf(!isBuilt)('a violation', () => {
  const command = ['node_modules/.bin/mocha', '--reporter=tap', 'stops.test.cjs']
  const quiet = ['conforms', 'leaves a file open', 'leaves a promise alone']

  it('is found in a test that times out, and changes nothing', { timeout: 180_000 }, async () => {
    const { cwd, dispose } = project('on-violation', 'runners')
    try {
      const plain = await run(command, { cwd })
      const { stdout, code, result } = await monitor(options, command, { cwd })
      expect(ended(plain.stdout)).toEqual({ ok: ['writes late', 'shifts', ...quiet], 'not ok': ['hangs'] })
      expect(ended(stdout)).toEqual(ended(plain.stdout))
      expect(code).toBe(plain.code)
      const late = result.violations.find(({ spec }) => spec === 'stream/no-write-after-end')!
      expect(late.line).toBe(brokenLine(cwd, 'queue.cjs', late.spec))
      expect(late.tests.map(({ path }) => path)).toEqual([['writes late'], ['hangs']])
    } finally {
      dispose()
    }
  })

  it('fails the test whose call breaks the rule, when asked to', { timeout: 180_000 }, async () => {
    const { cwd, dispose } = project('on-violation', 'runners')
    try {
      const { stdout, code, result } = await monitor(['--on-violation', 'throw', ...options], command, { cwd })
      expect(ended(stdout)).toEqual({ ok: quiet, 'not ok': ['writes late', 'shifts', 'hangs'] })
      expect(code).toBe(3)
      const [shift, write] = specs.map((spec) => brokenLine(cwd, 'queue.cjs', spec))
      expect(stdout).toContain('stream/no-write-after-end: a stream was written to after it was ended')
      expect(stdout).toMatch(new RegExp(`at send \\(queue\\.cjs:${write}:`))
      expect(stdout).toMatch(new RegExp(`at drain \\(queue\\.cjs:${shift}:`))
      expect(new Set(result.violations.map(({ spec }) => spec))).toEqual(new Set(specs))
    } finally {
      dispose()
    }
  })
})
