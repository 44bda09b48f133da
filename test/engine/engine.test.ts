import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import type { EngineOptions } from '#src/engine/engine.ts'
import { Engine } from '#src/engine/engine.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { EventContext } from '#src/spec/event-context.ts'
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
const gone = buildSpec({
  id: 'test/gone',
  parameters: ['f'],
  events: { open: 'f', gone: 'f' },
  logic: 'ere',
  formula: 'open gone',
  categories: ['match'],
  deaths: { gone: 'f' },
})

function engineOf(specs: readonly CompiledSpec[], algorithm: AlgorithmName, options: Partial<EngineOptions> = {}) {
  const reports: string[] = []
  const faults: string[] = []
  const engine = new Engine({
    specs,
    algorithm: algorithms[algorithm],
    sink: ({ spec, site }) => reports.push(`${spec.id} at ${site}`),
    onFault: (spec, part, error) => faults.push(`${spec.id} ${part}: ${String(error)}`),
    ...options,
  })
  return { engine, reports, faults }
}

describe.each(names)('an engine with algorithm %s', (algorithm) => {
  test('monitors each spec by itself, and passes deaths and the end on to all', () => {
    const { engine, reports } = engineOf([twice, gone], algorithm)
    const object = {}
    for (const spec of [0, 1]) engine.monitoring(spec)!.signal(0, 1, object, undefined, undefined, undefined)
    engine.monitoring(0)!.signal(0, 2, object, undefined, undefined, undefined)
    engine.died(object)
    engine.finish()
    expect(reports.sort()).toEqual(['test/gone at 0', 'test/twice at 2'])
    expect(engine.statistics().map(({ events, reports }) => ({ events, reports }))).toEqual([
      { events: 2, reports: 1 },
      { events: 2, reports: 1 },
    ])
  })

  test("signals by an event's own function, where it has one, as by its number", () => {
    const { engine, reports } = engineOf([twice], algorithm)
    const monitoring = engine.monitoring(0)!
    const signal = monitoring.signaller?.(0)
    expect(signal !== undefined).toBe(algorithm === 'D' || algorithm === 'E')
    const object = {}
    monitoring.signal(0, 1, object, undefined, undefined, undefined)
    if (signal === undefined) monitoring.signal(0, 2, object, undefined, undefined, undefined)
    else signal(2, object, undefined, undefined, undefined)
    engine.finish()
    expect(reports).toEqual(['test/twice at 2'])
    expect(engine.statistics()[0]).toMatchObject({ events: 2, monitors: 1, reports: 1 })
  })

  test('tells where time goes when it is given a clock', () => {
    let now = 0
    const clock = () => (now += 1)
    const { engine } = engineOf([{ ...twice, handler: () => {} }], algorithm, { clock })
    const condition = engine.timed(0, ({ args }) => args.length > 0)
    const object = {}
    for (const args of [[1], [], [1]]) {
      if (!condition({ args } as unknown as EventContext)) continue
      engine.monitoring(0)!.signal(0, 1, object, undefined, undefined, undefined)
    }
    engine.finish()
    const { time, ...counts } = engine.statistics()[0]!
    const kept = algorithm === 'E' ? 1 : 0
    expect(counts).toEqual({ events: 2, monitors: 1, collected: 1 - kept, live: kept, peak: 1, steps: 2, reports: 1 })
    expect(time!.conditions).toBe(3)
    expect(time!.indexing).toBeGreaterThan(0)
    expect(time!.stepping).toBeGreaterThan(0)
    expect(time!.authored).toBeGreaterThan(0)
  })

  test('switches a spec off that fails, says so once, and goes on with the others', () => {
    const { engine, reports, faults } = engineOf([gone, gone, gone], algorithm)
    const object = {}
    for (const spec of [0, 1, 2]) engine.monitoring(spec)!.signal(0, 1, object, undefined, undefined, undefined)
    engine.monitoring(1)!.died = () => {
      throw new Error('no such grave')
    }
    engine.switchOff(2, new Error('out of states'))
    engine.switchOff(2, new Error('again'))
    engine.died(object)
    engine.finish()
    expect(engine.off).toEqual([{ off: false }, { off: true }, { off: true }])
    expect(faults).toEqual(['test/gone monitoring: Error: out of states', 'test/gone monitoring: Error: no such grave'])
    expect(reports).toEqual(['test/gone at 0'])
  })
})

test('without a clock a condition is asked as it is', () => {
  const condition = () => true
  expect(engineOf([twice], 'D').engine.timed(0, condition)).toBe(condition)
  expect(engineOf([twice], 'D').engine.statistics()[0]!.time).toBe(undefined)
})
