/** Runners that keep the program apart: what they load for themselves is not the program's, what the project gives them is. */

import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { packages } from './modes.ts'
import { brokenLine, install, project } from './project.ts'

const spec = 'map/no-growth-during-iteration'

it.skipIf(!isBuilt).each([
  { name: 'jest', set: 'runners', options: ['-i'] },
  { name: 'jest, processes', set: 'runners', options: ['--workers=2', '--workerIdleMemoryLimit=1GB'] },
  { name: 'jest 29', set: 'jest29', options: ['-i'] },
] as const)(
  'a package is the program’s where the program requires it, under $name',
  { timeout: 120_000 },
  async ({ set, options }) => {
    const { cwd, dispose } = project('runner-code', set)
    try {
      addPackage(cwd, path.join(install(packages[set]), 'node_modules'), 'used-by-both', 'grow.js')
      const command = ['node_modules/.bin/jest', ...options]
      const { monitored } = await monitorAlike(['--spec', spec], command, { cwd, env: { CI: '1' } })
      const found = monitored.result.violations.map(({ file, line, instances }) => ({ file, line, instances }))
      const line = brokenLine(cwd, 'grow.js', spec)
      expect(found.sort((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
        { file: 'grow.js', line, instances: 1 },
        { file: 'node_modules/used-by-both/index.js', line, instances: 1 },
      ])
    } finally {
      dispose()
    }
  },
)

it.skipIf(!isBuilt)(
  'what vitest runs of the program in its own process is seen',
  async () => {
    const { cwd, dispose } = project('vitest-setup', 'runners')
    try {
      const command = ['node_modules/.bin/vitest', 'run']
      const { monitored } = await monitorAlike(['--spec', spec], command, { cwd, env: { CI: '1' } })
      expect(monitored.result.violations.map(({ file, line, instances }) => ({ file, line, instances }))).toEqual([
        { file: 'grow.js', line: brokenLine(cwd, 'grow.js', spec), instances: 2 },
      ])
    } finally {
      dispose()
    }
  },
  120_000,
)

/** Makes a folder of packages in the place of the link to `installed`, with one more that consists of a file. */
function addPackage(cwd: string, installed: string, name: string, file: string): void {
  const modules = path.join(cwd, 'node_modules')
  rmSync(modules)
  mkdirSync(path.join(modules, name), { recursive: true })
  for (const found of readdirSync(installed)) symlinkSync(path.join(installed, found), path.join(modules, found))
  cpSync(path.join(cwd, file), path.join(modules, name, 'index.js'))
}
