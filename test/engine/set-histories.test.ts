/**
 * Monitors at rest: many maps of the same few lives, whose iterators mostly end with their turn. Whoever looks, whenever,
 * must see what C+ sees, which moves every monitor at every event; also when old iterators come back, when histories become
 * too long to be kept, and when the program goes through tests.
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import type { GroupSet } from '#src/engine/d/groups.ts'
import { createAlgorithmE } from '#src/engine/e/algorithm-e.ts'
import type { Monitoring, MonitoringOptions } from '#src/engine/monitoring.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator } from './familiar-specs.ts'

const iteratorSpec = buildSpec(iterator)

/** What happens to a map in a turn: an iterator with some steps, then changes; perhaps an old iterator goes on. */
interface Turn {
  readonly site: number
  readonly steps: number
  readonly changes: readonly number[]
  readonly back: number | undefined
}

type Act =
  | { readonly kind: 'turn'; readonly map: number }
  | { readonly kind: 'renew'; readonly map: number }
  | { readonly kind: 'look' }
  | { readonly kind: 'test'; readonly test: number }

const turn = (back: number): fc.Arbitrary<Turn> =>
  fc.record({
    site: fc.constantFrom(1, 2),
    steps: fc.constantFrom(0, 1, 2, 20),
    changes: fc.array(fc.constantFrom(5, 5, 6), { maxLength: 3 }),
    back: fc.oneof(
      { weight: back, arbitrary: fc.nat(9) },
      { weight: 20, arbitrary: fc.constant<number | undefined>(undefined) },
    ),
  })

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ kind: fc.constant('turn'), map: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew'), map: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant<Act>({ kind: 'look' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('test'), test: fc.nat(3) }) },
)

/** A life is what happens to a map, over and over. */
interface Program {
  readonly lives: readonly (readonly Turn[])[]
  readonly acts: readonly Act[]
}

