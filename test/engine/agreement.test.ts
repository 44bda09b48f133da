import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { waitingEvents } from '#src/engine/d/plan.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../support/property.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace } from './trace-text.ts'

const names = Object.keys(algorithms) as AlgorithmName[]

/** How much a property saw, so that it does not pass on nothing. */
interface Seen {
  readonly logics: Record<string, number>
  reports: number
  collected: number
}

test('every algorithm reports what the definition says, and counts alike', () => {
  const seen: Seen = { logics: {}, reports: 0, collected: 0 }
  fc.assert(
    fc.property(randomCase(), fc.boolean(), ({ text, spec, trace }, traces) => {
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines)
      for (const name of names) {
        const run = runTrace(algorithms[name], spec, lines, { traces })
        expectReports(run.reports, expected.reports, name)
        if (name !== 'D' && name !== 'E') expectNamedReports(run.reports, expected.reports, name)
        expect(run.statistics.events, name).toBe(expected.events)
        expect(run.statistics.monitors, name).toBe(expected.monitors)
        expect(run.statistics.reports, name).toBe(expected.reports.length)
        expect(run.faults, name).toEqual([])
      }
      seen.logics[text.logic!] = (seen.logics[text.logic!] ?? 0) + 1
      seen.reports += expected.reports.length
    }),
    runs(700),
  )
  expect(seen.reports).toBeGreaterThan(500)
  for (const logic of ['fsm', 'ere', 'ltl', 'ptltl', 'cfg']) expect(seen.logics[logic]).toBeGreaterThan(30)
})

test('events that wait for a monitor may be left out until the first event that creates one', () => {
  const seen = { reports: 0, left: 0 }
  fc.assert(
    fc.property(randomCase({ deaths: true }), ({ text, spec, trace }) => {
      const lines = parseTrace(text, trace)
      const waits = waitingEvents(spec)
      const eventOf = (line: (typeof lines)[number]) =>
        line.kind === 'death' ? -1 : spec.events.findIndex(({ name }) => name === line.event)
      const first = lines.findIndex((line) => spec.events[eventOf(line)]?.creation)
      const heard = lines.filter((line, i) => (first !== -1 && i >= first) || !waits[eventOf(line)])
      const told = ({ reports }: { reports: readonly { category: string; binding: object }[] }) =>
        reports.map(({ category, binding }) => JSON.stringify([category, binding])).sort()
      const expected = consultOracle(spec, heard).reports
      expect(told({ reports: expected })).toEqual(told(consultOracle(spec, lines)))
      for (const name of names) expectReports(runTrace(algorithms[name], spec, heard).reports, expected, name)
      seen.reports += expected.length
      seen.left += lines.length - heard.length
    }),
    runs(300),
  )
  expect(seen.reports).toBeGreaterThan(100)
  expect(seen.left).toBeGreaterThan(50)
})

test('every algorithm reports what the definition says when a handler resets monitors', () => {
  const seen: Seen = { logics: {}, reports: 0, collected: 0 }
  fc.assert(
    fc.property(randomCase({ deaths: true }), fc.boolean(), ({ text, spec: plain, trace }, collect) => {
      const spec: CompiledSpec = { ...plain, handler: (control) => control.reset() }
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines)
      for (const name of names) {
        const run = runTrace(algorithms[name], spec, lines, { collect })
        expectReports(run.reports, expected.reports, name)
      }
      seen.reports += expected.reports.length
    }),
    runs(500),
  )
  expect(seen.reports).toBeGreaterThan(500)
})

test('every algorithm reports what the definition says when objects die, whether it collects monitors or not', () => {
  const seen: Seen = { logics: {}, reports: 0, collected: 0 }
  fc.assert(
    fc.property(randomCase({ deaths: true, traceLength: 24 }), fc.boolean(), ({ text, spec, trace }, collect) => {
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines)
      for (const name of names) {
        const run = runTrace(algorithms[name], spec, lines, { collect })
        expectReports(run.reports, expected.reports, name)
        expect(run.statistics.events, name).toBe(expected.events)
        seen.collected += run.statistics.collected
      }
      seen.reports += expected.reports.length
    }),
    runs(500),
  )
  expect(seen.reports).toBeGreaterThan(500)
  expect(seen.collected).toBeGreaterThan(100)
})

test('every algorithm blames the same creation, with the same variables and the same slice', () => {
  let reports = 0
  fc.assert(
    fc.property(randomCase({ deaths: true, traceLength: 24 }), fc.boolean(), fc.boolean(), (random, traces, acting) => {
      const { text, spec: plain, trace } = random
      const spec: CompiledSpec = {
        ...plain,
        blame: 'creation',
        events: plain.events.map((event) => ({
          ...event,
          blame: 'creation',
          action: acting ? (variables) => (variables['taken'] as string[]).push(event.name) : undefined,
        })),
        variables: acting ? () => ({ taken: [] }) : undefined,
      }
      const lines = parseTrace(text, trace)
      const told = names.map((name) => {
        const instances = new Map<string, number>()
        runTrace(algorithms[name], spec, lines, {
          traces,
          sink: ({ site, creationSite, category, domain, variables, trace: slice, instances: count }) => {
            const key = JSON.stringify([site, creationSite, category, domain, variables, traces ? slice : undefined])
            instances.set(key, (instances.get(key) ?? 0) + count)
            reports += count
          },
        })
        return [...instances].sort(([a], [b]) => (a < b ? -1 : 1))
      })
      for (const [i, each] of told.entries()) expect(each, names[i]).toEqual(told[0])
    }),
    runs(500),
  )
  expect(reports).toBeGreaterThan(500)
})
