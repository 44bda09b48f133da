/**
 * Algorithm E puts off what nobody can see: broadcasts that report nothing, long runs. Whoever looks, whenever, must see
 * what an algorithm sees that puts off nothing: C+ with traces kept.
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import type { Monitoring } from '#src/engine/monitoring.ts'
import { rank } from '#src/engine/trace/trace-store.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator } from './familiar-specs.ts'

const iterating = (formula: string) => buildSpec({ ...iterator, formula })

const specs = [
  // A change reports nothing.
  buildSpec(iterator),
  // It does.
  iterating('create next next* modify'),
  iterating('create (next | modify)* modify modify modify'),
  // The length of a run decides.
  iterating(`create ${'next '.repeat(20)}next*`),
]

type Act =
  | { readonly kind: 'create'; readonly m: number; readonly site: number }
  | { readonly kind: 'next' | 'modify'; readonly on: number; readonly site: number; readonly times: number }
  | { readonly kind: 'look' }
  | { readonly kind: 'test'; readonly test: number }

const site = fc.constantFrom(1, 1, 2)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create'), m: fc.nat(1), site }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('next'),
      on: fc.nat(9),
      site,
      times: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 15, max: 50 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('modify'),
      on: fc.nat(1),
      site,
      times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(300) }),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: 'look' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('test'), test: fc.integer({ min: 0, max: 3 }) }) },
)

/** Every trace with its count, whether it was reported, and the tests that left it. */
function look({ spec, traces }: Monitoring): Record<string, string> {
  const seen: Record<string, string> = {}
  const tests = traces!.testsByNode()
  traces!.each((node, count) => {
    const text = traces!.steps(node).map((step) => `${spec.events[step.event]!.name}@${step.site}×${step.times}`)
    seen[text.join(' ')] = `${count} ${traces!.wasReported(node)} ${(tests[rank(node)] ?? []).join()}`
  })
  return seen
}

function run(name: AlgorithmName, spec: CompiledSpec, acts: readonly Act[]) {
  const seen: unknown[] = []
  const monitoring = algorithms[name](spec, {
    traces: true,
    sink: ({ event, site, instances, trace }) => {
      for (let n = 0; n < instances; n++) seen.push(`${event} ${site} ${JSON.stringify(trace)}`)
    },
    onFault: failAtFault,
  })
  let maps = [{}, {}]
  let iterators: object[] = []
  const looks: unknown[] = []
  for (const each of acts) {
    if (each.kind === 'look') looks.push(look(monitoring))
    else if (each.kind === 'test') {
      if (each.test === 0) monitoring.traces!.leaveTest()
      else monitoring.traces!.enterTest(each.test)
      // Which tests left a trace is known for sure if nothing outlives its test.
      maps = [{}, {}]
      iterators = []
    } else if (each.kind === 'create') {
      const i = {}
      iterators.push(i)
      monitoring.signal(0, each.site, maps[each.m], i, undefined, undefined)
    } else {
      for (let n = 0; n < each.times; n++) {
        if (each.kind === 'modify') monitoring.signal(1, 10 + each.site, maps[each.on], undefined, undefined, undefined)
        else if (iterators.length > 0)
          monitoring.signal(2, 20 + each.site, undefined, iterators[each.on % iterators.length], undefined, undefined)
      }
    }
    seen.push(each.kind)
  }
  monitoring.traces!.leaveTest()
  looks.push(look(monitoring))
  return { looks, seen: byAct(seen) }
}

/** Reports of one event come in any order. */
function byAct(seen: readonly unknown[]): unknown[] {
  const found: unknown[] = []
  let reports: string[] = []
  for (const each of seen as string[]) {
    if (each === 'create' || each === 'next' || each === 'modify' || each === 'look' || each === 'test') {
      found.push(reports.sort(), each)
      reports = []
    } else reports.push(each)
  }
  return found
}

describe('what algorithm E puts off', () => {
  test('is there whenever somebody looks, and every report at its event', () => {
    let traces = 0
    let reports = 0
    fc.assert(
      fc.property(fc.constantFrom(...specs), fc.array(act, { minLength: 15, maxLength: 50 }), (spec, acts) => {
        const expected = run('C+', spec, acts)
        const found = run('E', spec, acts)
        expect(found).toEqual(expected)
        traces += Object.keys(expected.looks.at(-1) as object).length
        reports += expected.seen.flat().length - acts.length
      }),
      runs(200),
    )
    expect(traces).toBeGreaterThan(1000)
    expect(reports).toBeGreaterThan(300)
  })
})
