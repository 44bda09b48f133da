/** Realms of `vm` that a program has done with go, although their functions were wrapped and watched. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/realms/', import.meta.url))
const command = ['node', '--expose-gc', 'passing.cjs']

describe.skipIf(!isBuilt)('realms that come and go', () => {
  it.each([
    ['all specs', ['--preset', 'all']],
    ['specs that mostly sleep', ['--spec', 'array/no-shift-during-iteration', '--spec', 'stream/no-write-after-end']],
    ['patches alone', ['--preset', 'all', '--strategy', 'patch']],
    ['traces', ['--preset', 'all', '--traces']],
    ['selection', ['--preset', 'all', '--sample', 'valg']],
  ])('are not kept by %s', async (_, options) => {
    const plain = await run(command, { cwd })
    expect(plain.stdout).toBe('few stay\n')
    const { code, stdout, result } = await monitor(options, command, { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'few stay\n' })
    // Patches do not see loops, and selection need not look at what came sixty times before.
    if (options.includes('patch') || options.includes('valg')) return
    const found = result.violations.filter(({ spec }) => spec === 'array/no-shift-during-iteration')
    expect(found.map(({ file, line }) => ({ file, line }))).toEqual([{ file: 'visited.js', line: 6 }])
  })
})

describe.skipIf(!isBuilt)('what a program gives a realm', () => {
  it('is left as it is, and nothing of it is missed', async () => {
    const script = ['node', 'given.cjs']
    const plain = await run(script, { cwd })
    expect(plain.stdout).toBe('as it was\n')
    const { code, stdout, result } = await monitor(['--preset', 'all'], script, { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'as it was\n' })
    expect(result.notMonitored).toEqual([])
    expect(result.violations.map(({ spec, file }) => ({ spec, file }))).toContainEqual({
      spec: 'array/no-shift-during-iteration',
      file: 'shifted.js',
    })
  })
})
