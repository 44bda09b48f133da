import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '#src/engine/select/random.ts'
import { parseSample } from '#src/engine/select/sample.ts'
import { LocalPool } from '#src/study/local-pool.ts'
import { QueuePool } from '#src/study/queue-pool.ts'
import { startQueueWorker } from '#src/study/queue-worker.ts'
import { type SampleReport, type SampleTask, sampleWork, tuneKind } from '#src/study/tune/evaluate-sample.ts'
import { paretoFront, type Point, proposePoint, rankTrials, type Space, type Trial } from '#src/study/tune/parzen.ts'
import { sampleSpaces, sampleText } from '#src/study/tune/sample-space.ts'
import { tune } from '#src/study/tune/tune.ts'
import { RedisServer, redisTimeout } from '../support/redis.ts'

type Losses = (point: Point) => readonly number[]

function search(space: Space, losses: Losses, trials: number, seed: number, parallel = 1): Promise<Trial[]> {
  return tune<Point, readonly number[]>({
    name: 'a search',
    space,
    trials,
    known: [],
    parallel,
    seed,
    pool: new LocalPool((point, report) => report(losses(point), point), parallel),
    task: (point) => point,
    losses: (report) => report,
    onTrial: () => {},
  })
}

const least = (trials: readonly Trial[]) => Math.min(...trials.map(({ losses }) => losses![0]!))

const line = { low: -5, high: 5, scale: 'linear' } as const
const square: Space = { x: line, y: line }
/** Minimum 0 at (1, −2). */
const bowl: Losses = ({ x, y }) => [(x! - 1) ** 2 + (y! + 2) ** 2]
/** Branin's function: three minima of 0.397887. */
const branin: Losses = ({ x, y }) => [
  (y! - (5.1 * x! ** 2) / (4 * Math.PI ** 2) + (5 * x!) / Math.PI - 6) ** 2 +
    10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x!) +
    10,
]

function randomSearch(space: Space, losses: Losses, trials: number, seed: number): number {
  const random = new Random(() => seed)
  return Math.min(...Array.from({ length: trials }, () => losses(proposePoint(space, [], random))[0]!))
}

async function median(run: (seed: number) => number | Promise<number>): Promise<number> {
  const found = await Promise.all(Array.from({ length: 9 }, async (_, seed) => run(seed + 1)))
  return found.sort((a, b) => a - b)[4]!
}

describe('the Parzen estimator', () => {
  test('comes near the minimum of a bowl, nearer than random search with as many trials', async () => {
    const estimated = await median(async (seed) => least(await search(square, bowl, 100, seed)))
    expect(estimated).toBeLessThan(0.06)
    expect(estimated).toBeLessThan(await median((seed) => randomSearch(square, bowl, 100, seed)))
  })

  test("finds a minimum of Branin's function", async () => {
    const space: Space = { x: { low: -5, high: 10, scale: 'linear' }, y: { low: 0, high: 15, scale: 'linear' } }
    const estimated = await median(async (seed) => least(await search(space, branin, 120, seed)))
    expect(estimated).toBeLessThan(0.55)
    expect(estimated).toBeLessThan(await median((seed) => randomSearch(space, branin, 120, seed)))
  })

  test('searches a logarithmic scale evenly by factors, and whole numbers as such', () => {
    const space: Space = {
      rate: { low: 1e-4, high: 1, scale: 'logarithmic' },
      lag: { low: 1, high: 9, scale: 'linear', whole: true },
    }
    const random = new Random(() => 4)
    const points = Array.from({ length: 400 }, () => proposePoint(space, [], random))
    const small = points.filter(({ rate }) => rate! < 0.01).length
    expect(small).toBeGreaterThan(160)
    expect(small).toBeLessThan(240)
    expect(points.every(({ rate, lag }) => rate! >= 1e-4 && rate! <= 1 && Number.isInteger(lag))).toBe(true)
  })

  test('with two objectives the front is spread between their optima', async () => {
    const both: Losses = ({ x, y }) => [x! ** 2 + y! ** 2, (x! - 2) ** 2 + y! ** 2]
    const front = paretoFront(await search(square, both, 150, 3))
    expect(front.length).toBeGreaterThan(8)
    expect(Math.min(...front.map(({ losses }) => losses![0]!))).toBeLessThan(0.4)
    expect(Math.min(...front.map(({ losses }) => losses![1]!))).toBeLessThan(0.4)
  })

  test('orders trials by fronts, and within one the lonelier first', () => {
    const trial = (...losses: number[]): Trial => ({ point: {}, losses })
    const [a, b, c, d, e] = [trial(0, 9), trial(4, 4), trial(5, 3), trial(9, 0), trial(9, 9)]
    expect(paretoFront([a, b, c, d, e])).toEqual([a, b, c, d])
    const ranked = rankTrials([e, c, b, a, d])
    expect(new Set(ranked.slice(0, 2))).toEqual(new Set([a, d]))
    expect(ranked[4]).toBe(e)
  })
})

