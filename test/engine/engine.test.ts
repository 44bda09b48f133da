import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { createEngine } from '#src/engine/engine.ts'
import type { EngineOptions } from '#src/engine/engine.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { buildSpec } from '../support/spec-builder.ts'

const names = Object.keys(algorithms) as AlgorithmName[]

const twice = buildSpec({
  id: 'test/twice',
  parameters: ['f'],
  events: { e: 'f' },
  logic: 'ere',
  formula: 'e e',
  categories: ['match'],
})
const pair = buildSpec({
  id: 'test/pair',
  parameters: ['m', 'i'],
  events: { create: 'm i', modify: 'm', next: 'i' },
  logic: 'ere',
  formula: 'create modify next',
  categories: ['match'],
})

function engineOf(specs: readonly CompiledSpec[], options: Partial<EngineOptions> = {}) {
  const reports: string[] = []
  const faults: string[] = []
  const engine = createEngine({
    specs,
    sink: ({ spec, site }) => reports.push(`${spec.id} at ${site}`),
    onFault: (spec, part, error) => faults.push(`${spec.id} ${part}: ${String(error)}`),
    ...options,
  })
  return { engine, reports, faults }
}

describe.each(names)('an engine with algorithm %s', (algorithm) => {
  test('passes one operation on to all specs that want it, each with its own parameters', () => {
    const { engine, reports } = engineOf([twice, pair], { algorithm })
    const iterate = engine.joinPoint([
      { spec: twice, event: 0, slots: [1] },
      { spec: pair, event: 0, slots: [1, 0] },
    ])
    const modify = engine.joinPoint([{ spec: pair, event: 1 }])
    const next = engine.joinPoint([
      { spec: pair, event: 2, slots: [2, 0] },
      { spec: twice, event: 0 },
    ])
    const map = {}
    const iterator = {}
    iterate.signal(1, iterator, map, undefined, undefined)
    modify.signal(2, map, undefined, undefined, undefined)
    next.signal(3, iterator, undefined, undefined, undefined)
    next.signal(4, iterator, undefined, undefined, undefined)
    engine.finish()
    expect(reports.sort()).toEqual(['test/pair at 3', 'test/twice at 4'])
  })

  test('passes deaths on', () => {
    const gone = buildSpec({
      id: 'test/gone',
      parameters: ['f'],
      events: { open: 'f', gone: 'f' },
      logic: 'ere',
      formula: 'open gone',
      categories: ['match'],
      deaths: { gone: 'f' },
    })
    const { engine, reports } = engineOf([gone], { algorithm })
    const object = {}
    engine.joinPoint([{ spec: gone, event: 0 }]).signal(1, object, undefined, undefined, undefined)
    engine.died(object)
    engine.finish()
    expect(reports).toEqual(['test/gone at 0'])
  })

  test('tells where time goes when it is given a clock', () => {
    let now = 0
    const { engine } = engineOf([{ ...twice, handler: () => {} }], { algorithm, clock: () => (now += 1) })
    const point = engine.joinPoint([{ spec: engine.statistics()[0]!.spec, event: 0 }])
    const object = {}
    point.signal(1, object, undefined, undefined, undefined)
    point.signal(2, object, undefined, undefined, undefined)
    engine.finish()
    const { time, ...rest } = engine.statistics()[0]!.statistics
    expect(rest).toEqual({ events: 2, monitors: 1, collected: 1, live: 0, peak: 1, steps: 2, reports: 1 })
    expect(time!.stepping).toBeGreaterThan(0)
    expect(time!.authored).toBeGreaterThan(0)
  })
})

describe('an engine', () => {
  test('leaves a spec that is off out of every join point', () => {
    const { engine, reports } = engineOf([twice, pair])
    const both = engine.joinPoint([
      { spec: twice, event: 0 },
      { spec: pair, event: 1 },
    ])
    const one = engine.joinPoint([{ spec: twice, event: 0 }])
    expect([both.wanted, one.wanted]).toEqual([true, true])
    engine.switchOff(twice)
    expect([both.wanted, one.wanted, engine.isOn(twice), engine.isOn(pair)]).toEqual([true, false, false, true])
    expect(engine.joinPoint([{ spec: twice, event: 0 }]).wanted).toBe(false)
    const object = {}
    both.signal(1, object, undefined, undefined, undefined)
    both.signal(2, object, undefined, undefined, undefined)
    expect(reports).toEqual([])
    expect(engine.statistics().map(({ spec, statistics }) => [spec.id, statistics.events])).toEqual([
      ['test/twice', 0],
      ['test/pair', 2],
    ])
  })

  test('does not know specs that it was not given', () => {
    const { engine } = engineOf([pair])
    expect(engine.joinPoint([{ spec: twice, event: 0 }]).wanted).toBe(false)
  })

  test('switches a spec off whose monitoring throws, says so once, and goes on with the others', () => {
    const broken: CompiledSpec = {
      ...twice,
      id: 'test/broken',
      template: {
        ...twice.template,
        table: undefined,
        step: () => {
          throw new Error('out of states')
        },
      },
    }
    const { engine, reports, faults } = engineOf([broken, twice])
    const point = engine.joinPoint([
      { spec: broken, event: 0 },
      { spec: twice, event: 0 },
    ])
    const object = {}
    point.signal(1, object, undefined, undefined, undefined)
    point.signal(2, object, undefined, undefined, undefined)
    expect(faults).toEqual(['test/broken monitoring: Error: out of states'])
    expect(reports).toEqual(['test/twice at 2'])
  })
})
