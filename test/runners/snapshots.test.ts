/** trap 2: inline snapshots are written where they belong, several on one line behind woven calls. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { normalise } from '../support/compare-runs.ts'
import { isBuilt, monitor, run } from '../support/packed-package.ts'
import type { packages } from './modes.ts'
import { project } from './project.ts'

interface Runner {
  readonly name: string
  readonly packages: keyof typeof packages
  readonly file: string
  readonly command: readonly string[]
}

const vitest = (pool: string) => [
  'node_modules/.bin/vitest',
  'run',
  '-u',
  `--pool=${pool}`,
  '--slowTestThreshold=100000',
  'vitest.test.mjs',
]

const runners: readonly Runner[] = [
  ...(['runners', 'vitest5'] as const).flatMap((set) =>
    ['forks', 'vmThreads'].map((pool) => ({
      name: `${set === 'runners' ? 'vitest 4' : 'vitest 5'}, ${pool}`,
      packages: set,
      file: 'vitest.test.mjs',
      command: vitest(pool),
    })),
  ),
  ...(['runners', 'jest29'] as const).map((set) => ({
    name: set === 'runners' ? 'jest' : 'jest 29',
    packages: set,
    file: 'jest.test.js',
    command: ['node_modules/.bin/jest', '-u'],
  })),
]

/** The others with `npm run test:matrix`. */
const chosen = process.env['JSMOP_MATRIX'] === undefined ? [runners[0]!, runners.at(-2)!] : runners

describe.skipIf(!isBuilt)('trap 2: inline snapshots', () => {
  it.each(chosen)('$name', { timeout: 120_000 }, async ({ packages: set, file, command }) => {
    const [plain, monitored] = [project('snapshots', set), project('snapshots', set)]
    try {
      const before = readFileSync(path.join(plain.cwd, file), 'utf8')
      const env = { CI: '1' }
      const ended = await run(command, { cwd: plain.cwd, env })
      const { stdout, stderr, code } = await monitor(['--preset', 'all'], command, { cwd: monitored.cwd, env })
      const wanted = readFileSync(path.join(plain.cwd, file), 'utf8')
      expect(wanted).not.toBe(before)
      expect(readFileSync(path.join(monitored.cwd, file), 'utf8')).toBe(wanted)
      const shown = (text: string, cwd: string) => normalise(text.replaceAll(cwd, '<project>'))
      expect(shown(stdout, monitored.cwd)).toBe(shown(ended.stdout, plain.cwd))
      expect(shown(stderr, monitored.cwd)).toBe(shown(ended.stderr, plain.cwd))
      expect(code).toBe(ended.code)
    } finally {
      plain.dispose()
      monitored.dispose()
    }
  })
})
