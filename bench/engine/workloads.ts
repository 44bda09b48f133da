/**
 * The program of the engine's benches: one scenario under one variant, in this process, then a line of JSON. Called by
 * `support/measure.mjs` as `node workloads.mjs <scenario> <variant> <effort>`.
 *
 * Variants: `none` the loop alone; `hand` with a hand-written monitor; B, C, C+, D with the algorithm. The loop touches a
 * field of each object it is about to signal, as a program would. B, C and C+ take longer with every instance there is:
 * they get the first thousand events only.
 */

import { type AlgorithmName, algorithms } from '../../src/engine/algorithms.ts'
import { Engine } from '../../src/engine/engine.ts'
import type { Monitoring, MonitoringOptions, Statistics } from '../../src/engine/monitoring.ts'
import { type Kernel, signallerOf } from '../../src/instrument/kernel.ts'
import { compileHandler } from '../../src/instrument/plan/compile-handler.ts'
import type { CompiledSpec } from '../../src/spec/compiled-spec.ts'
import type { Signaller } from '../../src/spec/signaller.ts'
import { cpuTime } from '../support/cpu-time.mjs'
import * as hand from './hand-written.ts'
import { handleSpec, iteratorSpec, leakSpec, viewSpec } from './specs.ts'

/** One batch of work; gives the number of events in it. */
type Batch = () => number

/** What was reported: instances, and a sum over the places, so that runs with the same reports agree. */
let reported = 0
let places = 0
/** Signals the end of the program, in scenarios that judge there. */
let atEnd = () => {}

function take({ site, creationSite, instances }: { site: number; creationSite: number; instances: number }): void {
  reported += instances
  places += instances * (site * 31 + creationSite)
}

const options: MonitoringOptions = {
  sink: take,
  onFault: (_, part, error) => {
    throw new Error(`${part} failed`, { cause: error })
  },
}

/** The counts of the monitor in use; undefined for the loop alone and for many specs. */
let statistics: (() => Counted) | undefined
type Counted = Pick<Statistics, 'events' | 'monitors' | 'collected' | 'live' | 'peak' | 'reports'>

/** Starts to monitor a spec; gives what handlers call, for each of at most four events. */
function signallers(spec: CompiledSpec, variant: string): [Signaller, Signaller, Signaller, Signaller] {
  const monitoring = algorithms[variant as AlgorithmName](spec, options)
  statistics = () => monitoring.statistics()
  const signaller = (event: number) => signallerOf(monitoring, event)
  return [signaller(0), signaller(1), signaller(2), signaller(3)]
}

function byHand<T>(events: T): T {
  statistics = hand.startHand(take)
  return events
}

interface HandleEvents {
  readonly open: (h: object, site: number) => void
  readonly use: (h: object, site: number) => void
  readonly close: (h: object, site: number) => void
}

function handleEvents(variant: string): HandleEvents {
  if (variant === 'none') return { open: () => {}, use: () => {}, close: () => {} }
  if (variant === 'hand') return byHand(hand.handle)
  const [open, use, close] = signallers(handleSpec(), variant)
  return {
    open: (h, site) => open(site, h, undefined, undefined, undefined),
    use: (h, site) => use(site, h, undefined, undefined, undefined),
    close: (h, site) => close(site, h, undefined, undefined, undefined),
  }
}

class Handle {
  n = 0
}

class Collection {
  n = 0
}

class Cursor {
  n = 0
  readonly of: Collection
  constructor(of: Collection) {
    this.of = of
  }
}

/** Events on long-lived objects, visited in order. */
function liveHandles(variant: string, live: number, batchSize: number): Batch {
  const { open, use } = handleEvents(variant)
  const handles: Handle[] = []
  for (let i = 0; i < live; i++) {
    handles.push(new Handle())
    open(handles[i]!, 1)
  }
  let at = 0
  return () => {
    for (let k = 0; k < batchSize; k++) {
      const h = handles[at]!
      if (++at === live) at = 0
      h.n++
      use(h, 2)
    }
    return batchSize
  }
}

/** Objects that live for four events; one in 256 is used after that. */
function churningHandles(variant: string, batchSize: number): Batch {
  const { open, use, close } = handleEvents(variant)
  const recent: Handle[] = Array.from({ length: 64 }, () => new Handle())
  return () => {
    for (let k = 0; k < batchSize; k += 4) {
      const h = new Handle()
      recent[(k >> 2) & 63] = h
      open(h, 1)
      h.n++
      use(h, 2)
      h.n++
      use(h, 3)
      close(h, 4)
      if ((k & 1023) === 0) use(h, 5)
    }
    return batchSize
  }
}

interface LeakEvents extends Pick<HandleEvents, 'open' | 'close'> {
  readonly end: (site: number) => void
}

