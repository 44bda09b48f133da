/**
 * Rules that only the end can break leave out what a module makes at its top level: it is meant to last. What the program's
 * own file makes, and what functions make, counts.
 */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/loading/', import.meta.url))

async function places(command: readonly string[], ...specs: string[]) {
  const { result } = await monitor(
    specs.flatMap((spec) => ['--spec', spec]),
    command,
    { cwd },
  )
  expect(result.disabled).toEqual([])
  return result.violations.map(({ file, line, instances }) => `${file}:${line} ×${instances}`).sort()
}

describe.skipIf(!isBuilt)('what a module makes while it loads', () => {
  it('is left out, in CommonJS', async () => {
    expect(await places(['node', 'entry.cjs'], 'fs/fd-must-close')).toEqual(['entry.cjs:5 ×1', 'module.cjs:5 ×2'])
  })

  it('is left out in ES modules; what belongs to a class counts', async () => {
    expect(await places(['node', 'entry.mjs'], 'fs/fd-must-close')).toEqual([
      'entry.mjs:6 ×1',
      'module.mjs:7 ×1',
      'module.mjs:9 ×1',
    ])
  })

  it('is what the first file of a worker loads', async () => {
    expect(await places(['node', 'worker.cjs'], 'fs/fd-must-close')).toEqual(['entry.cjs:5 ×1', 'module.cjs:5 ×2'])
  })

  it('is left out whatever it is, unless the program starts with the module', async () => {
    expect(await places(['node', 'stop.cjs'], 'timers/interval-must-clear')).toEqual([])
    expect(await places(['node', '--eval', 'require("./stop.cjs")'], 'timers/interval-must-clear')).toEqual([])
  })
})
