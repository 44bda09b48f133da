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
