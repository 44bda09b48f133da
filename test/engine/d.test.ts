import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { createAlgorithmD } from '#src/engine/d/algorithm-d.ts'
import type { MonitoringOptions, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { readCases } from './cases.ts'
import { integrityChecking } from './d-integrity.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseReport, parseTrace, sortReports } from './trace-text.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator, leak, viewIterator } from './familiar-specs.ts'

function start(spec: CompiledSpec, options: Partial<MonitoringOptions> = {}) {
  const reports: Report[] = []
  const monitoring = createAlgorithmD(spec, {
    sink: (report) => reports.push(report),
    onFault: failAtFault,
    ...options,
  })
  const signal = (name: string, site: number, ...values: unknown[]) => {
    const event = spec.events.findIndex((each) => each.name === name)
    monitoring.signal(event, site, values[0], values[1], values[2], values[3])
  }
  return { monitoring, reports, signal }
}

const iteratorSpec = buildSpec({ ...iterator, connected: true, fullBinding: true })
const viewSpec = buildSpec(viewIterator)
const leakSpec = buildSpec(leak)

describe('the checks that keep joins sound', () => {
  const decided = readCases().filter(({ decides }) => decides !== undefined)

  test('there are at least fifty cases', () => {
    expect(decided.length).toBeGreaterThanOrEqual(50)
  })

  test.each(decided.map((each) => [each.name, each] as const))('decide %s', (_, each) => {
    const spec = buildSpec(each.spec)
    const lines = parseTrace(each.spec, each.trace)
    const withChecks = runTrace(integrityChecking(), spec, lines, { identify: true })
    expect(sortReports(withChecks.reports)).toEqual(each.reports)
    const without = runTrace(integrityChecking({ without: each.decides! }), spec, lines, { identify: true })
    expect(sortReports(without.reports)).not.toEqual(each.reports)
  })
})

test.each(readCases().map((each) => [`${each.theme}: ${each.name}`, each] as const))(
  'with its index checked, %s',
  (_, each) => {
    const run = runTrace(integrityChecking(), buildSpec(each.spec), parseTrace(each.spec, each.trace))
    expectReports(run.reports, each.reports.map(parseReport))
  },
)

describe('specs that need a monitor for each instance', () => {
  const counting = (spec: CompiledSpec): CompiledSpec => ({
    ...spec,
    variables: () => ({ taken: 0 }),
    events: spec.events.map((event) => ({
      ...event,
      action: (variables: Record<string, unknown>) => {
        variables['taken'] = (variables['taken'] as number) + 1
      },
    })),
  })

  test('report what the definition says, with the same variables as algorithm C+', () => {
    fc.assert(
      fc.property(randomCase(), fc.boolean(), ({ text, trace }, collect) => {
        const spec = counting(buildSpec(text))
        const lines = parseTrace(text, trace)
        const run = runTrace(integrityChecking(), spec, lines, { identify: true, collect })
        expectNamedReports(run.reports, consultOracle(spec, lines).reports)
        const other = runTrace(algorithms['C+'], spec, lines, { collect })
        const taken = (reports: typeof run.reports) =>
          sortReports(
            reports.map((each) => ({
              ...each,
              category: `${each.category} ${String(each.report.variables!['taken'])}`,
            })),
          )
        expect(taken(run.reports)).toEqual(taken(other.reports))
      }),
      runs(400),
    )
  })

  test('keep the traces that algorithm C+ keeps', () => {
    fc.assert(
      fc.property(randomCase(), ({ text, trace }) => {
        const spec = buildSpec(text)
        const lines = parseTrace(text, trace)
        const traced = (reports: ReturnType<typeof runTrace>['reports']) =>
          sortReports(
            reports.map((each) => ({ ...each, category: `${each.category} ${JSON.stringify(each.report.trace)}` })),
          )
        const run = runTrace(integrityChecking(), spec, lines, { identify: true, traces: true })
        expect(traced(run.reports)).toEqual(traced(runTrace(algorithms['C+'], spec, lines, { traces: true }).reports))
      }),
      runs(300),
    )
  })

  test('with a handler that resets, report what algorithm C+ reports', () => {
    fc.assert(
      fc.property(randomCase(), ({ text, trace }) => {
        const spec: CompiledSpec = { ...buildSpec(text), handler: (control) => control.reset() }
        const lines = parseTrace(text, trace)
        const run = runTrace(integrityChecking(), spec, lines, { identify: true })
        const other = runTrace(algorithms['C+'], spec, lines)
        expectNamedReports(run.reports, other.reports)
        expect(run.statistics.monitors).toBe(other.statistics.monitors)
      }),
      runs(300),
    )
  })
})

