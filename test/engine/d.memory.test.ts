/** What algorithm D leaves to the garbage collector. JSMOP_FULL=1 runs ten million events over a million objects each. */

import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createAlgorithmD } from '#src/engine/d/algorithm-d.ts'
import type { MonitoringOptions, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { buildSpec, type SpecText } from '../support/spec-builder.ts'
import { failAtFault } from './fail-at-fault.ts'
import { iterator, leak, viewIterator } from './familiar-specs.ts'

const full = process.env['JSMOP_FULL'] === '1'
/** Individuals of one map are walked at each change of it, the dead too until a full collection. */
const timeout = full ? 900_000 : undefined
const objects = full ? 1_000_000 : 100_000
const collectGarbage = globalThis.gc!

const property = { logic: 'ere', categories: ['match'], connected: true, fullBinding: true } as const

const handleSpec = buildSpec({
  ...property,
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  formula: 'open use* close+ use',
  creation: ['open'],
})

const leakSpec = buildSpec(leak)
const iteratorSpec = buildSpec({ ...iterator, ...property })
const viewSpec = buildSpec({ ...viewIterator, ...property })

/** A connection that can be made again and again, and an end that asks for all that were. */
const pipe = {
  parameters: ['s', 'd'],
  events: { pipe: 's d', fail: 's', close: 'd', end: '' },
  end: 'end',
  automaton: {
    states: {
      idle: { pipe: 'piped', default: 'idle' },
      piped: { fail: 'failed', close: 'idle', default: 'piped' },
      failed: { close: 'idle', end: 'left', default: 'failed' },
      left: { default: 'left' },
    },
    categories: { left: ['left'] },
  },
  creation: ['pipe'],
} as const satisfies SpecText
const unnamedPipe = buildSpec(pipe)
/** The same one by one, with an action and a handler. */
const handledPipe = buildSpec({ ...pipe, variables: () => ({}), actions: { pipe: () => {} }, handler: () => true })
/** Named by the report, so monitored one by one. */
const pipeSpec: CompiledSpec = {
  ...unnamedPipe,
  reports: unnamedPipe.reports.map((report) => ({ ...report, message: '{s} {d}' })),
}

/** The same monitored one by one, since it has variables. */
const individualSpec: CompiledSpec = { ...iteratorSpec, variables: () => ({}) }

function start(spec: CompiledSpec, options: Partial<MonitoringOptions> = {}) {
  const reports: Report[] = []
  const monitoring = createAlgorithmD(spec, {
    sink: (report) => reports.push({ ...report, values: [] }),
    onFault: failAtFault,
    ...options,
  })
  return { monitoring, reports }
}

type Turn = (k: number) => number

function pipes(spec: CompiledSpec): Turn {
  const { monitoring } = start(spec)
  return (k) => {
    const source = {}
    const destination = {}
    monitoring.signal(0, 1, source, destination, undefined, undefined)
    for (let e = 0; e < 8; e++) monitoring.signal(1, 2, {}, undefined, undefined, undefined)
    // Some wait for a failure of a source that is gone.
    monitoring.signal(k % 3 > 0 ? 2 : 0, 3, source, destination, undefined, undefined)
    return 10
  }
}

/** Each makes one short-lived object, with ten events on it. */
const workloads: Record<string, () => Turn> = {
  'one parameter': () => {
    const { monitoring } = start(handleSpec)
    return () => {
      const handle = {}
      monitoring.signal(0, 1, handle, undefined, undefined, undefined)
      for (let e = 0; e < 8; e++) monitoring.signal(1, 2, handle, undefined, undefined, undefined)
      monitoring.signal(2, 3, handle, undefined, undefined, undefined)
      return 10
    }
  },
  'one parameter and an end that asks for all of them': () => {
    const { monitoring } = start(leakSpec)
    return (k) => {
      const handle = {}
      for (let e = 0; e < 9; e++) monitoring.signal(0, k % 7, handle, undefined, undefined, undefined)
      if (k % 3 > 0) monitoring.signal(1, 3, handle, undefined, undefined, undefined)
      return 10
    }
  },
  'two parameters, and an end that asks for all of them': () => pipes(pipeSpec),
  'two parameters, and an end that asks for all of them, with a handler': () => pipes(handledPipe),
  'two parameters, one map': () => {
    const { monitoring } = start(iteratorSpec)
    const map = {}
    return () => {
      const iterator = {}
      monitoring.signal(0, 1, map, iterator, undefined, undefined)
      for (let e = 0; e < 8; e++) monitoring.signal(2, 2, undefined, iterator, undefined, undefined)
      monitoring.signal(1, 3, map, undefined, undefined, undefined)
      return 10
    }
  },
  'two parameters, many maps': () => {
    const { monitoring } = start(iteratorSpec)
    const maps = Array.from({ length: 100 }, () => ({}))
    return (k) => {
      const iterator = {}
      if (k % 10 === 0) maps[(k / 10) % 100] = {}
      monitoring.signal(0, 1, maps[k % 100], iterator, undefined, undefined)
      for (let e = 0; e < 8; e++) monitoring.signal(2, 2, undefined, iterator, undefined, undefined)
      monitoring.signal(1, 3, maps[(k * 7) % 100], undefined, undefined, undefined)
      return 10
    }
  },
  'two parameters, one map, monitors as individuals': () => {
    const { monitoring } = start(individualSpec)
    const map = {}
    return (k) => {
      const iterator = {}
      monitoring.signal(0, 1, map, iterator, undefined, undefined)
      for (let e = 0; e < 9; e++) monitoring.signal(2, 2, undefined, iterator, undefined, undefined)
      // A broadcast visits individuals that are not yet collected, so there are few here.
      if (k % 1000 === 0) monitoring.signal(1, 3, map, undefined, undefined, undefined)
      return 10
    }
  },
  'three parameters, one map': () => {
    const { monitoring } = start(viewSpec)
    const map = {}
    return () => {
      const view = {}
      const iterator = {}
      monitoring.signal(0, 1, map, view, undefined, undefined)
      monitoring.signal(1, 2, undefined, view, iterator, undefined)
      for (let e = 0; e < 7; e++) monitoring.signal(3, 3, undefined, undefined, iterator, undefined)
      monitoring.signal(2, 4, map, undefined, undefined, undefined)
      return 10
    }
  },
}

async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await turn()
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

describe('the heap stays flat', () => {
  test.each(Object.keys(workloads))(
    'with %s',
    async (name) => {
      const work = workloads[name]!()
      let events = 0
      const run = async (from: number, to: number) => {
        for (let k = from; k < to; k++) {
          events += work(k)
          if (k % 5000 === 0) await turn()
        }
      }
      // What is left of them on the heap, but for the last, which an array or a variable may hold.
      const growth = async (from: number, to: number) => {
        const before = await heap()
        await run(from, to - 1)
        await heap()
        await run(to - 1, to)
        return ((await heap()) - before) / (to - from)
      }
      const [first, second, third] = [10, 55, 100].map((percent) => (objects * percent) / 100) as [
        number,
        number,
        number,
      ]
      await run(0, first)
      const grown = [await growth(first, second), await growth(second, third)]
      expect(events).toBe(objects * 10)
      // A monitor that were kept would take more than a hundred bytes, in both halves: what vitest does takes some in one.
      expect(Math.min(...grown)).toBeLessThan(3)
    },
    timeout,
  )
})

test.each([
  ['named', pipeSpec],
  ['handled', handledPipe],
])('an instance that needs nothing of its dead objects reports at the end: %s', async (_, spec) => {
  const { monitoring, reports } = start(spec)
  for (let k = 0; k < 300; k++) {
    const source = {}
    const destination = {}
    monitoring.signal(0, k, source, destination, undefined, undefined)
    if (k % 3 > 0) monitoring.signal(1, 1000 + k, source, undefined, undefined, undefined)
    if (k % 3 === 2) monitoring.signal(2, 2000 + k, undefined, destination, undefined, undefined)
    if (k % 50 === 0) await heap()
  }
  await heap()
  const [source, destination] = [{}, {}]
  monitoring.signal(0, 999, source, destination, undefined, undefined)
  monitoring.signal(3, 9999, undefined, undefined, undefined, undefined)
  expect(reports).toHaveLength(100)
})

describe('no parameter object is kept alive', () => {
  const cases: [string, CompiledSpec, (signal: ReturnType<typeof signalOf>) => object[]][] = [
    [
      'one parameter',
      handleSpec,
      (signal) => {
        const handle = {}
        signal('open', handle)
        return [handle]
      },
    ],
    [
      'one parameter and an end',
      leakSpec,
      (signal) => {
        const handle = {}
        signal('open', handle)
        return [handle]
      },
    ],
    [
      'two parameters',
      iteratorSpec,
      (signal) => {
        const map = {}
        const iterator = {}
        signal('create', map, iterator)
        signal('modify', map)
        signal('next', undefined, iterator)
        return [map, iterator]
      },
    ],
    [
      'two parameters named in a message',
      { ...iteratorSpec, reports: iteratorSpec.reports.map((report) => ({ ...report, message: '{m} {i}' })) },
      (signal) => {
        const map = {}
        const iterator = {}
        signal('create', map, iterator)
        signal('modify', map)
        return [map, iterator]
      },
    ],
    [
      'individuals',
      individualSpec,
      (signal) => {
        const map = {}
        const iterator = {}
        signal('create', map, iterator)
        signal('modify', map)
        return [map, iterator]
      },
    ],
    [
      'three parameters',
      viewSpec,
      (signal) => {
        const map = {}
        const view = {}
        const iterator = {}
        signal('view', map, view)
        signal('create', undefined, view, iterator)
        signal('modify', map)
        signal('next', undefined, undefined, iterator)
        return [map, view, iterator]
      },
    ],
  ]

  function signalOf(spec: CompiledSpec) {
    const { monitoring } = start(spec)
    return (name: string, a?: unknown, b?: unknown, c?: unknown) =>
      monitoring.signal(
        spec.events.findIndex((event) => event.name === name),
        1,
        a,
        b,
        c,
        undefined,
      )
  }

  test.each(cases)('with %s', async (_, spec, work) => {
    const signal = signalOf(spec)
    const refs = (() => work(signal).map((object) => new WeakRef(object)))()
    await heap()
    expect(refs.map((ref) => ref.deref())).toEqual(refs.map(() => undefined))
    signal(spec.events[0]!.name, {}, {}, {})
  })

  test('by another parameter of the same instance that lives on', async () => {
    const signal = signalOf(iteratorSpec)
    const iterator = {}
    const map = {}
    const refs = (() => {
      const otherMap = {}
      const otherIterator = {}
      signal('create', otherMap, iterator)
      signal('create', map, otherIterator)
      return [new WeakRef(otherMap), new WeakRef(otherIterator)]
    })()
    await heap()
    expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined])
    signal('create', map, iterator)
  })
})

