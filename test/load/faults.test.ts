/** What fails inside a monitored process is switched off, reported once, and no concern of the program's. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = fileURLToPath(new URL('./fixtures/faults/', import.meta.url))
const program = ['node', 'grows.cjs']

const lineOf = (mark: string): number =>
  readFileSync(path.join(cwd, 'grows.cjs'), 'utf8')
    .split('\n')
    .findIndex((line) => line.endsWith(`// ${mark}`)) + 1

describe.skipIf(!isBuilt)('a fault', () => {
  it.each(['hybrid', 'weave', 'patch'])('of a spec switches that part of it off, under %s', async (strategy) => {
    const files = ['condition', 'action', 'sound'].flatMap((name) => ['--spec-file', `${name}.spec.ts`])
    const options = ['--strategy', strategy, ...files, '--spec', 'stream/no-write-after-end']
    const plain = await run(program, { cwd })
    const { code, stdout, stderr, result } = await monitor(options, program, { cwd })
    expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: plain.stdout, stderr: plain.stderr })
    expect(result.disabled.map(({ part, why }) => [part, why.split('\n')[0]])).toEqual([
      ['own/condition: event grow at Map.prototype.set', 'Error: a mistake in a spec'],
      ['own/action: action', 'Error: a mistake in a spec'],
    ])
    const found = result.violations.map(({ spec, line, count }) => ({ spec, line, count }))
    expect(found).toContainEqual({ spec: 'own/sound', line: lineOf('grows'), count: 3 })
    expect(found).toContainEqual({ spec: 'stream/no-write-after-end', line: lineOf('written late'), count: 1 })
  })

  it('of the weaver leaves texts unwoven; wrappers go on', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'jsmop-faulty-'))
    try {
      const installed = path.dirname(path.dirname(path.dirname(packedCommandLine())))
      cpSync(installed, path.join(home, 'node_modules'), { recursive: true, verbatimSymlinks: true })
      const dist = path.join(home, 'node_modules/jsmop/dist')
      writeFileSync(path.join(dist, 'weaver.cjs'), "throw new Error('no weaver')")
      cpSync(path.join(cwd, 'grows.cjs'), path.join(home, 'grows.cjs'))
      const plain = await run(program, { cwd: home })
      const out = path.join(home, 'out')
      const options = ['--spec', 'stream/no-write-after-end', '--fail-on', 'never', '--out', out]
      const { code, stdout, stderr } = await run(['node', path.join(dist, 'jsmop.cjs'), ...options, '--', ...program], {
        cwd: home,
      })
      expect({ code, stdout }).toEqual({ code: 7, stdout: plain.stdout })
      expect(stderr.startsWith(plain.stderr)).toBe(true)
      const { disabled, violations } = JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) as Faulty
      expect(disabled.map(({ part, why }) => [part, why.split('\n')[0]])).toEqual([['weaving', 'Error: no weaver']])
      expect(violations.map(({ line }) => line)).toEqual([lineOf('written late')])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})

interface Faulty {
  readonly disabled: readonly { readonly part: string; readonly why: string }[]
  readonly violations: readonly { readonly line: number }[]
}