describe('broadcasts', () => {
  const stepsOfModify = (live: number) => {
    const { monitoring, signal } = start(iteratorSpec)
    const map = {}
    const iterators = Array.from({ length: live }, () => ({}))
    for (const iterator of iterators) signal('create', 1, map, iterator)
    const before = monitoring.statistics().steps
    for (let k = 0; k < 10; k++) signal('modify', 2, map)
    return monitoring.statistics().steps - before
  }

  test('take as many steps for ten thousand monitors as for ten', () => {
    expect(stepsOfModify(10_000)).toBe(stepsOfModify(10))
  })

  test('over two levels take as many steps for ten thousand monitors as for ten', () => {
    const steps = (views: number, iterators: number) => {
      const { monitoring, signal } = start(viewSpec)
      const map = {}
      const kept: object[] = []
      for (let v = 0; v < views; v++) {
        const view = {}
        kept.push(view)
        signal('view', 1, map, view)
        for (let i = 0; i < iterators; i++) {
          const iterator = {}
          kept.push(iterator)
          signal('create', 2, undefined, view, iterator)
        }
      }
      const before = monitoring.statistics().steps
      for (let k = 0; k < 10; k++) signal('modify', 3, map)
      return monitoring.statistics().steps - before
    }
    expect(steps(100, 100)).toBe(steps(2, 5))
  })

  test('report once for all instances that they carry over, by creation site', () => {
    const { reports, signal } = start(leakSpec)
    for (let i = 0; i < 5; i++) signal('open', 10, {})
    for (let i = 0; i < 3; i++) signal('open', 20, {})
    const closed = {}
    signal('open', 20, closed)
    signal('close', 21, closed)
    signal('end', 30)
    expect(reports.map(({ instances, creationSite, site }) => ({ instances, creationSite, site }))).toEqual([
      { instances: 3, creationSite: 20, site: 30 },
      { instances: 5, creationSite: 10, site: 30 },
    ])
  })

  test('a terminal event without parameters begins a trace from nothing', () => {
    const { monitoring, reports, signal } = start(leakSpec)
    const handle = {}
    signal('open', 1, handle)
    signal('end', 2)
    signal('close', 3, handle)
    signal('end', 4)
    expect(reports.length).toBe(1)
    expect(monitoring.statistics()).toMatchObject({ monitors: 1, live: 0, peak: 1, reports: 1 })
  })
})

test('a leaf that many instances share finds each of them', () => {
  const { monitoring, reports, signal } = start(iteratorSpec)
  const shared = {}
  const maps = Array.from({ length: 20_000 }, () => ({}))
  for (const map of maps) signal('create', 1, map, shared)
  signal('modify', 2, maps[77])
  signal('next', 3, undefined, shared)
  expect(reports.length).toBe(1)
  for (const map of maps) signal('create', 1, map, shared)
  expect(monitoring.statistics().monitors).toBe(20_000)
})

