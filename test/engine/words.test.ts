/** Instances that are words on their objects (`d/words.ts`), alone there and beside those of other specs. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { AlgorithmD, createAlgorithmD } from '#src/engine/d/algorithm-d.ts'
import { allotWords, heldAt, type Slot, unowned } from '#src/engine/d/slots.ts'
import type { Algorithm, Monitoring, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { randomCase } from './random-specs.ts'
import { parseTrace, type TraceLine } from './trace-text.ts'
import { failAtFault } from './fail-at-fault.ts'

const handle = {
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  logic: 'ere',
  formula: 'open use* close+ use',
  categories: ['match'],
  creation: ['open'],
}
const handleSpec = buildSpec(handle)
const [open, use, close] = [0, 1, 2]

function start(spec: CompiledSpec) {
  const reports: Report[] = []
  const monitoring = createAlgorithmD(spec, {
    sink: (report) => reports.push(report),
    onFault: failAtFault,
  })
  const signal = (event: number, site: number, object: object) =>
    monitoring.signal(event, site, object, undefined, undefined, undefined)
  const held = (object: object) => typeof heldAt(object, monitoring.instances.firstKey)
  return { monitoring, reports, signal, held }
}

/** Reports as text, of a monitoring that sees a trace from a line on. */
interface Watcher {
  readonly from: number
  readonly monitoring: Monitoring
  readonly reports: string[]
}

function watch(make: Algorithm, spec: CompiledSpec, from: number): Watcher {
  const reports: string[] = []
  const sink = ({ category, event, site, creationSite, instances }: Report) => {
    for (let i = 0; i < instances; i++) reports.push(`${category} ${event} ${site} ${creationSite}`)
  }
  return { from, monitoring: make(spec, { sink, onFault: failAtFault }), reports }
}

function play(spec: CompiledSpec, lines: readonly TraceLine[], watchers: readonly Watcher[]): void {
  const objects = new Map<string, object>()
  lines.forEach((line, i) => {
    const name = line.kind === 'death' ? line.value : Object.values(line.params)[0]
    if (name !== undefined && !objects.has(name)) objects.set(name, {})
    const object = name === undefined ? undefined : objects.get(name)!
    for (const { from, monitoring } of watchers) {
      if (i < from) continue
      if (line.kind === 'death') monitoring.died(object)
      else {
        const event = spec.events.findIndex((each) => each.name === line.event)
        monitoring.signal(event, i + 1, object, undefined, undefined, undefined)
      }
    }
    if (line.kind === 'death') objects.delete(name!)
  })
  for (const { monitoring } of watchers) monitoring.finish()
}

