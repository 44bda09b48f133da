/**
 * A program that has replaced builtins of the language and of `fs`, as spies and poisoned prototypes do, sees its own calls of
 * them and none of ours: while specs are assembled, texts woven and violations told. Conditions that a spec writes as
 * functions are the spec's own code and not part of this.
 */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/poisoned/', import.meta.url))
const specs = [
  'array/no-shift-during-iteration',
  'stream/no-write-after-end',
  'fs/fd-must-close',
  'promise/settle-once',
  'timers/interval-must-clear',
].flatMap((id) => ['--spec', id])

describe.skipIf(!isBuilt)('trap 16: builtins that a program has replaced', () => {
  it.each(['patch', 'weave', 'hybrid'])('are not called by us, under the strategy %s', async (strategy) => {
    const plain = await run(['node', 'main.cjs'], { cwd })
    const monitored = await monitor(['--strategy', strategy, ...specs], ['node', 'main.cjs'], { cwd })
    expect(plain.stdout).toContain('Map.set 2\n')
    expect(monitored.stdout).toBe(plain.stdout)
    expect(monitored.stderr).toBe(plain.stderr)
    expect(monitored.result.disabled).toEqual([])
    expect(monitored.result.violations.map(({ spec }) => spec)).toContain('stream/no-write-after-end')
  })

  it('are not read by us when they are inherited by every object', async () => {
    const monitored = await monitor(['--preset', 'all'], ['node', 'inherited.cjs'], { cwd })
    expect(monitored.stdout).toBe('done\n')
    expect(monitored.result.disabled).toEqual([])
    expect(monitored.result.unparsed).toEqual([])
    expect(monitored.result.violations.map(({ spec, file, line }) => `${spec} ${file}:${line}`)).toEqual([
      'stream/no-write-after-end late.cjs:5',
      'array/no-shift-during-iteration late.mjs:2',
    ])
  })
})