describe('values', () => {
  const fileSpec = buildSpec({
    parameters: ['path:value'],
    events: { open: 'path', write: 'path', close: 'path' },
    logic: 'ere',
    formula: 'open write* close write',
    categories: ['match'],
    creation: ['open'],
  })

  test('are the same by SameValueZero', () => {
    const { reports, signal } = start(fileSpec)
    for (const [open, write] of [
      ['a', 'a'],
      [0, -0],
      [Number.NaN, Number.NaN],
      [10n, 10n],
      [undefined, undefined],
    ]) {
      signal('open', 1, open)
      signal('close', 2, open)
      signal('write', 3, write)
    }
    signal('open', 1, 1)
    signal('close', 2, 1)
    signal('write', 3, '1')
    expect(reports.map(({ values }) => values[0])).toEqual(['a', -0, Number.NaN, 10n, undefined])
  })

  test('are evicted when there are too many, and then have no verdict on what follows', () => {
    const { monitoring, reports, signal } = start(fileSpec, { valueLimit: 10 })
    for (let i = 0; i < 30; i++) signal('open', 1, `p${i}`)
    for (let i = 0; i < 30; i++) {
      signal('close', 2, `p${i}`)
      signal('write', 3, `p${i}`)
    }
    expect(monitoring.statistics().evicted).toBe(20)
    expect(reports.map(({ values }) => values[0])).toEqual(Array.from({ length: 10 }, (_, i) => `p${i + 20}`))
    signal('open', 1, 'p0')
    signal('close', 2, 'p0')
    signal('write', 3, 'p0')
    expect(reports.length).toBe(10)
    expect(monitoring.statistics().live).toBe(0)
  })

  test('never lead to a false report by being evicted', () => {
    let evicted = 0
    fc.assert(
      fc.property(randomCase({ traceLength: 24 }), fc.boolean(), ({ text, trace }, individual) => {
        const built = buildSpec({ ...text, parameters: text.parameters.map((word) => word.replace('object', 'value')) })
        const spec = individual ? { ...built, variables: () => ({}) } : built
        const lines = parseTrace(text, trace)
        const expected = sortReports(consultOracle(spec, lines).reports)
        const run = runTrace(createAlgorithmD, spec, lines, {
          identify: true,
          valueLimit: 2,
        })
        evicted += run.statistics.evicted ?? 0
        const rest = [...expected]
        for (const text of sortReports(run.reports)) {
          expect(rest).toContain(text)
          rest.splice(rest.indexOf(text), 1)
        }
      }),
      runs(600),
    )
    expect(evicted).toBeGreaterThan(300)
  })

  test('that are bytes are the same by content, whatever view shows them', () => {
    const spec = buildSpec({
      parameters: ['key:bytes'],
      events: { use: 'key', again: 'key' },
      logic: 'ere',
      formula: 'use again',
      categories: ['match'],
      creation: ['use'],
    })
    const { reports, signal } = start(spec)
    signal('use', 1, Uint8Array.from([1, 2, 3]))
    signal('again', 2, Uint8Array.from([0, 1, 2, 3]).subarray(1))
    signal('use', 1, Buffer.from('abc'))
    signal('again', 2, 'abc')
    signal('again', 2, Uint8Array.from([1, 2]))
    expect(reports.map(({ values }) => values[0])).toEqual([Uint8Array.from([1, 2, 3])])
  })
})

describe('objects of every kind', () => {
  const spec = buildSpec({
    parameters: ['o'],
    events: { first: 'o', second: 'o' },
    logic: 'ere',
    formula: 'first second',
    categories: ['match'],
    creation: ['first'],
  })

  test('carry their slots', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const objects = [
      {},
      Object.freeze({}),
      Object.create(null),
      [],
      () => {},
      class Named extends Array {},
      new Proxy({}, { has: () => false, get: () => 1 }),
      proxy,
      new Map(),
      new Map().values(),
      Promise.resolve(),
      /x/,
      new Error('x'),
      (function* () {})(),
      Symbol('s'),
    ]
    const { reports, signal } = start(spec)
    for (const object of objects) signal('first', 1, object)
    for (const object of objects) signal('second', 2, object)
    expect(reports.length).toBe(objects.length)
    reports.forEach(({ values }, i) => expect(values[0] === objects[i]).toBe(true))
  })

  test('carry the slots of thirty specs', () => {
    const engines = Array.from({ length: 30 }, () => start(spec))
    const object = {}
    const other = {}
    for (const { signal } of engines) signal('first', 1, object)
    for (const { signal } of engines) signal('second', 2, other)
    for (const { signal } of engines.toReversed()) signal('second', 2, object)
    expect(engines.map(({ reports }) => reports.length)).toEqual(engines.map(() => 1))
  })
})

