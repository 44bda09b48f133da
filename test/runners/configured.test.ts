/**
 * Monitoring from the configuration of each runner, in the real runner and from the packed package: the project's own command
 * prints and returns what it does without, and violations are found at their lines.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Result } from '#src/report/result.ts'
import { normalise } from '../support/compare-runs.ts'
import { isBuilt, packedCommandLine, run } from '../support/packed-package.ts'
import { type Mode, modes, packages } from './modes.ts'
import { brokenLine, install, project } from './project.ts'

interface Configured {
  readonly mode: string
  /** Files of the configuration, before and after. */
  readonly file?: string
  readonly plain?: string
  readonly text?: string
  readonly command?: (plain: readonly string[]) => readonly string[]
}

const jestOptions = `module.exports = { testMatch: ['**/*.test.js'] }`

const configured: readonly Configured[] = [
  {
    mode: 'vitest 4, forks',
    file: 'vitest.config.mjs',
    plain: 'export default { test: { watch: false } }',
    text: `import 'jsmop/vitest'\nexport default { test: { watch: false } }`,
  },
  {
    mode: 'jest, in band',
    file: 'jest.config.cjs',
    plain: jestOptions,
    text: `require('jsmop/jest')\n${jestOptions}`,
  },
  {
    mode: 'mocha',
    file: '.mocharc.cjs',
    plain: 'module.exports = {}',
    text: `require('jsmop/mocha')\nmodule.exports = {}`,
  },
  {
    mode: 'node:test, a process per file',
    command: ([node, ...args]) => [node!, '--require', 'jsmop/node-test', ...args],
  },
]

describe.skipIf(!isBuilt).each(configured)(
  '$mode',
  ({ mode, file, plain: before, text, command = (words) => words }) => {
    it('is monitored by its own command', { timeout: 120_000 }, async () => {
      const chosen = modes.find(({ name }) => name === mode)!
      const { cwd, dispose } = project(chosen.fixture, chosen.packages)
      try {
        linkPackages(cwd, chosen)
        if (chosen.fixture === 'jest') writeFileSync(path.join(cwd, 'package.json'), '{ "private": true }')
        writeFileSync(path.join(cwd, 'jsmop.config.json'), JSON.stringify({ failOn: 'never', out: 'found' }))
        const where = { cwd, env: { CI: '1' } }
        if (file !== undefined) writeFileSync(path.join(cwd, file), before!)
        const plain = await run(chosen.command, where)
        if (file !== undefined) writeFileSync(path.join(cwd, file), text!)
        const monitored = await run(command(chosen.command), where)

        expect(withoutEnds(normalise(monitored.stdout))).toBe(withoutEnds(normalise(plain.stdout)))
        expect(monitored.stderr).toContain('jsmop: ')
        expect(monitored.code).toBe(plain.code)
        const { violations } = JSON.parse(readFileSync(path.join(cwd, 'found/result.json'), 'utf8')) as Result
        for (const { spec, file: broken } of chosen.expected) {
          const places = violations.filter((one) => one.spec === spec && one.file === broken).map(({ line }) => line)
          expect(places).toEqual([brokenLine(cwd, broken, spec)])
        }
      } finally {
        dispose()
      }
    })
  },
)

/** Blanks stand where a slow test's duration was. */
function withoutEnds(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, '')
}

/** The fixture's packages and, beside them, ours. */
function linkPackages(cwd: string, { packages: set }: Mode): void {
  const modules = path.join(cwd, 'node_modules')
  const installed = path.join(install(packages[set]), 'node_modules')
  rmSync(modules)
  mkdirSync(modules)
  for (const name of readdirSync(installed)) symlinkSync(path.join(installed, name), path.join(modules, name))
  symlinkSync(path.resolve(packedCommandLine(), '../..'), path.join(modules, 'jsmop'))
}
