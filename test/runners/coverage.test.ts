/** trap 5: coverage tools give the same numbers beside JSMOP; where V8 measures, that nothing is woven is said. */

import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { brokenLine, project } from './project.ts'

const bin = (name: string) => `node_modules/.bin/${name}`
/** The first is seen by woven code only. */
const specs = ['array/no-shift-during-iteration', 'stream/no-write-after-end']
const options = specs.flatMap((spec) => ['--spec', spec])
const vitestCoverage = ['run', '--coverage', '--coverage.reporter=text']
const jestCoverage = ['-i', '--coverage', '--coverageReporters=text']

const tools = [
  {
    tool: 'c8',
    fixture: 'mocha',
    command: [bin('c8'), '--reporter=text', bin('mocha'), 'queue.test.cjs'],
    woven: false,
  },
  {
    tool: 'node --experimental-test-coverage',
    fixture: 'node-test',
    command: ['node', '--test', '--experimental-test-coverage', '--test-reporter=spec'],
    woven: false,
  },
  { tool: 'vitest, v8', fixture: 'vitest', command: [bin('vitest'), ...vitestCoverage], woven: false },
  {
    tool: 'vitest, istanbul',
    fixture: 'vitest',
    command: [bin('vitest'), ...vitestCoverage, '--coverage.provider=istanbul'],
    woven: true,
  },
  { tool: 'jest, babel', fixture: 'jest', command: [bin('jest'), ...jestCoverage], woven: true },
  { tool: 'jest, v8', fixture: 'jest', command: [bin('jest'), ...jestCoverage, '--coverageProvider=v8'], woven: false },
]

describe.skipIf(!isBuilt)('trap 5: coverage', () => {
  it.each(tools)('$tool', { timeout: 180_000 }, async ({ fixture, command, woven }) => {
    const { cwd, dispose } = project(fixture, 'runners')
    try {
      const where = { cwd, env: { CI: '1' } }
      const { plain, monitored } = await monitorAlike(options, command, where)
      expect(plain.stdout).toContain('queue.')
      const { violations, notMonitored } = monitored.result
      const seen = woven ? specs : specs.slice(1)
      const found = violations.map(({ spec, file, line }) => ({ spec, line, right: brokenLine(cwd, file, spec) }))
      expect([...new Set(found.map(({ spec }) => spec))].sort()).toEqual(seen)
      for (const { line, right } of found) expect(line).toBe(right)
      const said = notMonitored.filter(({ why }) => why === 'V8 measures coverage, and weaving would shift its numbers')
      expect(said).toHaveLength(woven ? 0 : 1)
    } finally {
      dispose()
    }
  })
})
