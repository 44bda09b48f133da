/** Programs that run for long: what is over leaves nothing behind, whatever is watched. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/lasting/', import.meta.url))

/** Bytes a turn. A monitor that were kept would take 400 or more, in each turn; what V8 compiles late is less. */
const most = 200

describe.skipIf(!isBuilt)('a program that does the same over and over', () => {
  it.each([
    ['all specs', ['--preset', 'all']],
    ['selection', ['--preset', 'all', '--sample', 'valg']],
  ])('does not grow under %s', { timeout: 120_000 }, async (_, options) => {
    const { code, stdout } = await monitor(options, ['node', '--expose-gc', 'turns.cjs'], { cwd })
    expect(code).toBe(0)
    const growing = Object.entries(JSON.parse(stdout) as Record<string, number>).filter(([, bytes]) => bytes > most)
    expect(growing).toEqual([])
  })
})
