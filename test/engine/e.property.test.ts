import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { algorithms, type AlgorithmName } from '#src/engine/algorithms.ts'
import { makePlan, needsMonitorState } from '#src/engine/d/plan.ts'
import { createAlgorithmE, type LazyOptions } from '#src/engine/e/algorithm-e.ts'
import type { Algorithm, Monitoring } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { expectReports } from './expect-reports.ts'
import { consultOracle, slicesOf } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace, type TraceLine } from './trace-text.ts'
import { failAtFault } from './fail-at-fault.ts'

/**
 * Few places, so that slices of different instances are often equal: with a small number, one as those of woven files, and
 * one as those that are found in stacks.
 */
const sites = [1, 2 ** 28 - 5, 2 ** 29 + 7]
const siteOf = (at: number, places: number) => (at === 0 ? 0 : sites[at % places]!)

interface TracedRun {
  /** Trace → instances. */
  readonly traces: Record<string, number>
  readonly violating: readonly string[]
  readonly reports: readonly string[]
  readonly monitoring: Monitoring
}

function runTraced(
  algorithm: Algorithm,
  spec: CompiledSpec,
  lines: readonly TraceLine[],
  places: number,
  extra: { readonly died?: (at: number) => boolean } = {},
): TracedRun {
  const reports: string[] = []
  const monitoring = algorithm(spec, {
    sink: ({ category, event, site, instances, domain, trace }) => {
      const text =
        trace === undefined ? 'none' : trace.map((step) => `${step.event}@${step.site}×${step.times}`).join(' ')
      for (let i = 0; i < instances; i += 1) reports.push(`${category} ${event} ${site} ${domain} ${text}`)
    },
    onFault: failAtFault,
    traces: true,
  })
  let objects = new Map<string, object>()
  const objectOf = (name: string) => {
    let object = objects.get(name)
    if (object === undefined) objects.set(name, (object = { name }))
    return object
  }
  lines.forEach((line, i) => {
    if (line.kind === 'death') {
      if (extra.died?.(i) !== false) monitoring.died(objectOf(line.value))
      objects.delete(line.value)
      return
    }
    const slots = spec.parameters.map(({ name, kind }) => {
      const value = line.params[name]
      return value === undefined ? undefined : kind === 'object' ? objectOf(value) : value
    })
    const event = spec.events.findIndex(({ name }) => name === line.event)
    monitoring.signal(event, siteOf(i + 1, places), slots[0], slots[1], slots[2], slots[3])
  })
  objects = new Map()
  monitoring.finish()
  const traces: Record<string, number> = {}
  const violating: string[] = []
  const store = monitoring.traces!
  store.each((node, count) => {
    const text = store
      .steps(node)
      .flatMap(({ event, site, times }) => Array.from({ length: times }, () => `${spec.events[event]!.name}@${site}`))
      .join(' ')
    expect(traces[text], `${text} is one node`).toBeUndefined()
    traces[text] = count
    if (store.wasReported(node)) violating.push(text)
  })
  return { traces, violating: violating.sort(), reports: reports.sort(), monitoring }
}

/** What a store that keeps every trace would hold. */
function naiveTraces(spec: CompiledSpec, lines: readonly TraceLine[], places: number): Record<string, number> {
  const traces: Record<string, number> = {}
  for (const slice of slicesOf(spec, lines)) {
    const text = slice.map(({ event, at }) => `${event}@${siteOf(at, places)}`).join(' ')
    traces[text] = (traces[text] ?? 0) + 1
  }
  return traces
}

const places = fc.constantFrom(1, 2, 3)
const few = fc.oneof(
  fc.integer({ min: 1, max: 8 }).map((limit): LazyOptions => ({ limit })),
  fc.nat(3).map((groupLimit): LazyOptions => ({ groupLimit })),
)

describe('explicit traces', () => {
  test('of every algorithm are the slices that the definition gives, with their counts', () => {
    const seen = { traces: 0, duplicates: 0, violating: 0 }
    fc.assert(
      fc.property(randomCase({ deaths: true, traceLength: 18 }), places, ({ text, spec, trace }, places) => {
        const lines = parseTrace(text, trace)
        const expected = naiveTraces(spec, lines, places)
        const violating = new Map<string, readonly string[]>()
        for (const name of Object.keys(algorithms) as AlgorithmName[]) {
          const run = runTraced(algorithms[name], spec, lines, places)
          expect(run.traces, name).toEqual(expected)
          violating.set(name, run.violating)
        }
        for (const [name, found] of violating) expect(found, name).toEqual(violating.get('C+'))
        seen.traces += Object.keys(expected).length
        seen.duplicates += Object.values(expected).filter((count) => count > 1).length
        seen.violating += violating.get('E')!.length
      }),
      runs(700),
    )
    expect(seen.traces).toBeGreaterThan(1000)
    expect(seen.duplicates).toBeGreaterThan(50)
    expect(seen.violating).toBeGreaterThan(100)
  })

  test('are complete in every report that an algorithm makes of single instances', () => {
    let reports = 0
    fc.assert(
      fc.property(randomCase({ traceLength: 18 }), places, ({ text, spec, trace }, places) => {
        const lines = parseTrace(text, trace)
        const eager = runTraced(algorithms.D, spec, lines, places)
        const lazy = runTraced(algorithms.E, spec, lines, places)
        expect(lazy.reports).toEqual(eager.reports)
        expect(lazy.reports.some((report) => report.endsWith(' none'))).toBe(false)
        reports += lazy.reports.length
      }),
      runs(500),
    )
    expect(reports).toBeGreaterThan(500)
  })
})

