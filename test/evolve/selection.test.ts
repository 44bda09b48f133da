/** `--sample` with `--since`: what is learned to be repetition is skipped, what changed is found, what is known stays known. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Result } from '#src/report/result.ts'
import { isBuilt, packedCommandLine, run } from '../support/packed-package.ts'
import { makeProject, writeTexts } from './project.ts'

const texts = {
  'package.json': '{ "type": "module" }',
  // Breaks the rule at every call.
  'lib/stable.js': `export function stable() {
  const set = new Set([1])
  for (const item of set) if (item < 4) set.add(item + 1)
}
`,
  'lib/changing.js': `export function changing(limit) {
  const set = new Set([1])
  for (const item of set) if (item > limit) set.add(item + 1)
}
`,
  'main.js': `import { changing } from './lib/changing.js'
import { stable } from './lib/stable.js'

for (let i = 0; i < 400; i += 1) stable()
for (let i = 0; i < 400; i += 1) changing(5)
`,
}

async function monitor(root: string, options: readonly string[]): Promise<Result> {
  const words = ['run', '--spec', 'set/no-growth-during-iteration', '--since', 'last', '--show', 'all', ...options]
  const { code, stderr } = await run(['node', packedCommandLine(), ...words, '--', 'node', 'main.js'], { cwd: root })
  expect([0, 3], stderr).toContain(code)
  return JSON.parse(readFileSync(path.join(root, '.jsmop/latest/result.json'), 'utf8')) as Result
}

const found = ({ violations }: Result) =>
  violations.map(({ file, new: isNew }) => ({ file, isNew })).toSorted((a, b) => (a.file < b.file ? -1 : 1))

describe.skipIf(!isBuilt).each([
  ['ps1', 'D', ['lib/changing.js', 'lib/stable.js']],
  ['ps1', 'E', ['lib/changing.js', 'lib/stable.js']],
  ['ps3cl', 'D', ['lib/changing.js']],
  ['ps3cl', 'E', ['lib/changing.js']],
] as const)('selection with variant %s and algorithm %s', (variant, algo, watched) => {
  it('skips repetitions, finds what a change breaks, and forgets nothing', { timeout: 60_000 }, async () => {
    const root = makeProject(texts)
    const options = ['--variant', variant, '--algo', algo]
    const full = await monitor(root, options)
    expect(full.stats.monitors).toBe(800)
    expect(found(full)).toEqual([{ file: 'lib/stable.js', isNew: null }])

    // From here on `changing` grows its set too.
    writeTexts(root, { 'lib/changing.js': texts['lib/changing.js'].replace('item > limit', 'item < limit') })
    const selected = await monitor(root, [...options, '--sample', 'valg:default'])
    expect(found(selected)).toEqual([
      { file: 'lib/changing.js', isNew: true },
      ...(watched.length === 2 ? [{ file: 'lib/stable.js', isNew: false }] : []),
    ])
    const { created, skipped, places } = selected.selection!
    expect(places.map(({ file }) => file).toSorted()).toEqual(watched)
    expect(created + skipped).toBe(400 * watched.length)
    expect(selected.stats.monitors).toBe(created)
    expect(created).toBeLessThan(50 * watched.length)

    // What was not looked at, or skipped, is not gone: to a full run nothing is new.
    writeTexts(root, { 'main.js': `${texts['main.js']}stable(changing(5))\n` })
    const later = await monitor(root, ['--variant', 'ps1', '--algo', algo])
    expect(found(later)).toEqual([
      { file: 'lib/changing.js', isNew: false },
      { file: 'lib/stable.js', isNew: false },
    ])
  })
})
