/** Compares what an algorithm reported with what the definition says. */

import { expect } from 'vitest'
import type { NamedReport } from './run-trace.ts'
import type { TraceReport } from './trace-text.ts'
import { sortReports } from './trace-text.ts'

/**
 * An algorithm may report many instances at once and need not know every value. What must be equal: for each line,
 * category and set of bound parameters, how many instances; and every value it does name must fit one of them.
 */
export function expectReports(got: readonly NamedReport[], expected: readonly TraceReport[], message?: string): void {
  expect(countGot(got), message).toEqual(countExpected(expected))
  const unfit = got.filter(
    (report) =>
      !expected.some(
        ({ at, category, binding }) =>
          at === report.at &&
          category === report.category &&
          Object.keys(binding).length === report.domain.length &&
          Object.entries(report.binding).every(([name, value]) => binding[name] === value),
      ),
  )
  expect(unfit, message).toEqual([])
}

/** For algorithms that name every instance, on traces in which nothing dies. */
export function expectNamedReports(
  got: readonly NamedReport[],
  expected: readonly TraceReport[],
  message?: string,
): void {
  expect(sortReports(got), message).toEqual(sortReports(expected))
}

function countGot(reports: readonly NamedReport[]): Record<string, number> {
  return count(reports.map(({ at, category, domain, instances }) => ({ at, category, domain, instances })))
}

function countExpected(reports: readonly TraceReport[]): Record<string, number> {
  return count(
    reports.map(({ at, category, binding }) => ({ at, category, domain: Object.keys(binding), instances: 1 })),
  )
}

function count(
  reports: readonly { at: number; category: string; domain: readonly string[]; instances: number }[],
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { at, category, domain, instances } of reports) {
    const key = `${at} ${category} {${[...domain].sort().join(' ')}}`
    counts[key] = (counts[key] ?? 0) + instances
  }
  return counts
}