describe('words', () => {
  test('stand for instances of one parameter until somebody else keeps something of the object', () => {
    const first = start(handleSpec)
    const second = start(handleSpec)
    const object = {}
    first.signal(open, 1, object)
    expect(first.held(object)).toBe('number')
    first.signal(close, 2, object)
    second.signal(use, 3, object)
    expect(first.held(object)).toBe('number')
    second.signal(open, 4, object)
    expect(first.held(object)).toBe('object')
    first.signal(use, 5, object)
    expect(first.reports.map(({ site, creationSite }) => [site, creationSite])).toEqual([[5, 1]])
    expect(second.reports).toEqual([])
  })

  test('stay words where an instance ends without a report', () => {
    const { monitoring, signal, held } = start(buildSpec({ ...handle, formula: 'open close use' }))
    const object = {}
    signal(open, 1, object)
    signal(close, 2, object)
    signal(close, 3, object)
    signal(use, 4, object)
    expect(held(object)).toBe('number')
    expect(monitoring.statistics()).toMatchObject({
      events: 4,
      monitors: 1,
      collected: 1,
      live: 0,
      peak: 1,
      reports: 0,
    })
  })

  test('stay words where an instance reports, and where it would be created again', () => {
    const { monitoring, reports, signal, held } = start(
      buildSpec({ ...handle, formula: '(open | use | close)* close use' }),
    )
    const object = {}
    signal(open, 1, object)
    signal(close, 2, object)
    signal(use, 3, object)
    signal(open, 4, object)
    signal(close, 5, object)
    signal(use, 6, object)
    expect(held(object)).toBe('number')
    expect(reports.map(({ site, creationSite, values }) => [site, creationSite, values])).toEqual([
      [3, 1, [object]],
      [6, 1, [object]],
    ])
    expect(monitoring.statistics()).toMatchObject({
      events: 6,
      monitors: 1,
      collected: 0,
      live: 1,
      steps: 6,
      reports: 2,
    })
  })

  test('go into the table of an object that many specs keep something of', () => {
    const all = Array.from({ length: 12 }, () => start(handleSpec))
    const object = {}
    all.forEach(({ signal }, i) => signal(open, i + 1, object))
    expect(all.map(({ held }) => held(object)).filter((each) => each === 'number').length).toBeGreaterThan(3)
    for (const { signal } of all) signal(close, 20, object)
    for (const { signal } of all) signal(use, 21, object)
    all.forEach(({ reports }, i) => {
      expect(reports.map(({ site, creationSite }) => [site, creationSite])).toEqual([[21, i + 1]])
    })
  })

  test('give way to slots when there are more creation sites than they have room for', () => {
    const { reports, signal, held } = start(handleSpec)
    const handles = Array.from({ length: 1500 }, () => ({}))
    handles.forEach((each, i) => signal(open, 1 + i, each))
    expect(new Set(handles.map(held))).toEqual(new Set(['number', 'object']))
    for (const each of handles) signal(close, 2000, each)
    for (const each of handles) signal(use, 2001, each)
    expect(reports.map(({ creationSite }) => creationSite)).toEqual(handles.map((_, i) => 1 + i))
  })

  test('beside words and slots of others on the same objects report what the definition says', () => {
    const seen = { words: 0, reports: 0 }
    fc.assert(
      fc.property(
        randomCase({ parameters: { min: 1, max: 1 }, deaths: true, traceLength: 24 }),
        fc.array(fc.nat(8), { minLength: 1, maxLength: 9 }),
        ({ text, spec, trace }, froms) => {
          // A group's report names no creation site.
          fc.pre(spec.parameters[0]!.kind === 'object' && spec.events.every(({ parameters }) => parameters !== 0))
          const lines = parseTrace(text, trace)
          const together = froms.map((from) => watch(algorithms.D, spec, from))
          play(spec, lines, together)
          for (const { from, monitoring, reports } of together) {
            const alone = watch(algorithms['C+'], spec, from)
            play(spec, lines, [alone])
            expect(reports.toSorted()).toEqual(alone.reports.toSorted())
            const { events, monitors } = monitoring.statistics()
            expect({ events, monitors }).toEqual({
              events: alone.monitoring.statistics().events,
              monitors: alone.monitoring.statistics().monitors,
            })
            seen.reports += reports.length
            if (monitoring instanceof AlgorithmD && monitoring.instances.words?.prefix !== unowned) seen.words++
          }
        },
      ),
      runs(300),
    )
    expect(seen.words).toBeGreaterThan(100)
    expect(seen.reports).toBeGreaterThan(400)
  })
})

describe('ranges of words', () => {
  const owner = { key: -7, unpack: (): Slot => expect.unreachable() }

  test('run out, and then instances are slots', () => {
    while (allotWords(owner, 20) !== unowned);
    while (allotWords(owner, 4) !== unowned);
    const { reports, signal, held } = start(handleSpec)
    const object = {}
    signal(open, 1, object)
    expect(held(object)).toBe('object')
    signal(close, 2, object)
    signal(use, 3, object)
    expect(reports.map(({ site, creationSite }) => [site, creationSite])).toEqual([[3, 1]])
  })
})
