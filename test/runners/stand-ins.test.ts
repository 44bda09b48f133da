/**
 * Packages whose functions stand in the place of Node's for runners and programs alike: what the program does through them is
 * the program's, at its own line; what the runner does is nobody's.
 */

import { expect, it } from 'vitest'
import { isBuilt } from '../support/packed-package.ts'
import { monitorAlike } from '../support/compare-runs.ts'
import { brokenLine, project } from './project.ts'

const ids = ['fs/fd-must-close', 'fs/no-use-after-close']

it.skipIf(!isBuilt)(
  'graceful-fs, which jest has besides',
  async () => {
    const { cwd, dispose } = project('stand-ins', 'runners')
    try {
      const options = ids.flatMap((id) => ['--spec', id])
      const command = ['node_modules/.bin/jest', '-i']
      const { monitored } = await monitorAlike(options, command, { cwd, env: { CI: '1' } })
      const found = monitored.result.violations.map(({ spec, file, line }) => ({ spec, file, line }))
      expect(found.sort((a, b) => (a.spec < b.spec ? -1 : 1))).toEqual(
        ids.map((spec) => ({ spec, file: 'files.test.js', line: brokenLine(cwd, 'files.test.js', spec) })),
      )
    } finally {
      dispose()
    }
  },
  120_000,
)
