import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { EventContext } from '#src/spec/definition.ts'
import type { SpecText } from '../support/spec-builder.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { iterator } from './familiar-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace } from './trace-text.ts'

const names = Object.keys(algorithms) as AlgorithmName[]

const growing: SpecText = {
  parameters: ['a', 'b'],
  events: { x: 'a', y: 'a b' },
  logic: 'ere',
  formula: 'x x* y y*',
  categories: ['match'],
  creation: ['x'],
}

function run(name: AlgorithmName, text: SpecText, trace: string, changes: Partial<CompiledSpec> = {}) {
  return runTrace(algorithms[name], { ...buildSpec(text), ...changes }, parseTrace(text, trace.split(' ; ')))
}

const places = ({ reports }: ReturnType<typeof run>) => reports.map(({ at }) => at).sort((a, b) => a - b)

describe.each(names)("a spec author's code under algorithm %s", (name) => {
  test('a reset lets one monitor report again and again', () => {
    const trace = 'create m1 i1 ; modify m1 ; next i1 ; create m1 i1 ; modify m1 ; next i1 ; next i1'
    expect(places(run(name, iterator, trace))).toEqual([3])
    expect(places(run(name, iterator, trace, { handler: (control) => control.reset() }))).toEqual([3, 6])
  })

  test('a handler that returns false takes the report away', () => {
    const seen: string[] = []
    const handled = run(name, iterator, 'create m1 i1 ; modify m1 ; next i1', {
      handler: ({ category }) => {
        seen.push(category)
        return false
      },
    })
    expect(handled.reports).toEqual([])
    expect(handled.statistics.reports).toBe(0)
    expect(seen).toEqual(['match'])
  })

  test('a handler does not see instances that the spec filters out', () => {
    const seen: string[] = []
    run(name, { ...growing, formula: 'x x* (y y* | epsilon)', fullBinding: true }, 'x a1 ; x a1 ; y a1 b1', {
      handler: ({ category }) => void seen.push(category),
    })
    expect(seen).toEqual(['match'])
  })

  test('variables belong to a monitor, and a monitor that grows out of another starts with a copy', () => {
    const text: SpecText = {
      ...growing,
      variables: () => ({ seen: [] }),
      actions: {
        x: (variables) => (variables['seen'] as string[]).push('x'),
        y: (variables) => (variables['seen'] as string[]).push('y'),
      },
    }
    const { reports } = run(name, text, 'x a1 ; x a2 ; x a1 ; y a1 b1 ; y a1 b2 ; y a2 b1 ; y a1 b1')
    const lists = reports.map(({ at, report }) => `${at} ${(report.variables!['seen'] as string[]).join('')}`).sort()
    // Reports show the variables themselves, so what the last event did to the first instance shows in its first report.
    expect(lists).toEqual(['4 xxyy', '5 xxy', '6 xy', '7 xxyy'])
  })

  test('an action sees the operation', () => {
    const contexts = [{ args: [1] }, { args: [2] }] as unknown as EventContext[]
    const seen: unknown[] = []
    const text: SpecText = {
      parameters: ['f'],
      events: { e: 'f' },
      logic: 'ere',
      formula: 'e e',
      categories: ['match'],
      actions: { e: (_, context) => void seen.push(context.args[0]) },
    }
    let next = 0
    runTrace(algorithms[name], buildSpec(text), parseTrace(text, ['e f1', 'e f1']), { context: () => contexts[next++] })
    expect(seen).toEqual([1, 2])
  })

  test('an action that throws is told of once and switched off; reports go on', () => {
    const text: SpecText = {
      ...iterator,
      actions: {
        next: () => {
          throw new Error('no such field')
        },
      },
    }
    const { faults, ...rest } = run(name, text, 'create m1 i1 ; create m1 i2 ; modify m1 ; next i1 ; next i2')
    expect(places({ faults, ...rest })).toEqual([4, 5])
    expect(faults).toEqual(['test/built action: Error: no such field'])
  })

  test('a handler that throws is told of once and switched off; its reports are made', () => {
    const { faults, ...rest } = run(name, iterator, 'create m1 i1 ; create m1 i2 ; modify m1 ; next i1 ; next i2', {
      handler: () => {
        throw new Error('no such field')
      },
    })
    expect(places({ faults, ...rest })).toEqual([4, 5])
    expect(faults).toEqual(['test/built handler: Error: no such field'])
  })

  test('variables that cannot be made are told of once; monitoring goes on', () => {
    const { faults, ...rest } = run(name, iterator, 'create m1 i1 ; create m1 i2 ; modify m1 ; next i1 ; next i2', {
      variables: () => {
        throw new Error('no such value')
      },
    })
    expect(places({ faults, ...rest })).toEqual([4, 5])
    expect(faults).toEqual(['test/built variables: Error: no such value'])
  })

  test('the site of the creation event is in the report, also of an instance that grew', () => {
    const { reports } = run(name, growing, 'x a2 ; x a1 ; x a1 ; y a1 b1')
    expect(reports.map(({ report }) => report.creationSite)).toEqual([2])
  })

  test('the slice is in the report when traces are kept, with runs counted', () => {
    const text = iterator
    const trace = parseTrace(text, ['next i1', 'create m1 i1', 'modify m1', 'next i1'])
    const { reports } = runTrace(algorithms[name], buildSpec(text), trace, { traces: true })
    expect(reports.map(({ report }) => report.trace)).toEqual([
      [
        { event: 0, site: 2, times: 1 },
        { event: 1, site: 3, times: 1 },
        { event: 2, site: 4, times: 1 },
      ],
    ])
  })
})
