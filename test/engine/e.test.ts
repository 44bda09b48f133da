import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import type { Monitoring, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator } from './familiar-specs.ts'

const iteratorSpec = buildSpec(iterator)
const [create, modify, next] = [0, 1, 2]

function monitored(name: AlgorithmName, spec: CompiledSpec): { monitoring: Monitoring; reports: Report[] } {
  const reports: Report[] = []
  const monitoring = algorithms[name](spec, {
    sink: (report) => reports.push(report),
    onFault: failAtFault,
    traces: true,
  })
  return { monitoring, reports }
}

/** `create@1 next@2×3` → instances. */
function contents({ spec, traces }: Monitoring): Record<string, number> {
  const found: Record<string, number> = {}
  traces!.each((node, count) => {
    const steps = traces!.steps(node).map(({ event, site, times }) => {
      return `${spec.events[event]!.name}@${site}${times === 1 ? '' : `×${times}`}`
    })
    found[steps.join(' ')] = count
  })
  return found
}

describe('algorithm E', () => {
  test('reports at the event, with the trace that led there', () => {
    const { monitoring, reports } = monitored('E', iteratorSpec)
    const [m, i] = [{}, {}]
    monitoring.signal(create, 1, m, i, undefined, undefined)
    monitoring.signal(next, 2, undefined, i, undefined, undefined)
    monitoring.signal(next, 2, undefined, i, undefined, undefined)
    monitoring.signal(modify, 3, m, undefined, undefined, undefined)
    expect(reports).toEqual([])
    monitoring.signal(next, 2, undefined, i, undefined, undefined)
    expect(
      reports.map(({ site, creationSite, instances, trace }) => ({ site, creationSite, instances, trace })),
    ).toEqual([
      {
        site: 2,
        creationSite: 1,
        instances: 1,
        trace: [
          { event: create, site: 1, times: 1 },
          { event: next, site: 2, times: 2 },
          { event: modify, site: 3, times: 1 },
          { event: next, site: 2, times: 1 },
        ],
      },
    ])
    expect(contents(monitoring)).toEqual({ 'create@1 next@2×2 modify@3 next@2': 1 })
  })

  test('judges each unique prefix once, however many instances have it', () => {
    let steps = 0
    const brackets = buildSpec({
      parameters: ['h'],
      events: { open: 'h', close: 'h' },
      logic: 'cfg',
      formula: 'S -> S open S close | epsilon',
      categories: ['fail'],
      creation: ['open'],
    })
    const counting = {
      ...brackets,
      template: {
        ...brackets.template,
        step(state: Parameters<typeof brackets.template.step>[0], event: number) {
          steps += 1
          return brackets.template.step(state, event)
        },
      },
    }
    const { monitoring, reports } = monitored('E', counting)
    for (let n = 0; n < 500; n += 1) {
      const h = {}
      for (const [event, site] of [
        [0, 1],
        [0, 1],
        [1, 2],
        [1, 3],
        [1, 4],
      ] as const)
        monitoring.signal(event, site, h, undefined, undefined, undefined)
    }
    expect(contents(monitoring)).toEqual({ 'open@1×2 close@2 close@3 close@4': 500 })
    expect(reports.length).toBe(500)
    expect(steps).toBe(5)
  })

  test('remembers what happened to objects that died as counts, without holding anything of them', () => {
    const { monitoring } = monitored('E', iteratorSpec)
    const m = {}
    for (let n = 0; n < 1000; n += 1) monitoring.signal(create, 1, m, {}, undefined, undefined)
    monitoring.signal(modify, 2, m, undefined, undefined, undefined)
    expect(contents(monitoring)).toEqual({ 'create@1 modify@2': 1000 })
    expect(monitoring.traces!.size).toBe(3)
  })

  test('stays quick on an object that is iterated and changed in turn, and says what it left out', () => {
    const { monitoring, reports } = monitored('E', iteratorSpec)
    const m = {}
    const begin = process.cpuUsage()
    const cursors: object[] = []
    for (let n = 0; n < 4000; n += 1) {
      const i = {}
      cursors.push(i)
      monitoring.signal(create, 1, m, i, undefined, undefined)
      monitoring.signal(modify, 2 + (n % 3), m, undefined, undefined, undefined)
    }
    for (const i of cursors) monitoring.signal(next, 9, undefined, i, undefined, undefined)
    expect(reports.length).toBe(4000)
    expect(process.cpuUsage(begin).user).toBeLessThan(5e6)
    expect(monitoring.traces!.cuts).toBeGreaterThan(3000)
    let kept = 0
    monitoring.traces!.each((_, count) => (kept += count))
    expect(kept).toBe(4000)
  })

  test('agrees with the other algorithms on long runs of one event, whose verdict may change on the way', () => {
    let longest = 0
    let reported = 0
    const cases = fc.record({
      /** After how many uses the handle is worn out. */
      life: fc.integer({ min: 1, max: 40 }),
      uses: fc.array(
        fc.record({ handle: fc.nat(2), site: fc.constantFrom(1, 1, 1, 2), times: fc.integer({ min: 1, max: 30 }) }),
        {
          maxLength: 12,
        },
      ),
    })
    fc.assert(
      fc.property(cases, ({ life, uses }) => {
        const states = Object.fromEntries([
          ['start', { open: 's0' }],
          ...Array.from({ length: life }, (_, n) => [
            `s${n}`,
            { use: n + 1 === life ? 'worn' : `s${n + 1}`, open: 's0' },
          ]),
          ['worn', { use: 's0', open: 's0' }],
        ]) as Record<string, Record<string, string>>
        const spec = buildSpec({
          parameters: ['h'],
          events: { open: 'h', use: 'h' },
          automaton: { states, categories: { worn: ['worn'] } },
          creation: ['open'],
        })
        const results = (['C+', 'D', 'E'] as const).map((name) => {
          const { monitoring, reports } = monitored(name, spec)
          const handles = [{}, {}, {}]
          for (const h of handles) monitoring.signal(0, 1, h, undefined, undefined, undefined)
          for (const { handle, site, times } of uses)
            for (let n = 0; n < times; n += 1)
              monitoring.signal(1, site, handles[handle], undefined, undefined, undefined)
          return { traces: contents(monitoring), reports: reports.map(({ trace }) => JSON.stringify(trace)) }
        })
        expect(results[1]).toEqual(results[0])
        expect(results[2]).toEqual(results[0])
        reported += results[0]!.reports.length
        longest = Math.max(longest, ...uses.map(({ times }) => times))
      }),
      runs(200),
    )
    expect(longest).toBeGreaterThan(20)
    expect(reported).toBeGreaterThan(200)
  })
})
