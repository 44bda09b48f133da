/** What a suite does before its tests is in no test: least of all in the last of the suite before. */

import { describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'
import { brokenLine, project } from './project.ts'

const spec = 'array/no-shift-during-iteration'

describe.skipIf(!isBuilt)('hooks before the tests of a suite', () => {
  it.each([
    ['node.test.cjs', ['node', '--test', 'node.test.cjs']],
    ['mocha.cjs', ['node_modules/.bin/mocha', 'mocha.cjs']],
    ['jest.test.js', ['node_modules/.bin/jest', 'jest.test.js']],
    ['vitest.test.mjs', ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs']],
  ])('%s', { timeout: 120_000 }, async (_, command) => {
    const { cwd, dispose } = project('hooks', 'runners')
    try {
      const { code, result } = await monitor(['--spec', spec, '--fail-on', 'never'], command, { cwd })
      expect(code).toBe(0)
      expect(result.violations.map(({ file, line, tests }) => ({ file, line, tests }))).toEqual([
        { file: 'queue.cjs', line: brokenLine(cwd, 'queue.cjs', spec), tests: [] },
      ])
    } finally {
      dispose()
    }
  })
})
