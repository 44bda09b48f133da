import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runNode, runProgram } from '../support/monitor-program.ts'
import { isBuilt, monitor } from '../support/packed-package.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const catalogue = (id: string): string => fileURLToPath(new URL(`../../specs/${id}/spec.ts`, import.meta.url))
const writeAfterEnd = [catalogue('stream/no-write-after-end')]

const lineMarked = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((text) => text.endsWith('// violation')) + 1

test.each(['patch', 'hybrid'] as const)(
  '%s: violations inside assert.throws and assert.rejects are intended',
  async (strategy) => {
    const file = fixture('intended.cjs')
    const run = await runProgram(file, { specs: writeAfterEnd, strategy })
    expect(run.stderr).toBe('')
    expect(run.code).toBe(0)
    expect(run.violations.map(({ line }) => line)).toEqual([lineMarked(file)])
    expect(run.records.flatMap((record) => record['end']?.intended ?? [])).toContain(5)
  },
)

test('trap 12: a rejection that a spec watches still ends the process when nothing handles it', async () => {
  const file = fixture('rejected.cjs')
  const specs = [catalogue('fs/file-handle-must-close'), catalogue('promise/no-floating-rejection')]
  const [plain, monitored] = await Promise.all([runNode([file]), runProgram(file, { specs, strategy: 'patch' })])
  expect(monitored.code).toBe(1)
  expect(plain.code).toBe(1)
  expect(monitored.stdout).toBe(plain.stdout)
  expect(monitored.stderr).toBe(plain.stderr)
})

test('trap 12: a rejection that a spec watches, and the program handles, stays handled', async () => {
  const file = fixture('handled.cjs')
  const specs = [catalogue('fs/file-handle-must-close')]
  const [plain, monitored] = await Promise.all([runNode([file]), runProgram(file, { specs, strategy: 'patch' })])
  expect(plain).toMatchObject({ code: 0, stdout: 'ENOENT\nENOENT\nexit 0\n', stderr: '' })
  expect({ ...monitored, records: [], violations: [] }).toEqual({ ...plain, records: [], violations: [] })
})

test('trap 20: nothing listens to the end of the process, which is noticed after the program’s own listeners', async () => {
  const file = fixture('ending.cjs')
  const specs = [catalogue('fs/fd-must-close')]
  const [plain, monitored] = await Promise.all([runNode([file]), runProgram(file, { specs, strategy: 'hybrid' })])
  expect({ ...monitored, records: [], violations: [] }).toEqual({ ...plain, records: [], violations: [] })
  expect(monitored.violations.map(({ line }) => line)).toEqual([lineMarked(file)])
})

test.each([
  ['kill', null],
  ['exit', 3],
  ['abort', 1],
  ['none', 0],
] as const)('trap 20: what was seen survives %s, and totals never exceed the truth', async (way, code) => {
  const run = await runProgram(fixture('killed.cjs'), { specs: writeAfterEnd, strategy: 'patch', args: [way] })
  expect(run.code).toBe(code)
  expect(run.violations).toHaveLength(1)
  const totals = run.records.flatMap((record) => ('more' in record ? [record['more'].count as number] : []))
  expect(totals.every((total, i) => total > (totals[i - 1] ?? 1) && total <= 1000)).toBe(true)
  // The program has removed all listeners; a process that is not killed notices its end all the same.
  expect(totals.at(-1)).toBe(way === 'kill' ? 512 : 1000)
  // Every line that was written is whole.
  expect(run.records[0]).toMatchObject({ schema: 1, specs: ['stream/no-write-after-end'] })
})

test.skipIf(!isBuilt).each([[[]], [['--traces']]])(
  'of a fault that is one event, nothing from before is shown: %j',
  async (options) => {
    const file = fixture('faults-alone.cjs')
    const { result } = await monitor(['--spec', 'array/index-of-na-n', ...options], ['node', file], {
      cwd: path.dirname(file),
    })
    expect(result.violations.map(({ trace }) => trace.map(({ line }) => line))).toEqual([[2], [4]])
  },
)
