import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { checkStudy } from '#src/study/check-study.ts'
import { conductStudy, type Progress } from '#src/study/conduct-study.ts'
import type { Pool } from '#src/study/pool.ts'
import { QueuePool } from '#src/study/queue-pool.ts'
import { StudyStore } from '#src/study/study-store.ts'
import type { StudyReport, StudyTask } from '#src/study/study-work.ts'
import { RedisServer, redisTimeout } from '../support/redis.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
// Inside of the repository, so that the bundled worker finds its packages.
const home = path.join(root, 'node_modules/.cache')
let scratch: string
let program: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  scratch = mkdtempSync(path.join(home, 'jsmop-queue-test-'))
  program = path.join(scratch, 'worker.mjs')
  await build({
    entryPoints: [path.join(root, 'test/study/queue-worker-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    conditions: process.env['JSMOP_TEST_SOURCE'] === undefined ? [] : ['jsmop-source'],
    logLevel: 'error',
    plugins: [{ name: 'own', setup: (b) => b.onResolve({ filter: /^#src\// }, ownImport) }],
  })
}, redisTimeout)

/** `packages: 'external'` would leave out our own, too. */
function ownImport({ path: name }: { path: string }): { path: string } {
  const place = name.slice('#src/'.length)
  const source = process.env['JSMOP_TEST_SOURCE'] !== undefined
  return { path: path.join(root, source ? 'src' : 'dist/src', source ? place : place.replace(/\.ts$/, '.js')) }
}

afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})

async function startWorker(url: string, cache: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [program, url, cache], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.push(worker)
  await new Promise((resolve) => worker.stdout.once('data', resolve))
  return worker
}

test.for([true, false])(
  'every run counts once when a worker is killed and Redis restarts (keeping what it knew: %s)',
  { timeout: 120_000 },
  async (persistent) => {
    const redis = await RedisServer.start({ persistent })
    const folder = mkdtempSync(path.join(scratch, 'study-'))
    const log = path.join(folder, 'made')
    const projects = ['a', 'b', 'c', 'd']
    for (const name of projects) mkdirSync(path.join(folder, name))
    writeFileSync(log, '')
    const study = checkStudy(
      {
        name: `queue-${persistent}`,
        install: 'true',
        subjects: projects.map((name) => ({ folder: name, test: `sleep 0.1; echo ${name} >>'${log}'; echo ok 1` })),
        configurations: { other: { wrap: '{command}' } },
        repetitions: 3,
        screening: 2,
      },
      path.join(folder, 'study.json'),
    )
    const store = await StudyStore.open(path.join(folder, 'results.db'))
    const started = await Promise.all([1, 2, 3].map(() => startWorker(redis.url, path.join(folder, 'cache'))))
    const pool: Pool<StudyTask, StudyReport> = await QueuePool.open(redis.url, { kind: 'study', interval: 500 })
    let killed = false
    let restarting: Promise<void> | undefined
    const onProgress = ({ done }: Progress): void => {
      if (done >= 12 && !killed) killed = started[0]!.kill('SIGKILL')
      if (done >= 20) restarting ??= redis.restart()
    }
    await conductStudy({ study, store, pool, exclusive: false, onProgress })
    await restarting
    expect(killed).toBe(true)
    expect(restarting).toBeDefined()
    const expected = projects.flatMap((subject) => [
      ...[1, 2].map((repetition) => `${subject} screening ${repetition}`),
      ...['plain', 'other'].flatMap((name) => [0, 1, 2, 3].map((repetition) => `${subject} ${name} ${repetition}`)),
    ])
    const runs = store
      .runs()
      .map(({ subject, configuration, repetition }) => `${subject} ${configuration} ${repetition}`)
    expect(runs.sort()).toEqual(expected.sort())
    expect(store.runs().filter(({ difference, exitCode }) => difference !== undefined || exitCode !== 0)).toEqual([])
    // A run that was being made when its worker was killed, or whose report Redis forgot, is made again; no others.
    const made = readFileSync(log, 'utf8').split('\n').length - 1
    expect(made).toBeGreaterThanOrEqual(expected.length)
    expect(made).toBeLessThanOrEqual(expected.length + (persistent ? 1 : 4))
    await pool.close()
    store.close()
    for (const worker of started) worker.kill('SIGKILL')
    await redis.stop()
  },
)

test('a Redis that is not there is named', { timeout: 20_000 }, async () => {
  const opening = QueuePool.open('redis://127.0.0.1:1', { kind: 'study' })
  await expect(opening).rejects.toThrow(UserError)
  await expect(opening).rejects.toThrow('there is no Redis at redis://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1')
})
