import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSpec } from '../support/spec-builder.ts'
import { runs } from '../support/property.ts'
import { integrityChecking } from './d-integrity.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace } from './trace-text.ts'

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
})
