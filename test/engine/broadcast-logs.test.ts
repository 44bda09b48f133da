import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import { BroadcastLogs, noEntry } from '#src/engine/e/broadcast-logs.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator } from './familiar-specs.ts'

describe('logs of broadcasts', () => {
  test('are equal when their broadcasts are, and know what came after a part of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }), { maxLength: 20 }),
        (histories) => {
          const logs = new BroadcastLogs()
          const byText = new Map<string, number>()
          for (const keys of histories) {
            const entries = [noEntry]
            for (const key of keys) entries.push(logs.add(entries.at(-1)!, key))
            entries.forEach((entry, n) => {
              const text = keys.slice(0, n).join()
              expect(byText.get(text) ?? entry).toBe(entry)
              byText.set(text, entry)
              expect(logs.length(entry)).toBe(n)
              expect(logs.keysAfter(entry, entries.at(-1)!)).toEqual(keys.slice(n))
            })
          }
          expect(new Set(byText.values()).size).toBe(byText.size)
        },
      ),
      runs(200),
    )
  })

  test('remember outcomes, and forget much of everything at once', () => {
    const logs = new BroadcastLogs()
    const entry = logs.add(noEntry, 5)
    for (let node = 8; node < 8 * 5000; node += 8) logs.remember(node, noEntry, entry, node + 1)
    logs.trim()
    for (let node = 8; node < 8 * 5000; node += 8) expect(logs.outcome(node, noEntry, entry)).toBe(node + 1)
    expect(logs.outcome(8, entry, entry)).toBe(0)
    for (let node = 8 * 5000; node < 8 * 50_000; node += 8) logs.remember(node, noEntry, entry, node + 1)
    logs.trim()
    expect(logs.outcome(8, noEntry, entry)).toBe(0)
    expect(logs.add(noEntry, 7)).toBe(entry)
  })
})

describe('a crowd of iterators of one map', () => {
  const iteratorSpec = buildSpec(iterator)

  /** Some old ones go on now and then; maps have the same history. */
  function run(name: AlgorithmName, changeEvery: number) {
    const reports: string[] = []
    const monitoring = algorithms[name](iteratorSpec, {
      traces: true,
      sink: ({ site, trace }) => reports.push(`${site} ${JSON.stringify(trace)}`),
      onFault: failAtFault,
    })
    for (const m of [{}, {}]) {
      const crowd: object[] = []
      for (let n = 0; n < 420; n++) {
        const i = {}
        crowd.push(i)
        monitoring.signal(0, 1, m, i, undefined, undefined)
        monitoring.signal(2, 2 + (n % 2), undefined, i, undefined, undefined)
        if (n % changeEvery === 0) monitoring.signal(1, 5 + (n % 7), m, undefined, undefined, undefined)
        if (n > 40 && n % 50 === 3) monitoring.signal(2, 4, undefined, crowd[(n * 7) % 40], undefined, undefined)
      }
    }
    const traces: Record<string, number> = {}
    monitoring.traces!.each((node, count) => (traces[JSON.stringify(monitoring.traces!.steps(node))] = count))
    return { traces, reports }
  }

  test.for([2, 3, 1000])('has the traces and reports that C+ has, with a change after each %i', (changeEvery) => {
    const expected = run('C+', changeEvery)
    expect(run('E', changeEvery)).toEqual(expected)
    expect(expected.reports.length > 5).toBe(changeEvery < 1000)
  })
})
