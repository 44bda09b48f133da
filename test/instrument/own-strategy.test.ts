import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '../support/monitor-program.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const everyCall = fileURLToPath(new URL('../runtime/fixtures/every-call.ts', import.meta.url))

test('a strategy of the user’s own mixes wrappers and woven calls, and sees each call once', async () => {
  const program = fixture('mixed.cjs')
  const run = await runProgram(program, { specs: [everyCall], strategy: { file: fixture('mixed-strategy.ts') } })
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
  expect(run.records[0]).toMatchObject({ strategy: 'mixed' })
  expect(run.records.filter((record) => 'fault' in record)).toEqual([])
  const marked = readFileSync(program, 'utf8')
    .split('\n')
    .flatMap((text, i) => [...text.matchAll(/(?<=\/\/.*)violation/g)].map(() => i + 1))
  expect(run.violations.flatMap(({ line, count }) => Array<number>(count).fill(line)).sort((a, b) => a - b)).toEqual(
    marked,
  )
})
