import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSpec } from '../support/spec-builder.ts'
import { runs } from '../support/property.ts'
import { integrityChecking, steadySlots } from './d-integrity.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace } from './trace-text.ts'

/** The lines that speak of no object that died in an earlier one. */
function withoutTheDead(lines: readonly string[]): string[] {
  const dead = new Set<string>()
  return lines.filter((line) => {
    const [event, ...values] = line.split(' ')
    if (values.some((value) => dead.has(value))) return false
    if (event === 'died') dead.add(values[0]!)
    return true
  })
}

const mapAndIterator = {
  parameters: ['m', 'i'],
  events: { create: 'm i', change: 'm', next: 'i' },
  logic: 'ere',
  categories: ['match'],
  creation: ['create'],
}

describe('algorithm D, its index checked after each event', () => {
  test('names every instance that the definition reports, where it may keep values', () => {
    let reports = 0
    fc.assert(
      fc.property(randomCase(), fc.boolean(), ({ text, trace }, collect) => {
        const spec = buildSpec(text)
        const lines = parseTrace(text, trace)
        const expected = consultOracle(spec, lines)
        const run = runTrace(integrityChecking(), spec, lines, { identify: true, collect })
        expectNamedReports(run.reports, expected.reports)
        expect(run.statistics.events).toBe(expected.events)
        expect(run.statistics.monitors).toBe(expected.monitors)
        reports += expected.reports.length
      }),
      runs(1500),
    )
    expect(reports).toBeGreaterThan(1000)
  })

  test('counts the instances that the definition reports, where it may not', () => {
    let reports = 0
    fc.assert(
      fc.property(randomCase({ deaths: true, traceLength: 24 }), fc.boolean(), ({ text, trace }, collect) => {
        const spec = buildSpec(text)
        const lines = parseTrace(text, trace)
        const expected = consultOracle(spec, lines)
        const run = runTrace(integrityChecking(), spec, lines, { collect })
        expectReports(run.reports, expected.reports)
        expect(run.statistics.events).toBe(expected.events)
        reports += expected.reports.length
      }),
      runs(1500),
    )
    expect(reports).toBeGreaterThan(1000)
  })

  test('passes over groups that an event leaves alone as if it had visited them', () => {
    const formulas = [
      'create next* change change* next',
      'create (next | change)* change next',
      'create change next change change next',
    ]
    const creation = fc
      .tuple(fc.constantFrom('m1', 'm2'), fc.constantFrom('i1', 'i2', 'i3'))
      .map(([m, i]) => `create ${m} ${i}`)
    const line = fc.oneof(
      { arbitrary: creation, weight: 6 },
      { arbitrary: fc.constantFrom('change m1', 'change m2'), weight: 9 },
      { arbitrary: fc.constantFrom('next i1', 'next i2', 'next i3'), weight: 9 },
      { arbitrary: fc.constantFrom('died i1', 'died m2'), weight: 1 },
    )
    let reports = 0
    const before = steadySlots.checked
    fc.assert(
      fc.property(
        fc.constantFrom(...formulas),
        fc.array(line, { minLength: 4, maxLength: 24, size: 'max' }).map(withoutTheDead),
        fc.boolean(),
        (formula, trace, collect) => {
          const text = { ...mapAndIterator, formula }
          const spec = buildSpec(text)
          const lines = parseTrace(text, trace)
          const expected = consultOracle(spec, lines)
          const run = runTrace(integrityChecking(), spec, lines, { collect })
          expectReports(run.reports, expected.reports)
          expect(run.statistics.events).toBe(expected.events)
          reports += expected.reports.length
        },
      ),
      runs(500),
    )
    expect(reports).toBeGreaterThan(100)
    expect(steadySlots.checked - before).toBeGreaterThan(1000)
  })
})
