/**
 * The program of the benches of explicit traces: one scenario under one variant, in this process, then a line of JSON.
 *
 * Variants: `none` the loop alone; `D` without traces; `D+traces` judges eagerly; `E`; `E-at-end` judges when the program ends,
 * `E-prompt` puts nothing off, `E-text` and `E-locked` lack an optimisation of the store; `tracemop` and `lists` are baselines
 * that step every monitor and keep texts (`baselines.ts`); `least-D` and `least-E` are the least work (`least-work.ts`).
 */

import { AlgorithmD, createAlgorithmD } from '../../src/engine/d/algorithm-d.ts'
import { createAlgorithmE } from '../../src/engine/e/algorithm-e.ts'
import type { Monitoring, MonitoringOptions } from '../../src/engine/monitoring.ts'
import { root, TraceStore } from '../../src/engine/trace/trace-store.ts'
import { signallerOf } from '../../src/instrument/kernel.ts'
import type { CompiledSpec } from '../../src/spec/compiled-spec.ts'
import type { Signaller } from '../../src/spec/signaller.ts'
import { handleSpec, iteratorSpec, nestingSpec } from '../engine/specs.ts'
import { cpuTime } from '../support/cpu-time.mjs'
import { Lists, Locked, StringTrie, TextKeys } from './baselines.ts'
import { type Carrier, leastState, leastTrie } from './least-work.ts'

/** One batch of work; gives the number of events in it. */
type Batch = () => number

let reports = 0
let made: Monitoring | undefined

const options: MonitoringOptions = {
  sink: () => {
    reports++
  },
  onFault: (_, part, error) => {
    throw new Error(`${part} failed`, { cause: error })
  },
}

function monitor(spec: CompiledSpec, variant: string): Monitoring | undefined {
  const traced = { ...options, traces: true }
  const names = spec.events.map(({ name }) => name)
  switch (variant) {
    case 'none':
      return undefined
    case 'D':
      return createAlgorithmD(spec, options)
    case 'D+traces':
      return createAlgorithmD(spec, traced)
    case 'E':
      return createAlgorithmE(spec, options)
    case 'E-at-end':
      return createAlgorithmE(spec, options, { judge: 'at-end' })
    case 'E-text':
      return createAlgorithmE(spec, options, { store: new TextKeys(spec.id, names) })
    case 'E-locked':
      return createAlgorithmE(spec, options, { store: new Locked() })
    case 'E-prompt':
      return createAlgorithmE(spec, options, { putsOff: false })
    case 'tracemop':
      return new AlgorithmD(spec, traced, { store: new StringTrie(spec.id, names) })
    case 'lists':
      return new AlgorithmD(spec, traced, { store: new Lists(spec.id) })
    default:
      throw new Error(`no variant ${variant}`)
  }
}

/** What handlers call for each of at most three events. */
function signallers(spec: CompiledSpec, variant: string): [Signaller, Signaller, Signaller] {
  if (variant === 'least-D') return leastState()
  if (variant === 'least-E') return leastTrie()
  const monitoring = monitor(spec, variant)
  made = monitoring
  const nothing: Signaller = () => {}
  const of = (event: number) => (monitoring === undefined ? nothing : signallerOf(monitoring, event))
  return [of(0), of(1), of(2)]
}

class Handle {
  n = 0
}

class CarryingHandle extends Handle implements Carrier {
  word = 0
}

/** Objects of `length` events from `shapes` different traces, over and over: duplicates dominate. */
function duplicates(variant: string, length: number, shapes: number, batchSize: number): Batch {
  const [open, use] = signallers(handleSpec(), variant)
  const Kind = variant.startsWith('least') ? CarryingHandle : Handle
  const recent: Handle[] = Array.from({ length: 64 }, () => new Kind())
  let turn = 0
  return () => {
    let events = 0
    while (events < batchSize) {
      const h = new Kind()
      recent[turn & 63] = h
      const shape = turn++ % shapes
      open(1, h, undefined, undefined, undefined)
      for (let i = 1; i < length; i++) {
        h.n++
        use(2 + ((shape * 31 + i * 7) % 40), h, undefined, undefined, undefined)
      }
      events += length
    }
    return events
  }
}

/** The same with a property that takes long to step: here judging each prefix only once pays. */
function nesting(variant: string, depth: number, shapes: number, batchSize: number): Batch {
  const [open, close] = signallers(nestingSpec(), variant)
  let turn = 0
  return () => {
    let events = 0
    while (events < batchSize) {
      const h = new Handle()
      const shape = turn++ % shapes
      for (let i = 0; i < depth; i++) open(1 + ((shape * 31 + i * 7) % 40), h, undefined, undefined, undefined)
      for (let i = 0; i < depth; i++) close(50 + i, h, undefined, undefined, undefined)
      events += 2 * depth
    }
    return events
  }
}

