import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '#src/engine/algorithms.ts'
import { algorithms } from '#src/engine/algorithms.ts'
import { buildSpec } from '../support/spec-builder.ts'
import { runAlgorithmDByTheBook } from './algorithm-d-by-the-book.ts'
import { readCases } from './cases.ts'
import { expectNamedReports, expectReports } from './expect-reports.ts'
import { consultOracle } from './oracle.ts'
import { runTrace } from './run-trace.ts'
import type { TraceReport } from './trace-text.ts'
import { parseReport, parseTrace, sortReports } from './trace-text.ts'

const cases = readCases()
const titled = cases.map((each) => [`${each.theme}: ${each.name}`, each] as const)
const names = Object.keys(algorithms) as AlgorithmName[]
const dies = (trace: readonly string[]) => trace.some((line) => line.startsWith('died '))

test('the suite is as large as it says', () => {
  expect(cases.filter(({ theme }) => theme !== 'soundness').length).toBeGreaterThanOrEqual(60)
  expect(cases.filter(({ decides }) => decides === 'disable').length).toBeGreaterThanOrEqual(25)
  expect(cases.filter(({ decides }) => decides === 'timestamps').length).toBeGreaterThanOrEqual(25)
  expect(new Set(titled.map(([title]) => title)).size).toBe(cases.length)
})

test.each(titled)('the definition agrees with %s', (_, { spec, trace, reports }) => {
  expect(sortReports(consultOracle(buildSpec(spec), parseTrace(spec, trace)).reports)).toEqual(reports)
})

describe.each(names)('algorithm %s', (name) => {
  test.each(titled)('%s', (_, { spec: text, trace, reports }) => {
    const expected: TraceReport[] = reports.map(parseReport)
    const run = runTrace(algorithms[name], buildSpec(text), parseTrace(text, trace))
    expectReports(run.reports, expected)
    if (name !== 'D' && name !== 'E' && !dies(trace)) expectNamedReports(run.reports, expected)
    expect(run.faults).toEqual([])
  })
})

describe('cases that a soundness check of algorithm D decides', () => {
  const decided = titled.filter(([, { decides }]) => decides !== undefined)

  test.each(decided)('%s', (_, { spec: text, trace, reports, decides, without }) => {
    const spec = buildSpec(text)
    const lines = parseTrace(text, trace)
    expect(sortReports(runAlgorithmDByTheBook(spec, lines))).toEqual(reports)
    expect(sortReports(runAlgorithmDByTheBook(spec, lines, decides))).toEqual(without)
    expect(without).not.toEqual(reports)
  })
})
