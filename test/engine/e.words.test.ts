/** Instances of algorithm E that are words on their objects (`e/node-words.ts`): traces and reports as C+ has them. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms } from '#src/engine/algorithms.ts'
import { AlgorithmD } from '#src/engine/d/algorithm-d.ts'
import { allotWords, heldAt, type Slot, unowned } from '#src/engine/d/slots.ts'
import type { NodeStepping } from '#src/engine/e/node-stepping.ts'
import type { Algorithm, Monitoring, Report } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { randomCase } from './random-specs.ts'
import { parseTrace, type TraceLine } from './trace-text.ts'
import { failAtFault } from './fail-at-fault.ts'

const handleSpec = buildSpec({
  parameters: ['h'],
  events: { open: 'h', use: 'h', close: 'h' },
  logic: 'ere',
  formula: 'open use* close+ use',
  categories: ['match'],
  creation: ['open'],
})
const [open, use, close] = [0, 1, 2]

/** `open@1 use@2×3` → instances. */
function contents({ spec, traces }: Monitoring): Record<string, number> {
  const found: Record<string, number> = {}
  traces!.each((node, count) => {
    const steps = traces!.steps(node).map(({ event, site, times }) => `${spec.events[event]!.name}@${site}×${times}`)
    found[steps.join(' ')] = count
  })
  return found
}

function start(make: Algorithm, spec: CompiledSpec) {
  const reports: Report[] = []
  const monitoring = make(spec, {
    sink: (report) => reports.push(report),
    onFault: failAtFault,
    traces: true,
  })
  const signal = (event: number, site: number, object: object) =>
    monitoring.signal(event, site, object, undefined, undefined, undefined)
  const held = (object: object) => typeof heldAt(object, (monitoring as AlgorithmD).instances.firstKey)
  /** Whether there were words. */
  const packs = () =>
    monitoring instanceof AlgorithmD && (monitoring.stepping as NodeStepping).words?.prefix !== unowned
  return { monitoring, reports, signal, held, packs }
}

describe('words of algorithm E', () => {
  test('are there until a report names the instance, and know where it was created', () => {
    const { monitoring, reports, signal, held } = start(algorithms.E, handleSpec)
    const objects = Array.from({ length: 5 }, () => ({}))
    objects.forEach((object, i) => {
      signal(open, 1 + (i % 2), object)
      signal(use, 3, object)
      signal(use, 4, object)
      signal(close, 5, object)
    })
    expect(objects.map(held)).toEqual(objects.map(() => 'number'))
    for (const object of objects) signal(use, 6, object)
    expect(objects.map(held)).toEqual(objects.map(() => 'object'))
    expect(reports.map(({ site, creationSite, instances }) => [site, creationSite, instances])).toEqual(
      objects.map((_, i) => [6, 1 + (i % 2), 1]),
    )
    expect(contents(monitoring)).toEqual({
      'open@1×1 use@3×1 use@4×1 close@5×1 use@6×1': 3,
      'open@2×1 use@3×1 use@4×1 close@5×1 use@6×1': 2,
    })
  })

  test('give way to slots in long runs', () => {
    const { monitoring, signal, held } = start(algorithms.E, handleSpec)
    const [short, long] = [{}, {}]
    for (const [object, times] of [
      [short, 16],
      [long, 400],
    ] as const) {
      signal(open, 1, object)
      for (let i = 0; i < times; i++) signal(use, 2, object)
    }
    expect([held(short), held(long)]).toEqual(['number', 'object'])
    expect(contents(monitoring)).toEqual({ 'open@1×1 use@2×16': 1, 'open@1×1 use@2×400': 1 })
  })

  test('beside those of others on the same objects, through several tests, are what C+ has', () => {
    const seen = { words: 0, traces: 0, reports: 0 }
    fc.assert(
      fc.property(
        randomCase({ parameters: { min: 1, max: 1 }, deaths: true, traceLength: 24 }),
        fc.array(fc.nat(8), { minLength: 1, maxLength: 9 }),
        fc.nat(5),
        ({ text, spec, trace }, froms, testEvery) => {
          fc.pre(spec.parameters[0]!.kind === 'object' && spec.events.every(({ parameters }) => parameters !== 0))
          const lines = parseTrace(text, trace)
          const play = (make: Algorithm, watched: readonly number[]) => {
            const all = watched.map((from) => ({ from, ...start(make, spec) }))
            const objects = new Map<string, object>()
            lines.forEach((line, i) => act(spec, line, i, testEvery, objects, all))
            for (const { monitoring } of all) monitoring.traces!.leaveTest()
            seen.words += all.filter(({ packs }) => packs()).length
            return all.map(({ monitoring, reports }) => ({
              traces: contents(monitoring),
              events: monitoring.statistics().events,
              reports: reports.map(({ site, creationSite, trace }) => JSON.stringify([site, creationSite, trace])),
            }))
          }
          const together = play(algorithms.E, froms)
          froms.forEach((from, i) => {
            const [alone] = play(algorithms['C+'], [from])
            expect({ ...together[i], reports: together[i]!.reports.toSorted() }).toEqual({
              ...alone,
              reports: alone!.reports.toSorted(),
            })
            seen.traces += Object.keys(alone!.traces).length
            seen.reports += alone!.reports.length
          })
        },
      ),
      runs(250),
    )
    expect(seen.words).toBeGreaterThan(100)
    expect(seen.traces).toBeGreaterThan(400)
    expect(seen.reports).toBeGreaterThan(300)
  })

  test('are none when ranges have run out', () => {
    const owner = { key: -7, unpack: (): Slot => expect.unreachable() }
    while (allotWords(owner, 20) !== unowned);
    const { monitoring, signal, held } = start(algorithms.E, handleSpec)
    const object = {}
    signal(open, 1, object)
    signal(use, 2, object)
    expect(held(object)).toBe('object')
    expect(contents(monitoring)).toEqual({ 'open@1×1 use@2×1': 1 })
  })
})

/** A line of a trace for those that watch from an earlier one on; every few lines a test begins. */
function act(
  spec: CompiledSpec,
  line: TraceLine,
  at: number,
  testEvery: number,
  objects: Map<string, object>,
  all: readonly { readonly from: number; readonly monitoring: Monitoring }[],
): void {
  const objectOf = (name: string) => {
    const known = objects.get(name) ?? {}
    objects.set(name, known)
    return known
  }
  for (const { from, monitoring } of all) {
    if (testEvery > 0 && at % testEvery === 0) monitoring.traces!.enterTest(1 + at)
    if (at < from) continue
    if (line.kind === 'death') monitoring.died(objectOf(line.value))
    else {
      const value = line.params[spec.parameters[0]!.name]
      const event = spec.events.findIndex(({ name }) => name === line.event)
      monitoring.signal(event, 1 + (at % 3), value && objectOf(value), undefined, undefined, undefined)
    }
  }
  if (line.kind === 'death') objects.delete(line.value)
}
