/** Functions that are monitored only once: what it saves, and that nothing is lost. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Once } from '#src/engine/select/once.ts'
import type { Result } from '#src/report/result.ts'
import { isBuilt, packedCommandLine, run } from '../support/packed-package.ts'
import { makeProject, writeTexts } from './project.ts'

it('lets monitors be until the trace of one has ended', () => {
  const once = new Once()
  expect([once.decide(), once.decide(), once.final]).toEqual([true, true, false])
  once.learn()
  expect([once.decide(), once.converged, once.final]).toEqual([false, 'skip', true])
})

const texts = {
  'package.json': '{ "type": "module" }',
  'lib/sum.js': `export function sum() {
  let total = 0
  for (const item of new Set([1, 2, 3])) total += item
  return total
}
`,
  // Breaks the rule at every call, in the same way.
  'lib/grow.js': `export function grow() {
  const set = new Set([1])
  for (const item of set) if (item < 4) set.add(item + 1)
}
`,
  // Overlapping calls of an async function, each with a loop that waits in the middle.
  'lib/wait.js': `export async function wait() {
  for (const item of new Set([1, 2])) await item
}
`,
  'lib/other.js': 'export const other = 1\n',
  'main.js': `import { grow } from './lib/grow.js'
import { other } from './lib/other.js'
import { sum } from './lib/sum.js'
import { wait } from './lib/wait.js'

for (let i = 0; i < 300; i += 1) sum()
for (let i = 0; i < 300; i += 1) grow()
await Promise.all(Array.from({ length: 300 }, wait))
if (other === 3) sum(grow())
`,
}
const spec = 'set/no-growth-during-iteration'

async function monitor(root: string, options: readonly string[] = []): Promise<Result> {
  const words = [
    'run',
    '--spec',
    spec,
    '--since',
    'last',
    '--variant',
    'ps1',
    '--idempotent',
    '--show',
    'all',
    ...options,
  ]
  const { code, stderr } = await run(['node', packedCommandLine(), ...words, '--', 'node', 'main.js'], { cwd: root })
  expect([0, 3], stderr).toContain(code)
  return JSON.parse(readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8')) as Result
}

const places = ({ violations }: Result) => violations.map(({ file, line, count }) => ({ file, line, count }))

describe.skipIf(!isBuilt).each([['D'], ['E']])('--idempotent with algorithm %s', (algo) => {
  it(
    'creates few monitors, finds the same violations, and starts again where the code changes',
    { timeout: 60_000 },
    async () => {
      const root = makeProject(texts)
      const full = await monitor(root, ['--algo', algo])
      expect(full.stats.monitors).toBe(900)
      expect(places(full)).toEqual([{ file: 'lib/grow.js', line: 3, count: 600 }])
      writeTexts(root, { 'lib/other.js': 'export const other = 2\n' })
      const once = await monitor(root, ['--algo', algo])
      expect(once.evolution?.idempotent?.functions).toBe(3)
      expect(once.stats.monitors).toBeLessThan(600)
      expect(once.violations.map(({ file, line, new: isNew }) => ({ file, line, isNew }))).toEqual([
        { file: 'lib/grow.js', line: 3, isNew: false },
      ])
      expect(once.violations[0]!.count).toBeLessThan(600)
      // Known to be idempotent although this run could not tell; a change to the function ends it.
      writeTexts(root, { 'lib/sum.js': texts['lib/sum.js'].replace('total += item', 'total += item + 1') })
      const changed = await monitor(root, ['--algo', algo])
      expect(changed.evolution?.idempotent?.functions).toBe(2)
      expect(changed.stats.uniqueTraces).toBe(full.stats.uniqueTraces)
    },
  )
})
