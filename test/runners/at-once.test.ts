/** Tests that run at once: each violation is told of the test that it happened in, though others ran in between. */

import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import type { packages } from './modes.ts'
import { brokenLine, project } from './project.ts'

interface Runner {
  readonly runner: string
  readonly packages?: keyof typeof packages
  readonly command: readonly string[]
  readonly paths: Readonly<Record<string, readonly string[]>>
  /** The exit code; 0 when absent. */
  readonly code?: number
}

const nested = { one: ['at once', 'one'], two: ['at once', 'two'], after: ['then', 'after'] }

const jest = { runner: 'jest', command: ['node_modules/.bin/jest', 'jest.test.js'], paths: nested, code: 1 }

const runners: readonly Runner[] = [
  { runner: 'vitest', command: ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs'], paths: nested },
  { runner: 'node:test', command: ['node', '--test-reporter=tap', 'node.test.cjs'], paths: nested },
  { runner: 'ava', command: ['node_modules/.bin/ava'], paths: { one: ['one'], two: ['two'], after: ['after'] } },
  jest,
  { ...jest, runner: 'jest 29', packages: 'jest29' },
]

describe.skipIf(!isBuilt)('tests that overlap', () => {
  it.each(runners)(
    'are told apart under $runner',
    { timeout: 120_000 },
    async ({ packages: set = 'runners', command, paths, code = 0 }) => {
      const { cwd, dispose } = project('at-once', set)
      try {
        const where = { cwd, env: { CI: '1' } }
        const { monitored } = await monitorAlike(['--spec', 'stream/no-write-after-end'], command, where)
        expect(monitored.code).toBe(code)
        const found = monitored.result.violations.map(({ line, tests }) => ({
          line,
          paths: tests.map(({ path }) => path),
        }))
        expect(found.sort((a, b) => a.line - b.line)).toEqual(
          Object.entries(paths).map(([name, path]) => ({
            line: brokenLine(cwd, 'overlapping.cjs', `in ${name}`),
            paths: [path],
          })),
        )
      } finally {
        dispose()
      }
    },
  )
})
