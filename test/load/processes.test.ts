/** Every process and thread that a monitored program starts is monitored, or counted as escaped. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/processes/', import.meta.url))
const spec = ['--spec', 'array/no-shift-during-iteration']

const ways = [
  'spawn with an empty environment',
  'spawn by name',
  'spawn in a shell that empties NODE_OPTIONS',
  'spawn with NODE_OPTIONS of its own',
  'fork',
  'fork with an empty environment',
  'exec',
  'spawnSync',
  'execFileSync',
  'execFileSync with options alone',
  'execSync',
  'a worker',
  'a worker with everything emptied',
  'a worker of a text',
  'a worker of a text with an empty environment',
  'cluster',
  'a child of a child',
]

describe.skipIf(!isBuilt)('processes', () => {
  it.each(ways)('are monitored when started by: %s', async (way) => {
    const { code, result } = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(code).toBe(0)
    expect(result.violations.map(({ file, line, count }) => ({ file, line, count }))).toEqual([
      { file: 'child.cjs', line: 3, count: 1 },
    ])
    expect(result.processes.escaped).toBe(0)
    expect(result.disabled).toEqual([])
  })

  it.each([
    'env -i',
    'env -i in exec',
    'env -i in a shell',
    'env -i in execFile',
    'env -i in spawnSync',
    'fork of something else',
  ])('are counted as escaped when an emptied environment keeps JSMOP out: %s', async (way) => {
    const { code, result, report } = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(code).toBe(0)
    expect(result.violations).toEqual([])
    expect(result.processes).toEqual({ monitored: 1, skipped: 0, escaped: 1 })
    expect(report).toContain('1 process could not be monitored.')
  })

  it('are none that were ended before they could run anything', async () => {
    const { result } = await monitor(spec, ['node', 'start.cjs', 'spawn, and kill at once'], { cwd })
    expect(result.processes.escaped).toBe(0)
    expect(result.notMonitored).toEqual([])
    const { result: later } = await monitor(spec, ['node', 'start.cjs', 'env -i, and kill after a while'], { cwd })
    expect(later.processes.escaped).toBe(1)
  })

  it.each(['what is not Node', 'Node that tells its version'])('are none that run no program: %s', async (way) => {
    const { result } = await monitor(spec, ['node', 'start.cjs', way], { cwd })
    expect(result.notMonitored).toEqual([])
    expect(result.processes).toEqual({ monitored: 1, skipped: 0, escaped: 0 })
  })

  it('pass through package managers, and scripts that overwrite NODE_OPTIONS', async () => {
    const { code, result } = await monitor(spec, ['npm', 'run', '--silent', 'overwrite'], { cwd })
    expect(code).toBe(0)
    expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([{ file: 'child.cjs', line: 3 }])
    expect(result.processes).toEqual({ monitored: 1, skipped: 1, escaped: 0 })
  })

  it('see an environment and arguments without traces of JSMOP', async () => {
    const plain = await run(['node', '--no-warnings', 'environment.cjs', 'x'], { cwd })
    const monitored = await monitor(spec, ['node', '--no-warnings', 'environment.cjs', 'x'], { cwd })
    expect(monitored.stdout).toBe(plain.stdout)
    expect(monitored.stderr).toBe(plain.stderr)
  })

  it('may run JSMOP themselves', async () => {
    const { code, result, stderr } = await monitor(spec, ['node', 'nested.cjs'], {
      cwd,
      env: { NESTED_JSMOP: packedCommandLine() },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(result.processes.escaped).toBe(0)
  })
})