describe('algorithm E', () => {
  test('reports what the definition says, also past the end of its store', () => {
    let cuts = 0
    let reports = 0
    fc.assert(
      fc.property(
        randomCase({ deaths: true, traceLength: 24 }),
        fc.constantFrom<LazyOptions>(
          {},
          { limit: 0 },
          { limit: 3 },
          { limit: 10 },
          { groupLimit: 0 },
          { groupLimit: 1 },
        ),
        ({ text, spec, trace }, lazy) => {
          const lines = parseTrace(text, trace)
          const expected = consultOracle(spec, lines)
          let made: Monitoring | undefined
          const algorithm: Algorithm = (spec, options) => (made = createAlgorithmE(spec, options, lazy))
          const run = runTrace(algorithm, spec, lines)
          expectReports(run.reports, expected.reports)
          expect(run.statistics.events).toBe(expected.events)
          cuts += made!.traces!.cuts
          reports += expected.reports.length
        },
      ),
      runs(700),
    )
    expect(reports).toBeGreaterThan(500)
    expect(cuts).toBeGreaterThan(500)
  })

  test('keeps of a full store only true prefixes, and loses no instance', () => {
    fc.assert(
      fc.property(randomCase({ traceLength: 18 }), few, ({ text, spec, trace }, lazy) => {
        const lines = parseTrace(text, trace)
        const all = Object.entries(naiveTraces(spec, lines, 2))
        const run = runTraced((spec, options) => createAlgorithmE(spec, options, lazy), spec, lines, 2)
        const kept = Object.entries(run.traces)
        for (const [text] of kept) expect(all.some(([whole]) => `${whole} `.startsWith(`${text} `))).toBe(true)
        const sum = (entries: [string, number][]) => entries.reduce((total, [, count]) => total + count, 0)
        expect(sum(kept)).toBeLessThanOrEqual(sum(all))
        expect(sum(all) - sum(kept)).toBeLessThanOrEqual(run.monitoring.traces!.cuts)
      }),
      runs(300),
    )
  })

  test('judged at the end finds the same prefixes', () => {
    let found = 0
    fc.assert(
      fc.property(randomCase({ traceLength: 18 }), places, ({ text, spec, trace }, places) => {
        const lines = parseTrace(text, trace)
        const prefixes = (reports: readonly string[]) => [...new Set(reports)]
        const atBirth = runTraced(algorithms.E, spec, lines, places)
        const atEnd = runTraced(
          (spec, options) => createAlgorithmE(spec, options, { judge: 'at-end' }),
          spec,
          lines,
          places,
        )
        expect(prefixes(atEnd.reports)).toEqual(prefixes(atBirth.reports))
        expect(atEnd.traces).toEqual(atBirth.traces)
        found += atEnd.reports.length
      }),
      runs(400),
    )
    expect(found).toBeGreaterThan(300)
  })

  test('does not depend on whether deaths are known', () => {
    fc.assert(
      fc.property(randomCase({ deaths: true, traceLength: 18 }), places, ({ text, spec, trace }, places) => {
        fc.pre(spec.events.every(({ pointcuts }) => pointcuts.length === 0))
        const lines = parseTrace(text, trace)
        const told = runTraced(algorithms.E, spec, lines, places)
        const untold = runTraced(algorithms.E, spec, lines, places, { died: () => false })
        expect(untold.traces).toEqual(told.traces)
        expect(untold.reports).toEqual(told.reports)
      }),
      runs(300),
    )
  })

  test('leaves specs whose monitors are more than their trace to algorithm D', () => {
    const plain = { collect: false, traces: false, timed: false, over: undefined, without: undefined }
    let names = 0
    fc.assert(
      fc.property(randomCase(), ({ spec }) => {
        expect(needsMonitorState(spec)).toBe(false)
        expect(needsMonitorState({ ...spec, handler: () => {} })).toBe(true)
        expect(needsMonitorState({ ...spec, variables: () => ({}) })).toBe(true)
        const acting = spec.events.map((event) => ({ ...event, action: () => {} }))
        expect(needsMonitorState({ ...spec, events: acting })).toBe(true)
        const message = spec.parameters.map(({ name }) => `{${name}}`).join(' ')
        const naming = { ...spec, reports: spec.reports.map((report) => ({ ...report, message })) }
        expect(needsMonitorState(naming)).toBe(makePlan(naming, plain).individual)
        if (needsMonitorState(naming)) names += 1
      }),
      runs(100),
    )
    expect(names).toBeGreaterThan(10)
  })
})