function leakEvents(variant: string): LeakEvents {
  if (variant === 'none') return { open: () => {}, close: () => {}, end: () => {} }
  if (variant === 'hand') return byHand(hand.leak)
  const [open, close, end] = signallers(leakSpec(), variant)
  return {
    open: (h, site) => open(site, h, undefined, undefined, undefined),
    close: (h, site) => close(site, h, undefined, undefined, undefined),
    end: (site) => end(site, undefined, undefined, undefined, undefined),
  }
}

/** Objects that live for two events under a spec that asks at the end; one in 512 is left open. */
function churningLeaks(variant: string, batchSize: number): Batch {
  const { open, close, end } = leakEvents(variant)
  atEnd = () => end(3)
  const recent: Handle[] = Array.from({ length: 64 }, () => new Handle())
  return () => {
    for (let k = 0; k < batchSize; k += 2) {
      const h = new Handle()
      recent[(k >> 1) & 63] = h
      open(h, 1)
      h.n++
      if ((k & 1023) !== 0) close(h, 2)
    }
    return batchSize
  }
}

interface IteratorEvents {
  readonly create: (m: object, i: object, site: number) => void
  readonly modify: (m: object, site: number) => void
  readonly next: (i: object, site: number) => void
}

function iteratorEvents(variant: string): IteratorEvents {
  if (variant === 'none') return { create: () => {}, modify: () => {}, next: () => {} }
  if (variant === 'hand') return byHand(hand.iterator)
  const [create, modify, next] = signallers(iteratorSpec(), variant)
  return {
    create: (c, i, site) => create(site, c, i, undefined, undefined),
    modify: (c, site) => modify(site, c, undefined, undefined, undefined),
    next: (i, site) => next(site, undefined, i, undefined, undefined),
  }
}

/** Maps and a window of iterators: each turn makes one, steps four and, every other time, changes a map. */
function iterators(variant: string, maps: number, window: number, batchSize: number): Batch {
  const { create, modify, next } = iteratorEvents(variant)
  const collections = Array.from({ length: maps }, () => new Collection())
  const ring: (Cursor | null)[] = Array.from({ length: window }, () => null)
  let turn = 0
  return () => {
    let events = 0
    while (events < batchSize) {
      const c = turn++
      const of = collections[c % maps]!
      const cursor = new Cursor(of)
      ring[c % window] = cursor
      create(of, cursor, 1)
      events++
      for (let k = 0; k < 4; k++) {
        const other = ring[(c * 7 + k) % window]!
        if (other === null) continue
        other.n++
        next(other, 2)
        events++
      }
      if ((c & 1) === 1) {
        const changed = collections[(c * 5) % maps]!
        changed.n++
        modify(changed, 3)
        events++
      }
    }
    return events
  }
}

/** One map with many living iterators; each event is a change of the map. */
function broadcasts(variant: string, live: number, batchSize: number): Batch {
  const { create, modify } = iteratorEvents(variant)
  const map = new Collection()
  const cursors: Cursor[] = []
  for (let i = 0; i < live; i++) {
    cursors.push(new Cursor(map))
    create(map, cursors[i]!, 1)
  }
  return () => {
    for (let k = 0; k < batchSize; k++) {
      map.n += cursors.length
      modify(map, 3)
    }
    return batchSize
  }
}

/** Maps, short-lived views of them, iterators of these. */
function views(variant: string, maps: number, batchSize: number): Batch {
  let events3 = {
    view(_m: object, _v: object, _site: number) {},
    create(_v: object, _i: object, _site: number) {},
    modify(_m: object, _site: number) {},
    next(_i: object, _site: number) {},
  }
  if (variant === 'hand') events3 = byHand(hand.view)
  else if (variant !== 'none') {
    const [view, create, modify, next] = signallers(viewSpec(), variant)
    events3 = {
      view: (c, v, site) => view(site, c, v, undefined, undefined),
      create: (v, i, site) => create(site, undefined, v, i, undefined),
      modify: (c, site) => modify(site, c, undefined, undefined, undefined),
      next: (i, site) => next(site, undefined, undefined, i, undefined),
    }
  }
  const collections = Array.from({ length: maps }, () => new Collection())
  let turn = 0
  return () => {
    let events = 0
    while (events < batchSize) {
      const map = collections[turn++ % maps]!
      const view = new Handle()
      events3.view(map, view, 1)
      for (let k = 0; k < 2; k++) {
        const cursor = new Cursor(map)
        events3.create(view, cursor, 2)
        for (let n = 0; n < 4; n++) {
          cursor.n++
          events3.next(cursor, 3)
        }
      }
      map.n++
      events3.modify(map, 4)
      events += 12
    }
    return events
  }
}

