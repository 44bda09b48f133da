/** Rules that wait for the end of a file: what is opened before the first test of the next one is that one's. */

import { expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'
import { brokenLine, project } from './project.ts'

it.skipIf(!isBuilt)(
  'a server that a file opens before its tests, and closes after them, is closed',
  async () => {
    const { cwd, dispose } = project('mocha-files', 'runners')
    try {
      const command = ['node_modules/.bin/mocha', '--exit', 'test/*.cjs']
      const { result } = await monitor(['--spec', 'net/server-must-close'], command, { cwd })
      expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([
        { file: 'test/c.cjs', line: brokenLine(cwd, 'test/c.cjs', 'net/server-must-close') },
      ])
    } finally {
      dispose()
    }
  },
  120_000,
)

it.skipIf(!isBuilt)(
  'what ends after the last test, while the process goes on for it, has ended',
  async () => {
    const { cwd, dispose } = project('mocha-files', 'runners')
    try {
      const specs = ['--spec', 'timers/interval-must-clear', '--spec', 'http/response-must-end']
      const { result } = await monitor(specs, ['node_modules/.bin/mocha', 'last/late.cjs'], { cwd })
      expect(result.violations).toEqual([])
      expect(result.stats.perSpec['http/response-must-end']!.monitors).toBeGreaterThan(0)
      const { result: ended } = await monitor(specs, ['node_modules/.bin/mocha', '--exit', 'last/late.cjs'], { cwd })
      expect(ended.violations.map(({ spec }) => spec).sort()).toEqual([
        'http/response-must-end',
        'timers/interval-must-clear',
      ])
    } finally {
      dispose()
    }
  },
  120_000,
)
