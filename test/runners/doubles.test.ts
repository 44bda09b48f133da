/**
 * Spies, fake timers and module mocks of each library, on functions that JSMOP has wrapped: they print and leave behind what
 * they do in a plain run, with every spec of the catalogue on.
 */

import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import type { packages } from './modes.ts'
import { project } from './project.ts'

/** Only with `npm run test:matrix`, as in `modes.ts`. */
const wholeMatrix = process.env['JSMOP_MATRIX'] !== undefined

interface Library {
  readonly name: string
  readonly packages?: keyof typeof packages
  readonly command: readonly string[]
}

const bin = (name: string) => `node_modules/.bin/${name}`

const jest29: Library = { name: 'jest 29', packages: 'jest29', command: [bin('jest'), '-i'] }

const libraries: readonly Library[] = [
  ...(wholeMatrix ? ['forks', 'vmThreads'] : ['vmThreads']).map((pool) => ({
    name: `vitest, ${pool}`,
    command: [bin('vitest'), 'run', `--pool=${pool}`, '--slowTestThreshold=100000', 'vitest.test.mjs'],
  })),
  { name: 'jest', command: [bin('jest'), '-i'] },
  ...(wholeMatrix ? [jest29] : []),
  { name: 'sinon under mocha', command: [bin('mocha'), 'sinon.test.cjs'] },
  {
    name: 'node:test',
    command: ['node', '--experimental-test-module-mocks', '--test', '--test-reporter=spec', 'node.test.mjs'],
  },
]

describe.skipIf(!isBuilt)('test doubles', () => {
  it.each(libraries)('$name', { timeout: 120_000 }, async ({ packages: set = 'runners', command }) => {
    const { cwd, dispose } = project('doubles', set)
    try {
      const where = { cwd, env: { CI: '1' } }
      const { plain, monitored } = await monitorAlike(['--preset', 'all'], command, where)
      expect(plain.stdout + plain.stderr).toContain('tick')
      expect(plain.code).toBe(0)
      expect(monitored.result.disabled).toEqual([])
    } finally {
      dispose()
    }
  })
})