/** A method call on an object that some specs want, dispatched as wrappers of the product dispatch it. */
function operation(
  sinks: readonly Monitoring[],
  specs: readonly CompiledSpec[],
  event: number,
): (site: number, receiver: object) => void {
  const bindings = [{ root: 'receiver', index: 0, path: [] } as const]
  const wanted = specs.map((spec, specIndex) => ({
    subscription: {
      spec,
      specIndex,
      event,
      moment: 'before',
      bindings,
      keys: undefined,
      condition: undefined,
      pointcut: 0,
      wantsArguments: false,
      creation: spec.events[event]!.creation,
      waits: false,
      alone: false,
      givenAsync: false,
    } as const,
    kind: 'call' as const,
    only: undefined,
  }))
  const kernel: Kernel = {
    busy: false,
    context: undefined,
    test: undefined,
    sink: (index) => sinks[index],
    asleep: [],
    wake: () => {},
    whenAwake: () => {},
    off: sinks.map(() => ({ off: false })),
    slot: { s: 0 },
    place: (_, site) => site,
    isLoading: () => false,
    meet: () => {},
    placeOfError: () => 0,
    toThrow: undefined,
    fault: (part, error) => options.onFault(specs[0]!, 'monitoring', new Error(part, { cause: error })),
    switchOff: (_, error) => options.onFault(specs[0]!, 'monitoring', error),
    timed: (_, __, condition) => condition,
  }
  const run = compileHandler(kernel, 'the method', 'before', wanted)
  return (site, receiver) =>
    run(site, receiver, undefined, undefined, undefined, undefined, undefined, undefined, undefined)
}

/** Several specs that all want each event, or one that does beside many that do not. */
function manySpecs(variant: string, wanting: number, others: number, batchSize: number): Batch {
  const monitored = variant !== 'none'
  const specs = monitored ? Array.from({ length: wanting }, (_, i) => handleSpec(`bench/h${i}`)) : []
  const idle = monitored ? Array.from({ length: others }, (_, i) => iteratorSpec(`bench/i${i}`)) : []
  const all = [...specs, ...idle]
  const engine = new Engine({ specs: all, algorithm: algorithms.D, ...options })
  const monitorings = all.map((_, spec) => engine.monitoring(spec)!)
  const open = operation(monitorings, specs, 0)
  const use = operation(monitorings, specs, 1)
  const handles: Handle[] = []
  for (let i = 0; i < 1000; i++) {
    handles.push(new Handle())
    open(1, handles[i]!)
  }
  let at = 0
  return () => {
    for (let k = 0; k < batchSize; k++) {
      const h = handles[at]!
      if (++at === 1000) at = 0
      h.n++
      use(2, h)
    }
    return batchSize
  }
}

const scenarios: Record<string, (variant: string, effort: number) => Batch> = {
  'one-hot': (v, n) => liveHandles(v, 1, n),
  'one-live-1000': (v, n) => liveHandles(v, 1000, n),
  'one-live-1000000': (v, n) => liveHandles(v, 1_000_000, n),
  'one-churn': (v, n) => churningHandles(v, n),
  'one-end': (v, n) => churningLeaks(v, n),
  'two-many-maps': (v, n) => iterators(v, 10_000, 1000, n),
  'two-hot-50000': (v, n) => iterators(v, 10, 50, n <= 1000 ? n : 50_000 * 5.5),
  'two-hot-1000000': (v) => iterators(v, 10, 50, 1_000_000 * 5.5),
  'broadcast-1000': (v, n) => broadcasts(v, 1000, n),
  'broadcast-1000000': (v, n) => broadcasts(v, 1_000_000, n),
  three: (v, n) => views(v, 1000, n),
  'specs-1': (v, n) => manySpecs(v, 1, 0, n),
  'specs-20': (v, n) => manySpecs(v, 20, 0, n / 10),
  'specs-100': (v, n) => manySpecs(v, 100, 0, n / 20),
  'unwanted-99': (v, n) => manySpecs(v, 1, 99, n),
}

/** `fixed` makes each sample exactly one batch: for counting instructions. */
const [, , name, variant, effortText, fixed] = process.argv
const effort = Number(effortText)
const slow = variant === 'B' || variant === 'C' || variant === 'C+'
const batch = scenarios[name!]!(variant!, slow ? 1000 : effort)

/** The clock may tick only every few milliseconds: a sample repeats the batch until this much time has passed. */
const sampleTime = fixed !== undefined ? 0 : slow ? 20e6 : 120e6
let total = 0

/** Nanoseconds per event. */
function sample(): number {
  const begin = cpuTime()
  let events = 0
  let spent: number
  do {
    events += batch()
    spent = cpuTime() - begin
  } while (spent < sampleTime)
  total += events
  return spent / events
}

/** What `measure.mjs` compares between variants: all that was found in the first batch. */
function outcome(): object | undefined {
  if (slow || statistics === undefined) return undefined
  const { events, monitors, collected, live, peak, reports } = statistics()
  return { events, monitors, collected, live, peak, reports, reported, places }
}

total += batch()
const first = outcome()
if (!slow) sample()
globalThis.gc?.()
const samples = slow ? [0, sample()] : [sample(), sample(), sample()].sort((a, b) => a - b)
atEnd()
console.log(JSON.stringify({ ns: samples[1], events: total, outcome: first, reported }))
