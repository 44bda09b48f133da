import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { monitorTrace } from '#src/engine/monitor-trace.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'

const names = Object.keys(algorithms) as AlgorithmName[]

const iteration: SpecDefinition = {
  id: 'map/no-change-while-iterating',
  description: 'A map is not changed while it is iterated.',
  severity: 'error',
  doc: 'https://example.org/map',
  parameters: { m: 'object', i: 'object' },
  events: {
    create: { bind: { m: 'receiver', i: 'result' }, creation: true },
    modify: { bind: { m: 'receiver' } },
    next: { bind: { i: 'receiver' } },
  },
  logic: 'ere',
  formula: 'create next* modify+ next',
  report: { match: '{m} was changed while {i} was walking it ({event})' },
}

describe.each(names)('monitorTrace with algorithm %s', (algo) => {
  test('takes a definition and names, and tells what, where and with which values', () => {
    const violations = monitorTrace(
      iteration,
      [
        { event: 'create', params: { m: 'm1', i: 'i1' }, site: 'a.ts:1:1' },
        { event: 'modify', params: { m: 'm1' }, site: 'a.ts:2:1' },
        { event: 'next', params: { i: 'i1' }, site: 'a.ts:3:1', test: 'maps' },
        { died: 'i1' },
      ],
      { algo },
    )
    expect(violations).toEqual([
      {
        spec: 'map/no-change-while-iterating',
        category: 'match',
        message: expect.stringMatching(/^(m1|…) was changed while i1 was walking it \(next\)$/) as string,
        event: 'next',
        site: 'a.ts:3:1',
        test: 'maps',
        params: expect.objectContaining({ i: 'i1' }) as object,
        instances: 1,
      },
    ])
  })

  test('takes a compiled spec and objects', () => {
    const [map, other, iterator] = [new Map(), new Map(), [].values()]
    const violations = monitorTrace(
      compileSpec(iteration),
      [
        { event: 'create', params: { m: map, i: iterator } },
        { event: 'modify', params: { m: other } },
        { event: 'next', params: { i: iterator } },
        { event: 'modify', params: { m: map } },
        { event: 'next', params: { i: iterator } },
      ],
      { algo },
    )
    expect(violations.map(({ event, site, params }) => [event, site, params['i'] === iterator])).toEqual([
      ['next', undefined, true],
    ])
  })
})

describe('monitorTrace', () => {
  test('monitors with algorithm D unless told otherwise', () => {
    expect(monitorTrace(iteration, [])).toEqual([])
  })

  test('refuses an event that the spec does not have', () => {
    expect(() => monitorTrace(iteration, [{ event: 'modfy', params: { m: 1 } }])).toThrow(
      'spec map/no-change-while-iterating has no event "modfy"',
    )
  })

  test('refuses an event that binds too little or too much', () => {
    expect(() => monitorTrace(iteration, [{ event: 'modify' }])).toThrow(
      'event "modify" of spec map/no-change-while-iterating binds m, but was given nothing',
    )
    expect(() => monitorTrace(iteration, [{ event: 'modify', params: { m: 1, i: 2 } }])).toThrow(
      'event "modify" of spec map/no-change-while-iterating binds m, but was given m, i',
    )
  })

  test("throws what the spec's own code throws", () => {
    const broken: SpecDefinition = {
      ...iteration,
      handler: () => {
        throw new Error('no such field')
      },
    }
    expect(() =>
      monitorTrace(broken, [
        { event: 'create', params: { m: 1, i: 2 } },
        { event: 'modify', params: { m: 1 } },
        { event: 'next', params: { i: 2 } },
      ]),
    ).toThrow('no such field')
  })
})