/** Long-lived objects whose traces go on: every step is one that nobody took before. */
function unique(variant: string, live: number, batchSize: number): Batch {
  const [open, use] = signallers(handleSpec(), variant)
  const handles = Array.from({ length: live }, () => new Handle())
  handles.forEach((h, i) => open(1 + i, h, undefined, undefined, undefined))
  let turn = 0
  return () => {
    for (let k = 0; k < batchSize; k++) {
      const h = handles[turn % live]!
      h.n++
      use(2 + (turn++ % 997), h, undefined, undefined, undefined)
    }
    return batchSize
  }
}

/** A loop over a long collection: one event at one place, again and again. */
function run(variant: string, length: number, batchSize: number): Batch {
  const [open, use] = signallers(handleSpec(), variant)
  return () => {
    let events = 0
    while (events < batchSize) {
      const h = new Handle()
      open(1, h, undefined, undefined, undefined)
      for (let i = 1; i < length; i++) {
        h.n++
        use(2, h, undefined, undefined, undefined)
      }
      events += length
    }
    return events
  }
}

class Cursor {
  n = 0
  readonly of: Handle
  constructor(of: Handle) {
    this.of = of
  }
}

/** Maps and iterators of them: eight steps each, and a change of some map after each. Maps live for `life` iterators. */
function iterators(variant: string, maps: number, life: number, batchSize: number): Batch {
  const [create, modify, next] = signallers(iteratorSpec(), variant)
  const collections = Array.from({ length: maps }, () => new Handle())
  let turn = 0
  return () => {
    let events = 0
    while (events < batchSize) {
      const c = turn++
      if (c % life === 0) collections[(c / life) % maps] = new Handle()
      const map = collections[c % maps]!
      const cursor = new Cursor(map)
      create(1 + (c & 3), map, cursor, undefined, undefined)
      for (let k = 0; k < 8; k++) {
        cursor.n++
        next(8 + k, undefined, cursor, undefined, undefined)
      }
      map.n++
      modify(20 + (c % 3), map, undefined, undefined, undefined)
      events += 10
    }
    return events
  }
}

const scenarios: Record<string, (variant: string, effort: number) => Batch> = {
  'one-duplicates': (v, n) => duplicates(v, 12, 50, n),
  'one-nesting': (v, n) => nesting(v, 6, 50, n),
  'one-deep-nesting': (v, n) => nesting(v, 40, 50, n),
  'one-unique': (v, n) => unique(v, 1000, n),
  'one-run': (v, n) => run(v, 1000, n),
  'two-fresh-maps': (v, n) => iterators(v, 1000, 1, n),
  'two-shared-maps': (v, n) => iterators(v, 1000, 40, n),
}

/** `fixed` makes each sample exactly one batch: for counting instructions. */
const [, , name, variant, effortText, fixed] = process.argv
const sampleTime = fixed === undefined ? 120e6 : 0
let total = 0

/** Nanoseconds per event. */
function sample(batch: Batch): { ns: number; events: number } {
  const begin = cpuTime()
  let events = 0
  let spent: number
  do {
    events += batch()
    spent = cpuTime() - begin
  } while (spent < sampleTime)
  total += events
  return { ns: spent / events, events }
}

/** Memory of the heap and of typed arrays. What the collector found is given back by a thread of its own: it gets time. */
async function memory(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A million nodes that are all different: bytes for each, and how long a full garbage collection takes with them. */
async function measureStore(variant: string): Promise<object> {
  const store = variant === 'E' ? new TraceStore() : new StringTrie('bench/handle', ['open', 'use', 'close'])
  const before = await memory()
  const begin = cpuTime()
  let node = root
  let seed = 7
  store.enter(root, 1)
  for (let i = 0; i < 1_000_000; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
    if (seed >>> 27 === 0) {
      store.enter(root, 1)
      node = root
    }
    node = store.advance(node, store.key(1, 1 + (seed >>> 20)), 1)
  }
  const spent = cpuTime() - begin
  const bytes = ((await memory()) - before) / store.size
  const pause = process.hrtime.bigint()
  globalThis.gc?.()
  return {
    ns: spent / 1e6,
    figures: {
      'bytes per node': bytes,
      'ms of a full garbage collection': Number(process.hrtime.bigint() - pause) / 1e6,
    },
  }
}

if (name === 'store') console.log(JSON.stringify(await measureStore(variant!)))
else {
  const batch = scenarios[name!]!(variant!, Number(effortText))
  sample(batch)
  const samples = [sample(batch), sample(batch), sample(batch)].sort((a, b) => a.ns - b.ns)
  made?.finish()
  console.log(
    JSON.stringify({
      ns: samples[1]!.ns,
      events: total,
      reports,
    }),
  )
}
