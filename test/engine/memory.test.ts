import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { TraceMonitor } from '#src/engine/monitor-trace.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { iterator } from './familiar-specs.ts'

const names = Object.keys(algorithms) as AlgorithmName[]
const online = names.filter((name) => name !== 'A')

const iteratorSpec = buildSpec(iterator)

async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc!()
    await turn()
  }
}

describe.each(names)('algorithm %s', (name) => {
  test('keeps no parameter object alive', async () => {
    const monitoring = algorithms[name](iteratorSpec, { sink: () => {}, onFault: () => {} })
    const map = {}
    const objects = Array.from({ length: 100 }, (_, n) => {
      const object = { n }
      monitoring.signal(0, 1, map, object, undefined, undefined)
      if (n % 2 === 0) monitoring.signal(2, 2, undefined, object, undefined, undefined)
      return new WeakRef(object)
    })
    monitoring.signal(1, 3, map, undefined, undefined, undefined)
    await collectGarbage()
    expect(objects.filter((object) => object.deref() !== undefined).length).toBe(0)
    monitoring.signal(1, 4, map, undefined, undefined, undefined)
    expect(monitoring.statistics().monitors).toBe(name === 'A' ? 0 : 100)
  })
})

describe.each(online)('algorithm %s on a log', (name) => {
  test('remembers nothing of objects that died, however many there were', async () => {
    const violations: unknown[] = []
    const monitor = new TraceMonitor(iteratorSpec, {
      algo: name,
      onViolation: (violation) => violations.push(violation),
    })
    const walk = (from: number, to: number) => {
      for (let n = from; n < to; n += 1) {
        const m = `m${Math.floor(n / 10)}`
        const i = `i${n}`
        monitor.take({ event: 'create', params: { m, i }, site: 'a' })
        monitor.take({ event: 'next', params: { i }, site: 'b' })
        monitor.take({ event: 'modify', params: { m }, site: 'c' })
        if (n % 1000 === 0) monitor.take({ event: 'next', params: { i }, site: 'b' })
        monitor.take({ died: i })
        if (n % 10 === 9) monitor.take({ died: m })
      }
    }
    walk(0, 2_000)
    await collectGarbage()
    const before = process.memoryUsage().heapUsed
    const { live } = monitor.statistics()
    for (let from = 2_000; from < 42_000; from += 4_000) {
      walk(from, from + 4_000)
      await turn()
    }
    await collectGarbage()
    expect(violations.length).toBe(42)
    // E ends no trace; it remembers them as counts.
    if (name !== 'E') expect(monitor.statistics().live).toBe(live)
    expect((process.memoryUsage().heapUsed - before) / 40_000).toBeLessThan(40)
  })
})