describe('what reports name', () => {
  const named = (message: string): CompiledSpec => ({
    ...iteratorSpec,
    reports: iteratorSpec.reports.map((report) => ({ ...report, message })),
  })

  test('the values of the violating event, and others only when a message names them', () => {
    for (const [message, expected] of [
      ['{i} goes on', undefined],
      ['{m} was changed', 'the map'],
    ] as const) {
      const { reports, signal } = start(named(message))
      const map = { name: 'the map' }
      const iterator = {}
      signal('create', 7, map, iterator)
      signal('modify', 8, map)
      signal('next', 9, undefined, iterator)
      expect(reports.length).toBe(1)
      expect(reports[0]).toMatchObject({ site: 9, creationSite: 7, instances: 1, domain: 3, category: 0, event: 2 })
      expect((reports[0]!.values[0] as { name: string } | undefined)?.name).toBe(expected)
      expect(reports[0]!.values[1] === iterator).toBe(true)
    }
  })
})

describe('the code of a spec', () => {
  test('may signal events of the same spec', () => {
    const created: object[] = []
    const spec: CompiledSpec = {
      ...iteratorSpec,
      handler: () => {
        const map = {}
        created.push(map)
        if (created.length < 50) signal('create', 5, map, shared)
      },
    }
    const { monitoring, reports, signal } = start(spec)
    const shared = {}
    const map = {}
    signal('create', 1, map, shared)
    signal('modify', 2, map)
    signal('next', 3, undefined, shared)
    expect(reports.length).toBe(1)
    expect(monitoring.statistics()).toMatchObject({ monitors: 2, events: 4 })
    signal('modify', 4, created[0])
    signal('next', 5, undefined, shared)
    expect(reports.length).toBe(2)
  })

  test('has its time told apart from stepping and indexing', () => {
    let now = 0
    const spec: CompiledSpec = {
      ...iteratorSpec,
      handler: () => {
        now += 1000
      },
    }
    const { monitoring, signal } = start(spec, { clock: () => (now += 1) })
    const map = {}
    const iterator = {}
    signal('create', 1, map, iterator)
    signal('modify', 2, map)
    signal('next', 3, undefined, iterator)
    const { time } = monitoring.statistics()
    expect(time!.authored).toBe(1001)
    expect(time!.stepping).toBeLessThan(20)
    expect(time!.indexing).toBeLessThan(20)
  })
})

test('instances of one object are told apart by the place of their creation where a broadcast blames it', () => {
  const closedFirst = buildSpec({
    parameters: ['m', 'i'],
    events: { create: 'm i', close: 'm', done: 'i' },
    logic: 'ere',
    formula: 'create close',
    categories: ['match'],
    creation: ['create'],
    blame: 'creation',
  })
  const { monitoring, reports, signal } = start(closedFirst)
  const map = {}
  const iterators = [{}, {}, {}, {}]
  iterators.forEach((iterator, k) => signal('create', k === 1 ? 7 : 8, map, iterator))
  signal('done', 9, undefined, iterators[3])
  signal('close', 10, map)
  const found = reports.map(({ creationSite, instances, site }) => ({ creationSite, instances, site }))
  expect(found.toSorted((a, b) => a.creationSite - b.creationSite)).toEqual([
    { creationSite: 7, instances: 1, site: 10 },
    { creationSite: 8, instances: 2, site: 10 },
  ])
  expect(monitoring.statistics()).toMatchObject({ events: 6, monitors: 4, reports: 3, live: 0 })
})
