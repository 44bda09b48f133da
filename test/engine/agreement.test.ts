import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { runs } from '../support/property.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import type { RandomCase } from './random-specs.ts'
import { randomCase } from './random-specs.ts'
import { runTrace } from './run-trace.ts'
import { parseTrace } from './trace-text.ts'

/** Those that name the binding of every report. */
const naming: readonly AlgorithmName[] = ['A', 'B', 'C', 'C+']
const names = Object.keys(algorithms) as AlgorithmName[]

describe.each(names)('algorithm %s on random specs and traces', (name) => {
  test('reports what the definition says', () => {
    let reports = 0
    const check = ({ text, trace }: RandomCase) => {
      const spec = buildSpec(text)
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines)
      const run = runTrace(algorithms[name], spec, lines)
      if (naming.includes(name)) expectNamedReports(run.reports, expected.reports)
      expectReports(run.reports, expected.reports)
      expect(run.statistics.events).toBe(expected.events)
      expect(run.statistics.monitors).toBe(expected.monitors)
      expect(run.faults).toEqual([])
      reports += expected.reports.length
    }
    fc.assert(fc.property(randomCase(), check), runs(1500))
    expect(reports).toBeGreaterThan(1000)
  })

  test('reports what the definition says when objects die, whether it collects monitors or not', () => {
    let reports = 0
    let collected = 0
    const check = ({ text, trace }: RandomCase, collect: boolean) => {
      const spec = buildSpec(text)
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines)
      const run = runTrace(algorithms[name], spec, lines, { collect })
      expectReports(run.reports, expected.reports)
      expect(run.statistics.events).toBe(expected.events)
      reports += expected.reports.length
      collected += run.statistics.collected
    }
    fc.assert(fc.property(randomCase({ deaths: true, traceLength: 24 }), fc.boolean(), check), runs(1000))
    expect(reports).toBeGreaterThan(1000)
    expect(collected).toBeGreaterThan(100)
  })
})
