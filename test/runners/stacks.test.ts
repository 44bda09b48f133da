/**
 * trap 11: where runners are followed, functions of ours stand on the stack below a test. Its errors have the frames that
 * they have without us, as many as the limit allows.
 */

import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'
import type { packages } from './modes.ts'
import { project } from './project.ts'

interface Followed {
  readonly runner: string
  readonly packages?: keyof typeof packages
  readonly command: readonly string[]
}

const runners: readonly Followed[] = [
  { runner: 'tape', command: ['node_modules/.bin/tape', 'tape.test.cjs'] },
  { runner: 'mocha', command: ['node_modules/.bin/mocha', 'mocha.test.cjs'] },
  { runner: 'ava', command: ['node_modules/.bin/ava', 'ava.test.mjs'] },
  { runner: 'jest', command: ['node_modules/.bin/jest', '--testMatch', '**/jest.test.js'] },
  { runner: 'vitest', command: ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs'] },
  { runner: 'mocha 10', packages: 'mocha10', command: ['node_modules/.bin/mocha', 'mocha.test.cjs'] },
  { runner: 'jest 29', packages: 'jest29', command: ['node_modules/.bin/jest', '--testMatch', '**/jest.test.js'] },
  { runner: 'vitest 1', packages: 'vitest1', command: ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs'] },
  { runner: 'vitest 3', packages: 'vitest3', command: ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs'] },
  { runner: 'node:test', command: ['node', '--test', 'node.test.mjs'] },
]

describe.skipIf(!isBuilt)('stacks', () => {
  it.each(runners)(
    'of errors in tests of $runner are as they are',
    { timeout: 180_000 },
    async ({ packages: set = 'runners', command }) => {
      const { cwd, dispose } = project('stacks', set)
      const file = path.join(cwd, 'stacks.txt')
      try {
        const plain = await run(command, { cwd })
        expect(plain.code, plain.stdout + plain.stderr).toBe(0)
        const expected = readFileSync(file, 'utf8')
        rmSync(file)
        const { code } = await monitor(['--preset', 'all'], command, { cwd })
        expect(code).toBe(0)
        expect(readFileSync(file, 'utf8')).toBe(expected)
        expect(expected.split('\n').length).toBeGreaterThan(8)
      } finally {
        dispose()
      }
    },
  )
})