const program = (back: number): fc.Arbitrary<Program> =>
  fc.record({
    lives: fc.array(fc.array(turn(back), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
    acts: fc.array(act, { minLength: 20, maxLength: 120 }),
  })

class Life {
  readonly map = {}
  readonly iterators: object[] = []
  turns = 0
}

function run(make: (options: MonitoringOptions) => Monitoring, { lives, acts }: Program) {
  const reports: string[] = []
  const looks: Record<string, number>[] = []
  const monitoring = make({
    traces: true,
    sink: ({ site, instances, trace }) => {
      for (let n = 0; n < instances; n++) reports.push(`${site} ${JSON.stringify(trace)}`)
    },
    onFault: failAtFault,
  })
  const store = monitoring.traces!
  const look = () => {
    const counts: Record<string, number> = {}
    store.each((node, count) => (counts[JSON.stringify(store.steps(node))] = count))
    looks.push(counts)
  }
  const maps = Array.from({ length: 6 }, () => new Life())
  for (const each of acts) {
    if (each.kind === 'look') look()
    else if (each.kind === 'test') {
      if (each.test === 0) store.leaveTest()
      else store.enterTest(each.test)
    } else if (each.kind === 'renew') maps[each.map] = new Life()
    else {
      const life = maps[each.map]!
      const script = lives[each.map % lives.length]!
      const { site, steps, changes, back } = script[life.turns++ % script.length]!
      const i = {}
      life.iterators.push(i)
      monitoring.signal(0, site, life.map, i, undefined, undefined)
      for (let n = 0; n < steps; n++) monitoring.signal(2, 10, undefined, i, undefined, undefined)
      for (const change of changes) monitoring.signal(1, change, life.map, undefined, undefined, undefined)
      if (back !== undefined)
        monitoring.signal(2, 11, undefined, life.iterators[back % life.iterators.length], undefined, undefined)
    }
  }
  look()
  const { events, monitors } = monitoring.statistics()
  return { looks, reports: reports.sort(), events, monitors }
}

const by = (name: AlgorithmName) => (options: MonitoringOptions) => algorithms[name](iteratorSpec, options)

describe('monitors at rest', () => {
  test.for([0, 2, 20])('are seen as C+ sees them, where old ones go on after a turn by %i to 20', (back) => {
    let traces = 0
    fc.assert(
      fc.property(program(back), (given) => {
        const expected = run(by('C+'), given)
        expect(run(by('E'), given)).toEqual(expected)
        traces += Object.keys(expected.looks.at(-1)!).length
      }),
      runs(80),
    )
    expect(traces).toBeGreaterThan(400)
  })

  test('are seen as C+ sees them when their histories become long', () => {
    const turns = (n: number): Program => ({
      lives: [[{ site: 1, steps: 1, changes: [5, 6], back: undefined }]],
      acts: Array.from({ length: n }, (_, i): Act => (i % 70 === 69 ? { kind: 'look' } : { kind: 'turn', map: i % 2 })),
    })
    for (const n of [100, 300]) expect(run(by('E'), turns(n))).toEqual(run(by('C+'), turns(n)))
  })

  test('of a full store keep true prefixes and lose no instance', () => {
    fc.assert(
      fc.property(program(1), fc.integer({ min: 1, max: 40 }), (given, limit) => {
        const expected = run(by('C+'), given)
        const found = run((options) => createAlgorithmE(iteratorSpec, options, { limit }), given)
        const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
        const whole = Object.keys(expected.looks.at(-1)!).map((text) => JSON.parse(text) as { times: number }[])
        const isPrefix = (text: string) => {
          const steps = JSON.parse(text) as { times: number }[]
          return whole.some((trace) =>
            steps.every((step, i) => {
              const other = trace[i]
              if (other === undefined) return false
              const same = JSON.stringify({ ...step, times: 0 }) === JSON.stringify({ ...other, times: 0 })
              return same && (i < steps.length - 1 ? step.times === other.times : step.times <= other.times)
            }),
          )
        }
        for (const text of Object.keys(found.looks.at(-1)!)) expect(isPrefix(text), text).toBe(true)
        expect(sum(found.looks.at(-1)!)).toBeLessThanOrEqual(sum(expected.looks.at(-1)!))
        expect(found.reports.map((text) => text.split(' ')[0])).toEqual(
          expected.reports.map((text) => text.split(' ')[0]),
        )
      }),
      runs(60),
    )
  })

  /** Maps of one life each, with an iterator and a change a turn: the sets of their iterators. */
  function setsOf(maps: number, turns: number, isBack: (map: number, turn: number) => boolean): GroupSet[] {
    const monitoring = createAlgorithmE(iteratorSpec, { sink: () => {}, onFault: () => {} })
    return Array.from({ length: maps }, (_, of) => {
      const map = {}
      const first = {}
      for (let turn = 0; turn < turns; turn++) {
        const i = turn === 0 ? first : {}
        monitoring.signal(0, 1, map, i, undefined, undefined)
        monitoring.signal(2, 10, undefined, i, undefined, undefined)
        monitoring.signal(1, 5 + (turn % 2), map, undefined, undefined, undefined)
        if (isBack(of, turn)) monitoring.signal(2, 11, undefined, first, undefined, undefined)
      }
      return monitoring.inspect(0, map)!.sets!
    })
  }

  function groupsOf({ groups }: GroupSet): number {
    let count = 0
    for (let group = groups; group !== null; group = group.next) count += 1
    return count
  }

  test('are a history that maps with the same life share, and no record each', () => {
    const sets = setsOf(50, 40, () => false)
    expect(sets.map(groupsOf)).toEqual(sets.map(() => 0))
    expect(sets.filter(({ rest }) => rest === null || rest.left !== null)).toEqual([])
    const histories = new Set(sets.map(({ rest }) => rest!.history))
    expect([...histories].map((history) => history > 0)).toEqual([true])
  })

  test('are in groups from when one of them moves on, in its map alone', () => {
    const sets = setsOf(4, 6, (map, turn) => map === 2 && turn === 4)
    expect(sets.map(({ rest }) => rest?.left === null)).toEqual([true, true, false, true])
    expect(sets.map((set) => groupsOf(set) > 0)).toEqual([false, false, true, false])
  })
})
