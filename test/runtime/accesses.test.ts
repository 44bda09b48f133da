import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runNode, runProgram } from '../support/monitor-program.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/** Behind `//`, what is reported of a line. */
const expected = (file: string, kinds: RegExp): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, i) => (/ \/\/ (.*)$/.exec(text)?.[1]?.split(', ') ?? []).map((what) => `${i + 1} ${what}`))
    .filter((what) => kinds.test(what))

test.each([
  ['patch', / read /],
  ['weave', / (write|delete) /],
  ['hybrid', / (write|delete|read) /],
] as const)('%s sees the accesses to properties that it can see, and changes none of them', async (strategy, kinds) => {
  const file = fixture('accesses.cjs')
  const [plain, run] = await Promise.all([
    runNode([file]),
    runProgram(file, { specs: [fixture('every-access.ts')], strategy }),
  ])
  expect({ code: run.code, stdout: run.stdout, stderr: run.stderr }).toEqual({
    code: plain.code,
    stdout: plain.stdout,
    stderr: plain.stderr,
  })
  expect(run.records.filter((record) => 'fault' in record)).toEqual([])
  const seen = run.violations.map(({ line, message }) => `${line} ${message}`)
  expect(seen.sort()).toEqual(expected(file, kinds).sort())
})
