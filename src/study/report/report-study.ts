/** A study's results → the whole report, and the few numbers that other documents quote. */

import type { Distributions } from '../statistics/distributions.ts'
import { median, quantile } from '../statistics/quantiles.ts'
import { plain } from '../study.ts'
import { compareFindings } from './compare-findings.ts'
import { compareInstructions } from './compare-instructions.ts'
import { compareOutcomes, isEqual, steadySubjects } from './compare-outcomes.ts'
import { comparePairs } from './compare-pairs.ts'
import { compareSelection } from './compare-selection.ts'
import { addedPerProcess, clockRatios, compareTimes, longRun, ratiosOf } from './compare-times.ts'
import { compareVersions } from './compare-versions.ts'
import { describeDuplicates } from './describe-duplicates.ts'
import { describeSetting } from './describe-setting.ts'
import type { Document } from './document.ts'
import type { StudyData } from './study-data.ts'
import { testDifferences } from './test-differences.ts'

export function reportStudy(data: StudyData, by: Distributions): Document {
  const parts = data.counted
    ? [compareInstructions, compareFindings, compareSelection, describeDuplicates]
    : [
        compareTimes,
        compareFindings,
        comparePairs,
        compareSelection,
        compareVersions,
        describeDuplicates,
        () => testDifferences(data, by),
      ]
  const sections = [describeSetting, compareOutcomes, ...parts].flatMap((part) => part(data))
  return { title: `Study: ${data.name}`, sections }
}

interface SummarisedRatios {
  readonly subjects: number
  readonly median: number | null
  readonly p90: number | null
  readonly worst: number | null
}

/** By configuration. Ratios and times are of CPU unless they say otherwise; `null` where no subject counts. */
export interface Summary {
  readonly subjects: number
  readonly equal: number
  /** Subjects whose plain runs are all alike, and how many of these are equal in all runs. */
  readonly steady: number
  readonly equalOfSteady: number
  readonly medianRatio: number | null
  readonly long: SummarisedRatios
  /** Of wall-clock time, of subjects whose plain run takes 2 s or more by it. */
  readonly clock: SummarisedRatios
  /** Of subjects whose plain run is shorter than 2 s, ms. */
  readonly addedPerProcess: { readonly subjects: number; readonly median: number | null; readonly worst: number | null }
  readonly violations: number
}

export function summarise(data: StudyData): Record<string, Summary> {
  const long = data.subjects.filter((subject) => (data.of(subject, plain)?.cpuMs ?? 0) >= longRun)
  const steady = steadySubjects(data)
  const summaries = data.configurations.map(({ name }): [string, Summary] => {
    const measured = data.subjects.flatMap((subject) => data.of(subject, name) ?? [])
    const comparable = measured.filter(({ subject }) => steady.has(subject))
    const short = measured.filter(({ subject }) => !long.includes(subject))
    const added = short.flatMap((each) => addedPerProcess(each) ?? [])
    return [
      name,
      {
        subjects: measured.length,
        equal: measured.filter(isEqual).length,
        steady: comparable.length,
        equalOfSteady: comparable.filter(isEqual).length,
        medianRatio: numberOr(ratiosOf(data, name), median),
        long: summariseRatios(ratiosOf(data, name, long)),
        clock: summariseRatios(clockRatios(data, name)),
        addedPerProcess: {
          subjects: added.length,
          median: numberOr(added, median),
          worst: numberOr(added, (all) => Math.max(...all)),
        },
        violations: measured.reduce((sum, { violations }) => sum + violations.size, 0),
      },
    ]
  })
  return Object.fromEntries(summaries)
}

function summariseRatios(ratios: readonly number[]): SummarisedRatios {
  return {
    subjects: ratios.length,
    median: numberOr(ratios, median),
    p90: numberOr(ratios, (all) => quantile(all, 0.9)),
    worst: numberOr(ratios, (all) => Math.max(...all)),
  }
}

function numberOr(numbers: readonly number[], of: (numbers: readonly number[]) => number): number | null {
  return numbers.length === 0 ? null : Math.round(of(numbers) * 1000) / 1000
}
