/** Misuse that a test expects, with the assertions of the real libraries: only the misuse that no test expects is reported. */

import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import type { packages } from './modes.ts'
import { brokenLine, project } from './project.ts'

interface Library {
  readonly name: string
  readonly packages?: keyof typeof packages
  readonly command: readonly string[]
}

const bin = (name: string) => `node_modules/.bin/${name}`

const libraries: readonly Library[] = [
  { name: 'vitest', command: [bin('vitest'), 'run', 'vitest.test.mjs'] },
  { name: 'vitest 0.34', packages: 'vitest0', command: [bin('vitest'), 'run', 'vitest.test.mjs'] },
  { name: 'vitest 1', packages: 'vitest1', command: [bin('vitest'), 'run', 'vitest.test.mjs'] },
  { name: 'vitest 3', packages: 'vitest3', command: [bin('vitest'), 'run', 'vitest.test.mjs'] },
  { name: 'jest', command: [bin('jest'), 'jest.test.js'] },
  { name: 'jest 27', packages: 'jest27', command: [bin('jest'), 'jest.test.js'] },
  { name: 'jest 29', packages: 'jest29', command: [bin('jest'), 'jest.test.js'] },
  { name: 'ava', command: [bin('ava')] },
  { name: 'tape', command: ['node', 'tape.test.cjs'] },
  { name: 'chai under mocha', command: [bin('mocha'), 'chai.test.cjs'] },
  { name: 'chai 4 under mocha', packages: 'mocha10', command: [bin('mocha'), 'chai.test.cjs'] },
]

describe.skipIf(!isBuilt)('faults that tests provoke', () => {
  it.each(libraries)('$name', { timeout: 120_000 }, async ({ packages: set = 'runners', command }) => {
    const { cwd, dispose } = project('intended', set)
    try {
      const where = { cwd, env: { CI: '1' } }
      const { monitored } = await monitorAlike(['--spec', 'stream/no-write-after-end'], command, where)
      expect(monitored.code).toBe(0)
      expect(monitored.result.violations.map(({ file, line }) => ({ file, line }))).toEqual([
        { file: 'provoked.cjs', line: brokenLine(cwd, 'provoked.cjs', 'unexpectedly') },
      ])
    } finally {
      dispose()
    }
  })
})

/** The project uses a list in one place, and not in its tests. */
describe.skipIf(!isBuilt)('what JSMOP does around assertions', () => {
  it.each(libraries)(
    'is none of the test’s events: $name',
    { timeout: 120_000 },
    async ({ packages: set = 'runners', command }) => {
      const { cwd, dispose } = project('intended', set)
      try {
        const where = { cwd, env: { CI: '1' } }
        const { monitored } = await monitorAlike(['--spec-file', 'lists.json', '--no-libraries'], command, where)
        const places = monitored.result.violations.map(({ file, line }) => `${file}:${line}`)
        expect(places.filter((place) => place.includes('.test.'))).toEqual([])
        expect(places).not.toEqual([])
      } finally {
        dispose()
      }
    },
  )
})