describe('a search', () => {
  test('goes on where it was: what was known is not evaluated again, and nothing is proposed twice', async () => {
    const first = await search(square, bowl, 20, 7)
    const asked: Point[] = []
    const all = await tune<Point, readonly number[]>({
      name: 'a search',
      space: square,
      trials: 30,
      known: first,
      parallel: 1,
      seed: 7,
      pool: new LocalPool((point, report) => {
        asked.push(point)
        return report(bowl(point), point)
      }),
      task: (point) => point,
      losses: (report) => report,
      onTrial: () => {},
    })
    expect(asked).toHaveLength(10)
    expect(all.slice(0, 20)).toEqual(first)
    expect(new Set(all.map(({ point }) => JSON.stringify(point))).size).toBe(30)
    expect(all).toEqual(await search(square, bowl, 30, 7))
  })

  test('a report that is heard twice is one trial', async () => {
    let heard = 0
    await tune<Point, readonly number[]>({
      name: 'a search',
      space: square,
      trials: 5,
      known: [],
      parallel: 1,
      seed: 1,
      pool: new LocalPool(async (point, report) => {
        await report(bowl(point), point)
        await report(bowl(point), point)
      }),
      task: (point) => point,
      losses: () => undefined,
      onTrial: () => heard++,
    })
    expect(heard).toBe(5)
  })

  test('runs as many trials at a time as it is told', async () => {
    let running = 0
    let most = 0
    await tune<Point, readonly number[]>({
      name: 'a search',
      space: square,
      trials: 24,
      known: [],
      parallel: 4,
      seed: 1,
      pool: new LocalPool(async (point, report) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running--
        await report(bowl(point), point)
      }, 4),
      task: (point) => point,
      losses: (report) => report,
      onTrial: () => {},
    })
    expect(most).toBe(4)
  })

  test('every point of the spaces of --sample can be written as one', () => {
    for (const policy of ['valg', 'paper'] as const) {
      const random = new Random(() => 2)
      for (let i = 0; i < 50; i++) {
        const sample = parseSample(sampleText(policy, proposePoint(sampleSpaces[policy], [], random)))
        expect(sample.kind).toBe(policy === 'paper' ? 'bandit' : 'discovery')
      }
    }
  })
})

describe('tuning over a queue', () => {
  let redis: RedisServer
  let folder: string
  beforeAll(async () => {
    redis = await RedisServer.start({ persistent: false })
    folder = mkdtempSync(path.join(tmpdir(), 'jsmop-tune-queue-'))
  }, redisTimeout)
  afterAll(async () => {
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('workers run the command, and the search hears of each run', async () => {
    // Stands for the command line: as many monitors as the sample has letters.
    const jsmop = path.join(folder, 'jsmop.mjs')
    writeFileSync(
      jsmop,
      `import { mkdirSync, writeFileSync } from 'node:fs'
const after = (option) => process.argv[process.argv.indexOf(option) + 1]
const stats = { uniqueTraces: 1, monitors: after('--sample').length }
mkdirSync(after('--out'), { recursive: true })
writeFileSync(after('--out') + '/result.json', JSON.stringify({ stats, violations: [], files: ['a.js'] }))`,
    )
    const worker = await startQueueWorker(redis.url, { [tuneKind]: sampleWork(jsmop, { ...process.env }) })
    const pool = await QueuePool.open<SampleTask, SampleReport>(redis.url, { kind: tuneKind, interval: 200 })
    const heard: SampleReport[] = []
    const task = (point: Point): SampleTask => ({
      cwd: folder,
      command: ['true'],
      options: [],
      sample: sampleText('valg', point),
      limits: { seconds: 60, megabytes: 4096 },
    })
    const trials = await tune<SampleTask, SampleReport>({
      name: 'over a queue',
      space: sampleSpaces.valg,
      trials: 3,
      known: [],
      parallel: 2,
      seed: 1,
      pool,
      task,
      losses: ({ evaluation }) => (evaluation === null ? undefined : [evaluation.monitors]),
      onTrial: (_, report) => heard.push(report),
    })
    await pool.close()
    await worker.close()
    expect(heard.map(({ files, exitCode }) => [files, exitCode])).toEqual(
      Array.from({ length: 3 }, () => [['a.js'], 0]),
    )
    expect(trials.map(({ losses }) => losses)).toEqual(trials.map(({ point }) => [task(point).sample.length]))
  }, 60_000)
})
