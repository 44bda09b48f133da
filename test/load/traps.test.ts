/** Traps of loading, one test each; the numbers are those of the list of traps in the design. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/traps/', import.meta.url))
const spec = ['--spec', 'array/no-shift-during-iteration']
const child = '../processes/child.cjs'

async function compare(command: readonly string[]) {
  const plain = await run(command, { cwd })
  const { code, stdout, stderr, result } = await monitor(spec, command, { cwd })
  expect({ code, stdout, stderr }).toEqual({ code: plain.code, stdout: plain.stdout, stderr: plain.stderr })
  return result
}

describe.skipIf(!isBuilt)('loading', () => {
  it('trap 14, trap 22: sees every realm that vm makes, and leaves cached code alone', async () => {
    const { violations } = await compare(['node', 'realms.cjs'])
    expect(violations.map(({ file }) => file).sort()).toEqual([
      'cached.js',
      'context.js',
      'function-in-context.js',
      'function.js',
      'new-context.js',
      ...Array.from({ length: 8 }, (_, i) => `same-${i}.js`),
      'script-context.js',
      'script.js',
      'this-context.js',
    ])
  })

  it('trap 17: lets a program run whose permissions keep JSMOP from working', async () => {
    const permission = Number.parseInt(process.versions.node, 10) < 24 ? '--experimental-permission' : '--permission'
    const options = [permission, '--no-warnings', '--allow-fs-read=*']
    const plain = await run(['node', ...options, child], { cwd })
    const monitored = await monitor(spec, ['node', ...options, child], { cwd })
    expect({ code: monitored.code, stdout: monitored.stdout }).toEqual({ code: 70, stdout: plain.stdout })
    expect(plain.code).toBe(0)
  })

  it('trap 17: works where code may not be generated from texts', async () => {
    const { violations } = await compare(['node', '--disallow-code-generation-from-strings', child])
    expect(violations).toHaveLength(1)
  })

  it('trap 17: works on frozen intrinsics', async () => {
    await compare(['node', '--no-warnings', '--frozen-intrinsics', child])
  })

  it('trap 20: keeps what it saw when listeners are removed', async () => {
    const { violations } = await compare(['node', 'no-listeners.cjs'])
    expect(violations).toHaveLength(1)
  })

  it('trap 20: keeps what a worker saw that is terminated', async () => {
    const { violations, notMonitored } = await compare(['node', 'terminated.cjs'])
    expect(violations).toHaveLength(1)
    expect(notMonitored.map(({ what }) => what)).toEqual(['the end of a process or worker'])
  })

  it('trap 21: weaves what a tool compiles that replaced the compiling of modules', async () => {
    const { violations } = await compare(['node', 'replaced-compile.cjs'])
    expect(violations).toHaveLength(1)
  })

  it('nothing of ours keeps a program of ES modules from its end', { timeout: 20_000 }, async () => {
    const { code, stdout } = await monitor(['--preset', 'all'], ['node', 'ends.mjs'], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ended function 1\n' })
  })
})
