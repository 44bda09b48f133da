/** Format and lint hold, types included. `npm run check` has more that is checked before a release. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

test.each([
  ['oxfmt', '--check', '.'],
  ['oxlint', '--type-aware', '--deny-warnings'],
])('%s finds nothing', { timeout: 120_000 }, (...command) => {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', ...command], { cwd: root, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
})
