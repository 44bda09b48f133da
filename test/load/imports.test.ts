/** Modules that CommonJS imports are monitored however it does so, and a program that could import but does not pays nothing for it. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/imports/', import.meta.url))
const spec = ['--spec', 'array/no-shift-during-iteration']

describe.skipIf(!isBuilt)('imports from CommonJS', () => {
  const ways = ['call', 'a computed call', 'a compiled text', 'an evaluated text', 'another module']

  it.each(ways)('are monitored: %s', async (way) => {
    const { code, result } = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(code).toBe(0)
    expect(result.violations.map(({ file, line, count }) => ({ file, line, count }))).toEqual([
      { file: 'imported.mjs', line: 3, count: 1 },
    ])
    expect(result.disabled).toEqual([])
  })

  it('start no thread before they happen', async () => {
    const plain = await run(['node', 'start.cjs', 'nothing'], { cwd })
    const monitored = await monitor(spec, ['node', 'start.cjs', 'nothing'], { cwd })
    expect(monitored.stdout).toBe(plain.stdout)
  })
})