test('dead objects count at the end as living ones do', async () => {
  const { monitoring, reports } = start(leakSpec)
  for (let i = 0; i < 1000; i++) monitoring.signal(0, 5, {}, undefined, undefined, undefined)
  await heap()
  monitoring.signal(2, 9, undefined, undefined, undefined, undefined)
  expect(reports.map(({ instances, creationSite }) => [instances, creationSite])).toEqual([[1000, 5]])
})

test('dead iterators count when the change of a map is the violation', async () => {
  const spec = buildSpec({
    ...property,
    parameters: ['m', 'i'],
    events: { create: 'm i', modify: 'm' },
    formula: 'create modify',
    creation: ['create'],
  })
  for (const each of [spec, { ...spec, variables: () => ({}) }]) {
    const { monitoring, reports } = start(each)
    const map = {}
    for (let i = 0; i < 100; i++) monitoring.signal(0, 5, map, {}, undefined, undefined)
    await heap()
    monitoring.signal(1, 9, map, undefined, undefined, undefined)
    expect(reports.reduce((sum, { instances }) => sum + instances, 0)).toBe(100)
  }
})

test('the death of an object is an event for the specs that ask', async () => {
  const spec = buildSpec({
    ...property,
    parameters: ['h'],
    events: { open: 'h', close: 'h', gone: 'h' },
    deaths: { gone: 'h' },
    formula: 'open gone',
    creation: ['open'],
  })
  const { monitoring, reports } = start(spec)
  const kept = {}
  ;(() => {
    for (let i = 0; i < 10; i++) {
      const handle = {}
      monitoring.signal(0, 1, handle, undefined, undefined, undefined)
      if (i < 4) monitoring.signal(1, 2, handle, undefined, undefined, undefined)
    }
    monitoring.signal(0, 1, kept, undefined, undefined, undefined)
  })()
  for (let i = 0; i < 20 && reports.length < 6; i++) await heap()
  expect(reports.length).toBe(6)
  expect(monitoring.statistics().events).toBe(15 + 10)
  monitoring.signal(1, 2, kept, undefined, undefined, undefined)
})

test('an event that creates nothing allocates nothing', () => {
  const { monitoring } = start(iteratorSpec)
  const maps = Array.from({ length: 10 }, () => ({}))
  const iterators = maps.map((map) => {
    const iterator = {}
    monitoring.signal(0, 1, map, iterator, undefined, undefined)
    return iterator
  })
  const unknown = {}
  const work = (rounds: number) => {
    for (let k = 0; k < rounds; k++) {
      monitoring.signal(2, 2, undefined, iterators[k % 10], undefined, undefined)
      monitoring.signal(0, 1, maps[k % 10], iterators[k % 10], undefined, undefined)
      monitoring.signal(1, 2, unknown, undefined, undefined, undefined)
    }
    for (const map of maps) monitoring.signal(1, 2, map, undefined, undefined, undefined)
  }
  work(300_000)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  work(300_000)
  // Measuring itself allocates a little; a word for each of 900,000 events would be 7.2 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000)
})
