/** `jsmop run --sample` and `jsmop tune`, on a program whose loops repeat themselves. */

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { replayLog } from '#src/engine/select/agent-log.ts'
import { seedFor } from '#src/engine/select/random.ts'
import { makeAgent, parseSample, type Sampling } from '#src/engine/select/sample.ts'
import { isBuilt, monitor, packedCommandLine, run } from '../support/packed-package.ts'

const cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'jsmop-sample-')))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

writeFileSync(
  path.join(cwd, 'repeats.mjs'),
  `const sum = (numbers) => {
  let total = 0
  for (const number of numbers) total += number
  return total
}
for (let i = 0; i < 3000; i++) sum([1, 2, 3])
for (let i = 0; i < 3000; i++) sum(Array(i % 5).fill(1))
const items = [1, 2, 3, 4]
for (const item of items) if (item === 2) items.shift()
// Files that are open at the same time.
const open = (n) => new Promise((resolve) => setTimeout(resolve, n % 3))
await Promise.all(Array.from({ length: 50 }, (_, n) => open(n)))
`,
)
const spec = ['--spec', 'array/no-shift-during-iteration']
const program = ['node', 'repeats.mjs']

describe.skipIf(!isBuilt)('jsmop run --sample', () => {
  it('skips what repeats itself, keeps the traces and the violation', async () => {
    const { result: full } = await monitor([...spec, '--algo', 'E'], program, { cwd })
    const { result } = await monitor([...spec, '--algo', 'E', '--sample', 'valg:default'], program, { cwd })
    const place = ({ spec: id, file, line }: { spec: string; file: string; line: number }) => [id, file, line]
    expect(result.sample).toBe('valg:default')
    expect(result.violations.map(place)).toEqual(full.violations.map(place))
    expect(result.violations).toHaveLength(1)
    expect(result.stats.uniqueTraces).toBe(full.stats.uniqueTraces)
    expect(full.stats.monitors).toBe(6001)
    const { created, skipped, places } = result.selection!
    expect(created + skipped).toBe(6001)
    expect(result.stats.monitors).toBe(created)
    expect(created).toBeLessThan(100)
    expect(places[0]).toMatchObject({ spec: spec[1], file: 'repeats.mjs', line: 3, unique: 5, converged: 'skip' })
    expect(full.selection).toBeUndefined()
  })

  it('signals no events of loops that are not monitored, and all of them where they are counted or logged', async () => {
    const { result: full } = await monitor(spec, program, { cwd })
    const { result: nobody } = await monitor([...spec, '--algo', 'none'], program, { cwd })
    const { result } = await monitor([...spec, '--sample', 'random:0'], program, { cwd })
    const { result: profiled } = await monitor([...spec, '--sample', 'random:0', '--profile'], program, { cwd })
    expect(full.stats).toMatchObject({ monitors: 6001 })
    expect(nobody.stats).toMatchObject({ monitors: 0, events: full.stats.events })
    expect(nobody.violations).toEqual([])
    // The loops themselves, and the shift.
    expect(result.stats).toMatchObject({ monitors: 0, events: 6001 + 1 })
    expect(profiled.stats).toMatchObject({ monitors: 0, events: full.stats.events })
  })

  it('writes logs from which every decision can be replayed', async () => {
    const out = path.join(cwd, 'logged')
    const options = [...spec, '--sample', 'valg:paper,seed=3', '--sample-log', '--fail-on', 'never', '--out', out]
    await run(['node', packedCommandLine(), 'run', ...options, '--', ...program], { cwd })
    const sessions = path.join(out, 'sessions')
    const lines = readdirSync(sessions)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(path.join(sessions, name), 'utf8').trim().split('\n'))
      .map(
        (line) =>
          JSON.parse(line) as { site?: [number, string, number, number]; selection?: { site: number; log: string } },
      )
    const sites = new Map(lines.flatMap(({ site }) => (site === undefined ? [] : [[site[0], site]])))
    const selections = lines.flatMap(({ selection }) => selection ?? [])
    expect(selections.length).toBeGreaterThan(0)
    for (const { site, log } of selections) {
      const [, file, line, column] = sites.get(site)!
      const seed = (number: number) => () => seedFor(number, `${spec[1]} ${file}:${line}:${column}`)
      const sample = parseSample('valg:paper') as Sampling
      expect(log.length).toBeGreaterThan(0)
      expect(replayLog(makeAgent(sample, seed(3)), log)).toBeUndefined()
    }
  })

  it('is refused with an algorithm that cannot select', async () => {
    const { code, stderr } = await run(
      ['node', packedCommandLine(), 'run', '--algo', 'C', '--sample', 'valg', '--', ...program],
      { cwd },
    )
    expect(code).toBe(64)
    expect(stderr).toBe(
      'error: algorithm C cannot monitor selectively (--sample valg) [sample-without-selection]\n' +
        'help: Use algorithm D or E, or --sample none.\n',
    )
  })
})

describe.skipIf(!isBuilt || process.platform !== 'linux')('jsmop tune', () => {
  it('searches, goes on, is used by later runs, and shows when code has changed', async () => {
    const tune = (trials: number) =>
      run(['node', packedCommandLine(), 'tune', '--trials', String(trials), ...spec, '--', ...program], { cwd })
    const first = await tune(2)
    expect(first.code).toBe(0)
    expect(first.stdout).toMatch(
      /^2 evaluations of node repeats\.mjs:\n {2}every monitor {3}100\.0 % of \d+ unique traces, 6,001 monitors/,
    )
    const second = await tune(3)
    expect(second.stderr).toMatch(/^Going on after 2 evaluations \(--fresh starts over\)\.\n\[3\/3\] /)
    const stored = JSON.parse(readFileSync(path.join(cwd, '.jsmop/tuning.json'), 'utf8')) as {
      best: string
      trials: unknown[]
    }
    expect(stored.trials).toHaveLength(3)
    expect(second.stdout).toContain(`Best: --sample ${stored.best}\n`)

    const { result } = await monitor([...spec, '--sample', 'valg'], program, { cwd })
    expect(result.sample).toBe(stored.best)
    expect(result.tuned).toMatchObject({ changed: 0, of: 1 })

    writeFileSync(path.join(cwd, 'repeats.mjs'), `${readFileSync(path.join(cwd, 'repeats.mjs'), 'utf8')}\n`)
    const changed = await monitor([...spec, '--sample', 'valg'], program, { cwd })
    expect(changed.result.tuned).toMatchObject({ changed: 1, of: 1 })
    const again = await tune(1)
    expect(again.stderr).toMatch(/^1 of 1 files have changed since the stored tuning: starting over\.\n/)
  }, 120_000)
})
