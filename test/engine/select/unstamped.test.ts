/** Where monitors are skipped, the collections of the others are kept without a stamp, alone and beside what others keep of them. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { isKept } from '#src/engine/d/slots.ts'
import type { Algorithm, Monitoring } from '#src/engine/monitoring.ts'
import { parseSample } from '#src/engine/select/sample.ts'
import { Sampler, selectively } from '#src/engine/select/selective-monitoring.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../../support/property.ts'
import { buildSpec } from '../../support/spec-builder.ts'
import { failAtFault } from '../fail-at-fault.ts'
import { create, loopDefinition, next, push } from './loop-spec.ts'

const loop = compileSpec({ ...loopDefinition, formula: 'create (next | push)* push next' })
/** Its instances are words where nothing else is kept of their objects. */
const handle = buildSpec({
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  logic: 'ere',
  formula: 'open (open | use | close)* close open* use',
  categories: ['match'],
  creation: ['open'],
})

const everyLoop = (): Algorithm =>
  selectively(algorithms.D, new Sampler(parseSample('random:1'), { namePlace: String }))

function watch(algorithm: Algorithm, spec: CompiledSpec): { monitoring: Monitoring; reports: string[] } {
  const reports: string[] = []
  const monitoring = algorithm(spec, {
    sink: ({ event, site, instances }) => reports.push(`${event} ${site} ${instances}`),
    onFault: failAtFault,
  })
  return { monitoring, reports }
}

test('a monitored loop leaves a stamp on its array, unless most loops are skipped', () => {
  const stamps = (algorithm: Algorithm): boolean => {
    const { monitoring, reports } = watch(algorithm, loop)
    const array = [1]
    const iterator = {}
    monitoring.signal(create, 1, array, iterator, undefined, undefined)
    monitoring.signal(push, 2, array, undefined, undefined, undefined)
    monitoring.signal(next, 3, undefined, iterator, undefined, undefined)
    expect(reports).toEqual(['1 3 1'])
    return isKept(array)
  }
  expect(stamps(algorithms.D)).toBe(true)
  expect(stamps(everyLoop())).toBe(false)
})

describe('beside others', () => {
  /** In the last two an object may come after it was kept as a collection of the first, or before. */
  const monitorings = {
    loops: () => watch(everyLoop(), loop),
    states: () => watch(algorithms.D, handle),
    traces: () => watch(algorithms.E, handle),
    iterators: () => watch(algorithms.D, loop),
  }
  type Who = keyof typeof monitorings
  const everyone = Object.keys(monitorings) as Who[]
  /** What one of them is told of: an event, and two objects of which a handle is the first. */
  const told = fc.record({
    who: fc.constantFrom<Who>('loops', ...everyone),
    event: fc.nat(2),
    collection: fc.nat(3),
    iterator: fc.integer({ min: 4, max: 9 }),
  })
  type Told = typeof told extends fc.Arbitrary<infer T> ? T : never

  /** The reports of each, where they are told of the same objects, or each of its own. */
  function reportsOf(program: readonly Told[], shared: boolean): string[][] {
    const watchers = everyone.map((who) => monitorings[who]())
    const objects = new Map<string, object>()
    const objectOf = (who: Who, number: number): object => {
      const name = shared ? String(number) : `${who} ${number}`
      if (!objects.has(name)) objects.set(name, [])
      return objects.get(name)!
    }
    const begun = new Set<string>()
    program.forEach(({ who, event, collection, iterator }, site) => {
      const { monitoring } = watchers[everyone.indexOf(who)]!
      // What is a collection to the one is an iterator to the other.
      const turned = who === 'iterators'
      const first = objectOf(who, turned ? iterator : collection)
      if (who === 'states' || who === 'traces')
        return monitoring.signal(event, site, first, undefined, undefined, undefined)
      const second = turned ? collection : iterator
      if (event === create && begun.has(`${who} ${second}`)) return
      if (event === create) begun.add(`${who} ${second}`)
      const a = event === next ? undefined : first
      const b = event === push ? undefined : objectOf(who, second)
      monitoring.signal(event, site, a, b, undefined, undefined)
    })
    return watchers.map(({ reports }) => reports)
  }

  test('each reports what it reports of objects of its own', () => {
    const reported = everyone.map(() => 0)
    fc.assert(
      fc.property(fc.array(told, { minLength: 40, maxLength: 80 }), (program) => {
        const reports = reportsOf(program, true)
        expect(reports).toEqual(reportsOf(program, false))
        reports.forEach((list, who) => (reported[who]! += list.length))
      }),
      runs(400),
    )
    expect(Math.min(...reported)).toBeGreaterThan(100)
  })
})
