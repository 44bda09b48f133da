import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '../support/monitor-program.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const program = fixture('places.cjs')
const specs = [fixture('every-call.ts')]

/** Each line as often as it says `violation`. */
const expectedUnder = (strategy: string): number[] =>
  readFileSync(program, 'utf8')
    .split('\n')
    .flatMap((text, i) =>
      text.endsWith(`not under ${strategy}`) ? [] : [...text.matchAll(/(?<=\/\/.*)violation/g)].map(() => i + 1),
    )

test.each([
  ['patch', {}],
  ['weave', {}],
  ['hybrid', {}],
  ['hybrid', { verifySites: true }],
] as const)(
  'trap 1: %s %j takes neither a stale site nor a call of Node’s for the program’s',
  async (strategy, session) => {
    const expected = expectedUnder(strategy)
    const run = await runProgram(program, { specs, strategy, session })
    expect(run.stderr).toBe('')
    const places = run.violations.filter(({ file }) => file === program)
    expect(run.violations.filter(({ file }) => file !== program)).toEqual([])
    const lines = [...new Set(places.map(({ line }) => line))].sort((a, b) => a - b)
    expect(lines).toEqual([...new Set(expected)])
    // Calls that share a line are told apart by their columns.
    const shared = places.filter(({ line }) => expected.filter((other) => other === line).length === 3)
    expect(new Set(shared.map(({ column }) => column)).size).toBe(3)
  },
)

test('verified sites are right, and counted', async () => {
  const run = await runProgram(program, { specs, strategy: 'hybrid', session: { verifySites: true } })
  const { sites } = run.records.find((record) => 'end' in record)!['end']
  expect(sites.right).toBeGreaterThan(15)
  expect(sites.stale).toBe(0)
  expect(sites.none).toBeGreaterThan(0)
})

test('callers that are looked for by sample are all found again soon after the program is among them', async () => {
  const run = await runProgram(fixture('sampled.cjs'), { specs, strategy: 'hybrid' })
  const { sites } = run.records.find((record) => 'end' in record)!['end']
  // Two finds among a few hundred searches are enough, and one call of 64 is searched until then.
  expect(sites.none).toBeGreaterThan(3000 - 10 * 64)
  // Some were missed: Node's calls had made the function one whose callers are looked for by sample.
  expect(sites.none).toBeLessThan(3000)
})
