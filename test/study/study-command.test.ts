import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'
import { isBuilt } from '../support/packed-package.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jsmop-study-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function study(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, written } = captureIo({ cwd: folder })
  const code = await run(['study', ...args], io)
  return { code, ...written }
}

test.for([
  [
    ['dance'],
    'error: jsmop study does not know what to do with "dance" [unexpected-argument]\nhelp: Write jsmop study run|worker|report|export …\n',
  ],
  [
    ['run'],
    'error: jsmop study needs the file that describes the study [missing-argument]\nhelp: For instance: jsmop study run my.study.json\n',
  ],
  [
    ['worker'],
    'error: jsmop study worker needs --queue [missing-option]\nhelp: Name the Redis that the study uses: jsmop study worker --queue redis://host:6379\n',
  ],
  [
    ['report', 'none.db'],
    'error: there are no results of a study at none.db [no-study-results]\nhelp: Name the file that `jsmop study run` wrote, .jsmop/studies/<name>.db unless --out named another.\n',
  ],
] as const)('jsmop study %s is answered with help', async ([args, text]) => {
  expect(await study(...args)).toEqual({ code: 64, stdout: '', stderr: text })
})

describe.runIf(isBuilt)('with the built package', () => {
  test('a project that breaks a rule is compared, found and reported', { timeout: 120_000 }, async () => {
    mkdirSync(path.join(folder, 'project'))
    writeFileSync(
      path.join(folder, 'project/test.js'),
      `const { Writable } = require('node:stream')
const stream = new Writable({ write: (chunk, encoding, done) => done() })
stream.on('error', () => {})
stream.end()
stream.write('late')
console.log('ok 1 took ' + process.uptime() + ' s')\n`,
    )
    const content = {
      subjects: [{ folder: 'project', install: 'true', test: 'node test.js', labels: { runner: 'node' } }],
      configurations: {
        D: { preset: 'all' },
        E: { preset: 'all', algo: 'E' },
        offline: { spec: ['stream/no-write-after-end'], offline: 'D' },
      },
      repetitions: 1,
      screening: 1,
    }
    writeFileSync(path.join(folder, 'mine.json'), JSON.stringify(content))
    const ran = await study('run', 'mine.json', '--cache', 'cache', '--parallel', '2')
    expect(ran.code).toBe(0)
    expect(ran.stderr.trim().split('\n').at(-1)).toMatch(/^\[9\/9, 0 min left\] project /)
    const { stdout } = await study('export', '.jsmop/studies/mine.db')
    const { runs } = JSON.parse(stdout) as {
      runs: {
        configuration: string
        difference?: string
        cpuMs: number
        fault?: string
        monitoring?: MonitoringRecord
      }[]
    }
    expect(runs.map(({ difference, fault }) => difference ?? fault)).toEqual(runs.map(() => undefined))
    const monitored = runs.filter(({ monitoring }) => monitoring !== undefined)
    expect(monitored).toHaveLength(6)
    for (const { monitoring, cpuMs } of monitored) {
      expect(cpuMs).toBeGreaterThan(50)
      expect(monitoring!.violations.map(({ spec, file, line }) => `${spec} ${file}:${line}`)).toContain(
        'stream/no-write-after-end test.js:5',
      )
      const { preparing, startUp, instrumentation, reporting } = monitoring!.split!
      for (const time of [preparing, startUp, instrumentation, reporting]) expect(time).toBeGreaterThanOrEqual(0)
    }
    const again = await study('run', 'mine.json', '--cache', 'cache', '--parallel', '2')
    expect(again).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await study('run', 'mine.json', '--cache', 'cache', '--instructions')).toEqual({
      code: 64,
      stdout: '',
      stderr:
        'error: these results are times [mixed-study]\nhelp: Name another file with --out: times and counts are kept apart.\n',
    })
    await study('report', '.jsmop/studies/mine.db', '--out', 'report')
    expect(readdirSync(path.join(folder, 'report')).sort()).toEqual(
      'deciles.svg fastest-0s.svg fastest-2s.svg fastest-5s.svg overhead.svg report.html report.md summary.json violations.svg'.split(
        ' ',
      ),
    )
    expect(readFileSync(path.join(folder, 'report/report.md'), 'utf8')).toContain('| D | 1 | 1 (100.0 %) | 1 of 1 |')
  })
})

interface MonitoringRecord {
  readonly violations: readonly { readonly spec: string; readonly file: string; readonly line: number }[]
  readonly split?: Readonly<Record<'preparing' | 'startUp' | 'instrumentation' | 'reporting', number>>
}
