import { describe, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import type { Monitoring, Report } from '#src/engine/monitoring.ts'
import { replayLog } from '#src/engine/select/agent-log.ts'
import { seedFor } from '#src/engine/select/random.ts'
import { makeAgent, parseSample, type Sampling } from '#src/engine/select/sample.ts'
import { Sampler, selectively } from '#src/engine/select/selective-monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { defineSpec } from '#src/spec/define-spec.ts'
import { buildSpec } from '../../support/spec-builder.ts'
import { loopDefinition } from './loop-spec.ts'

const handle = buildSpec({
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  logic: 'ere',
  formula: 'open use* close use',
  categories: ['match'],
  creation: ['open'],
})
const [open, use, close] = [0, 1, 2]
/** The same with monitors that are more than their state. */
const counted = buildSpec({
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  logic: 'ere',
  formula: 'open use* close use',
  categories: ['match'],
  creation: ['open'],
  variables: () => ({ uses: 0 }),
})

interface Sampled {
  readonly monitoring: Monitoring
  readonly sampler: Sampler
  readonly reports: Report[]
}

function sampled(spec: CompiledSpec, sample: string, algo: 'D' | 'E' = 'E'): Sampled {
  const reports: Report[] = []
  const sampler = new Sampler(parseSample(sample), { namePlace: String, log: true })
  const monitoring = selectively(algorithms[algo], sampler)(spec, {
    sink: (report) => reports.push(report),
    onFault: (_, part, error) => {
      throw new Error(part, { cause: error })
    },
    traces: algo === 'E',
  })
  return { monitoring, sampler, reports }
}

const placeOf = ({ sampler }: Sampled, site: number) =>
  sampler.selections[0]!.places.find((place) => place.site === site)!

describe('selection', () => {
  test('a skipped object is marked: neither its later events nor a second creation event begin a trace in the middle', () => {
    for (const algo of ['D', 'E'] as const) {
      const { monitoring, reports } = sampled(handle, 'random:0', algo)
      const object = {}
      for (const event of [open, close, open, use, close, use]) monitoring.signal(event, 1, object, 0, 0, 0)
      expect(reports).toEqual([])
      expect(monitoring.statistics().monitors).toBe(0)
      expect(monitoring.statistics().events).toBe(6)
    }
  })

  test('where an event is only time, all monitors are there, and traces are skipped as if no time had passed', () => {
    const settled = compileSpec(
      defineSpec({
        id: 'a/b',
        description: 'A promise is settled once a turn.',
        severity: 'error',
        doc: 'https://example.org',
        parameters: { promise: 'object' },
        events: {
          settle: { on: { kind: 'call', target: 'f', when: 'before' }, bind: { promise: 'arg0' }, creation: true },
          turn: { on: { kind: 'end', of: 'turn' } },
        },
        variables: { how: '' },
        logic: 'ere',
        formula: 'settle settle',
        report: { match: 'm' },
      }),
    )
    const [settle, turn] = [0, 1]
    const run = sampled(settled, 'valg')
    const { monitoring, reports } = run
    for (let i = 1; i <= 1000; i++) {
      const promise = {}
      monitoring.signal(settle, 1, promise, 0, 0, 0)
      if (i > 995) monitoring.signal(settle, 2, promise, 0, 0, 0)
      monitoring.signal(turn, 0, 0, 0, 0, 0)
    }
    expect(reports.map(({ site }) => site)).toEqual([2, 2, 2, 2, 2])
    expect(monitoring.statistics().monitors).toBe(1000)
    const { created, skipped, unique } = placeOf(run, 1)
    expect(created + skipped).toBe(1000)
    expect(unique).toBe(1)
    expect(created).toBeLessThan(60)
    let recorded = 0
    let longest = 0
    monitoring.traces!.each((node, count) => {
      recorded += count
      longest = Math.max(longest, monitoring.traces!.length(node))
    })
    expect(recorded).toBe(created)
    // A trace that has ended goes on no more.
    expect(longest).toBeLessThan(900)
    // Without traces to keep there is nothing to select.
    const implicit = sampled(settled, 'random:0', 'D')
    const promise = {}
    for (const site of [1, 2]) implicit.monitoring.signal(settle, site, promise, 0, 0, 0)
    expect(implicit.reports).toHaveLength(1)
    expect(implicit.sampler.selections).toEqual([])
  })

  test('objects that are open at the same time are not duplicates of what they all begin with', () => {
    const run = sampled(handle, 'valg')
    const objects = Array.from({ length: 100 }, () => ({}))
    for (const object of objects) run.monitoring.signal(open, 1, object, 0, 0, 0)
    expect(placeOf(run, 1)).toMatchObject({ created: 100, skipped: 0, duplicate: 0 })
    objects.forEach((object, i) => {
      for (let k = 0; k < i % 10; k++) run.monitoring.signal(use, 2, object, 0, 0, 0)
      run.monitoring.signal(close, 3, object, 0, 0, 0)
    })
    run.sampler.endTraces()
    expect(placeOf(run, 1)).toMatchObject({ created: 100, unique: 10, duplicate: 86 })
  })

  test('a trace that goes on after it was thought to have ended is judged again, and counts once', () => {
    const run = sampled(handle, 'valg:first=30')
    const objects = Array.from({ length: 20 }, () => ({}))
    for (const object of objects)
      for (const event of [open, use]) run.monitoring.signal(event, 1 + event, object, 0, 0, 0)
    expect(placeOf(run, 1)).toMatchObject({ created: 20, unique: 1, duplicate: 6 })
    objects.slice(-14).forEach((object, i) => {
      for (let k = 0; k <= i; k++) run.monitoring.signal(use, 5, object, 0, 0, 0)
    })
    run.sampler.endTraces()
    expect(placeOf(run, 1)).toMatchObject({ created: 20, unique: 15, duplicate: 1 })
  })

  test('a place with a handful of monitors has no agent, which begins with the fifth', () => {
    const run = sampled(handle, 'valg')
    const useOne = () => {
      const object = {}
      for (const event of [open, use, close]) run.monitoring.signal(event, 1 + event, object, 0, 0, 0)
    }
    const log = () => run.sampler.selections[0]!.logOf(1)
    for (let i = 0; i < 4; i++) useOne()
    run.sampler.endTraces()
    expect(placeOf(run, 1)).toMatchObject({ created: 4, skipped: 0, unique: 0, duplicate: 0, converged: undefined })
    expect(log()).toBe('')
    useOne()
    run.sampler.endTraces()
    expect(placeOf(run, 1)).toMatchObject({ created: 5, skipped: 0, unique: 1, duplicate: 0 })
    expect(log()).toBe('c0')
  })

  test('an agent that learns is told of every trace by the end, one that does not of none', () => {
    const run = sampled(handle, 'random:1,lag=1')
    const judged = sampled(handle, 'valg:paper,lag=1,epsilon=0')
    for (const { monitoring } of [run, judged]) {
      for (let i = 0; i < 10; i++) {
        const object = {}
        monitoring.signal(open, 1, object, 0, 0, 0)
        monitoring.signal(use, 2, object, 0, 0, 0)
      }
      monitoring.finish()
    }
    expect(placeOf(run, 1)).toMatchObject({ created: 10, unique: 0, duplicate: 0 })
    expect(placeOf(judged, 1).unique + placeOf(judged, 1).duplicate).toBe(10)
  })

  test.each(['D', 'E'] as const)(
    'under algorithm %s a place of duplicates is left alone, and violations elsewhere stay',
    (algo) => {
      const run = sampled(algo === 'D' ? counted : handle, 'valg', algo)
      for (let i = 0; i < 2000; i++) {
        const object = {}
        const site = i === 1990 ? 9 : 1
        for (const event of [open, use, close]) run.monitoring.signal(event, site, object, 0, 0, 0)
        if (site === 9) run.monitoring.signal(use, 10, object, 0, 0, 0)
      }
      run.monitoring.finish()
      const { created, skipped, unique, converged } = placeOf(run, 1)
      expect({ unique, converged }).toEqual({ unique: 1, converged: 'skip' })
      expect(created + skipped).toBe(1999)
      expect(created).toBeLessThan(50)
      expect(run.reports.map(({ site, creationSite }) => [site, creationSite])).toEqual([[10, 9]])
      expect(run.monitoring.statistics().monitors).toBe(created + 1)
      expect(run.monitoring.traces === undefined).toBe(algo === 'D')
    },
  )

  test('under algorithm D what a mark would cost as much as is monitored in full', () => {
    const run = sampled(handle, 'valg', 'D')
    for (let i = 0; i < 1000; i++) run.monitoring.signal(open, 1, {}, 0, 0, 0)
    expect(run.monitoring.statistics().monitors).toBe(1000)
    expect(run.sampler.selections).toEqual([])
  })

  test('a log replays to the same decisions', () => {
    for (const sample of ['valg', 'valg:paper', 'valg:alpha=0.5,epsilon=0.5', 'random:0.3']) {
      const run = sampled(handle, `${sample}${sample.includes(':') ? ',' : ':'}seed=42`)
      for (let i = 0; i < 3000; i++) {
        const object = {}
        for (const event of i % 7 === 0 ? [open, use, use] : [open, close])
          run.monitoring.signal(event, 1, object, 0, 0, 0)
      }
      run.monitoring.finish()
      const [selection] = run.sampler.selections
      const log = selection!.logOf(1)
      const seed = (number: number) => () => seedFor(number, `${handle.id} 1`)
      expect(log).toMatch(/^[cs]/)
      expect(replayLog(makeAgent(run.sampler.sample as Sampling, seed(42)), log)).toBeUndefined()
      expect(replayLog(makeAgent(run.sampler.sample as Sampling, seed(43)), log)).toBeDefined()
    }
  })

  test('a raw spec is not signalled again from a place that broke it', () => {
    const raw = buildSpec({ parameters: ['p'], events: { bad: 'p' }, logic: 'raw' })
    const run = sampled(raw, 'valg')
    for (let i = 0; i < 10; i++) {
      run.monitoring.signal(0, 1, {}, 0, 0, 0)
      run.monitoring.signal(0, 2, {}, 0, 0, 0)
    }
    expect(run.reports.map(({ site }) => site)).toEqual([1, 2])
    expect(run.sampler.suppressed).toBe(18)
    const all = sampled(raw, 'valg:events=off')
    for (let i = 0; i < 10; i++) all.monitoring.signal(0, 1, {}, 0, 0, 0)
    expect(all.reports).toHaveLength(10)
  })

  test('a monitor of a value is never skipped: the value comes again, from other places', () => {
    const descriptor = buildSpec({
      parameters: ['fd:value'],
      events: { open: 'fd', close: 'fd' },
      logic: 'ere',
      formula: 'open close close',
      categories: ['match'],
      creation: ['open'],
    })
    const { monitoring, reports } = sampled(descriptor, 'random:0')
    for (const event of [0, 1, 1]) monitoring.signal(event, 1, 7, 0, 0, 0)
    expect(reports).toHaveLength(1)
  })
})

describe('sizes of collections', () => {
  const loop = compileSpec(loopDefinition)

  const iterate = ({ monitoring }: Sampled, array: unknown[]) => {
    const iterator = {}
    monitoring.signal(0, 1, array, iterator, 0, 0)
    for (const _ of array) monitoring.signal(1, 2, undefined, iterator, 0, 0)
  }

  test('a loop over a collection of a size that was not met is monitored', () => {
    const run = sampled(loop, 'valg')
    for (let i = 0; i < 3000; i++) iterate(run, Array.from({ length: 3 }))
    const { created } = placeOf(run, 1)
    expect(created).toBeLessThan(60)
    iterate(run, Array.from({ length: 17 }))
    expect(placeOf(run, 1).created).toBe(created + 1)
  })

  test('loops over nothing are not waited for', () => {
    const run = sampled(loop, 'valg')
    for (let i = 0; i < 200; i++) iterate(run, [])
    expect(placeOf(run, 1).created).toBeLessThan(30)
  })

  test('loops of sizes that come for the first time do not make a place look again', () => {
    const run = sampled(loop, 'valg')
    for (let i = 0; i < 3000; i++) iterate(run, Array.from({ length: 3 }))
    const { created } = placeOf(run, 1)
    for (let size = 10; size < 20; size++) for (let i = 0; i < 20; i++) iterate(run, Array.from({ length: size }))
    const more = placeOf(run, 1).created - created
    expect(more).toBeGreaterThanOrEqual(2 * 10)
    expect(more).toBeLessThan(2 * 10 + 5)
  })

  test('a place looks again when a trace has left all known paths, not only when it has ended', () => {
    const run = sampled(loop, 'valg:longest=20')
    for (let i = 0; i < 3000; i++) iterate(run, Array.from({ length: 3 }))
    run.sampler.endTraces()
    // All of these go on until their test ends, each with fewer pushes than the one before.
    const array = Array.from({ length: 3 })
    for (let i = 0; i < 1000; i++) {
      iterate(run, array)
      run.monitoring.signal(2, 3, array, undefined, 0, 0)
    }
    run.sampler.endTraces()
    const unique = new Set<string>()
    run.monitoring.traces!.each((node) => unique.add(JSON.stringify(run.monitoring.traces!.steps(node))))
    expect(unique.size).toBeGreaterThan(950)
    const log = run.sampler.selections[0]!.logOf(1)
    expect(log).toContain('n')
    const { sample } = run.sampler
    expect(
      replayLog(
        makeAgent(sample as Sampling, () => seedFor(1, `${loop.id} 1`)),
        log,
      ),
    ).toBeUndefined()
  })

  test('what happens to a collection after a loop makes no trace different, unless traces are kept', () => {
    const uniques = (algo: 'D' | 'E') => {
      const run = sampled(loop, 'valg', algo)
      const array = Array.from({ length: 3 })
      for (let i = 0; i < 300; i++) {
        iterate(run, array)
        run.monitoring.signal(2, 3 + i, array, undefined, 0, 0)
      }
      run.sampler.endTraces()
      return placeOf(run, 1)
    }
    expect(uniques('D')).toMatchObject({ unique: 1 })
    expect(uniques('D').created).toBeLessThan(30)
    expect(uniques('E').unique).toBeGreaterThan(250)
  })

  test('a loop that nobody looks at any more is still monitored, by its state alone', () => {
    const run = sampled(loop, 'valg', 'D')
    const early: { readonly array: number[]; readonly iterator: object }[] = []
    // The first of its place, which has no agent yet, and one that an agent asked for and whose test is over.
    for (let i = 0; i < 20; i++) {
      const [array, iterator] = [[1], {}]
      run.monitoring.signal(0, 1, array, iterator, 0, 0)
      run.monitoring.signal(1, 2, undefined, iterator, 0, 0)
      if (i === 0 || i === 6) early.push({ array, iterator })
    }
    expect(placeOf(run, 1).created).toBeGreaterThan(7)
    run.sampler.endTraces()
    for (const { array, iterator } of early) {
      run.monitoring.signal(1, 2, undefined, iterator, 0, 0)
      run.monitoring.signal(2, 3, array, undefined, 0, 0)
      run.monitoring.signal(1, 4, undefined, iterator, 0, 0)
    }
    expect(run.reports.map(({ site, trace }) => ({ site, trace }))).toEqual([
      { site: 4, trace: undefined },
      { site: 4, trace: undefined },
    ])
  })

  test('a skipped loop leaves nothing on its objects', () => {
    const run = sampled(loop, 'random:0')
    const array = [1, 2]
    iterate(run, array)
    expect(run.monitoring.statistics()).toMatchObject({ events: 3, monitors: 0 })
    expect(placeOf(run, 1)).toMatchObject({ created: 0, skipped: 1 })
  })

  test('a Proxy is not asked for its size', () => {
    const run = sampled(loop, 'valg')
    const asked: unknown[] = []
    const array = new Proxy([], {
      get: (target, key) => {
        asked.push(key)
        return Reflect.get(target, key) as unknown
      },
    })
    for (let i = 0; i < 100; i++) run.monitoring.signal(0, 1, array, {}, 0, 0)
    expect(asked).toEqual([])
  })
})

describe('--sample', () => {
  test('reads policies with their hyperparameters', () => {
    expect(parseSample('none')).toEqual({ kind: 'none' })
    expect(parseSample('valg')).toMatchObject({ kind: 'discovery', seed: 1, lag: 4, events: true })
    expect(parseSample('valg:longest=50,seed=9')).toMatchObject({
      kind: 'discovery',
      discovery: { longest: 50 },
      seed: 9,
    })
    expect(parseSample('valg:paper')).toMatchObject({
      kind: 'bandit',
      bandit: { alpha: 0.9, epsilon: 0.1, delta: 1e-5, create: 5, skip: 0 },
    })
    expect(parseSample('valg:paper,events=off')).toMatchObject({ kind: 'bandit', events: false })
    expect(parseSample('valg:alpha=average,epsilon=0.5')).toMatchObject({ bandit: { alpha: null, epsilon: 0.5 } })
    expect(parseSample('random:0.1')).toMatchObject({ kind: 'coin', probability: 0.1 })
  })

  test.each([
    ['valgg', 'Did you mean valg? Write none, valg, valg:paper or random:0.1.'],
    ['random', 'Give a probability between 0 and 1, for instance random:0.1.'],
    ['random:2', 'Give a probability between 0 and 1, for instance random:0.1.'],
    ['valg:alpha=7', 'alpha must be a number from 0 to 1.'],
    ['valg:lag=1.5', 'seed and lag must be whole numbers.'],
    [
      'valg:longestt=5',
      'Did you mean longest? It takes seed, lag, first, perContext, rate, growth, longest, events, each as <name>=<value>.',
    ],
  ])('refuses %s', (text, remedy) => {
    expect(() => parseSample(text)).toThrow(
      expect.objectContaining({ code: 'bad-sample', message: `--sample cannot be "${text}"`, remedy }) as Error,
    )
  })
})
