/** Whether configurations differ, by tests over subjects, and what the cost goes along with. */

import { spearman } from '../statistics/correlation.ts'
import type { Distributions } from '../statistics/distributions.ts'
import { effectSize } from '../statistics/effect-size.ts'
import { friedmanTest } from '../statistics/friedman.ts'
import { correct } from '../statistics/holm.ts'
import { signedRankTest } from '../statistics/wilcoxon.ts'
import { plain } from '../study.ts'
import { chance, type Section, table, text } from './document.ts'
import type { Measured, StudyData } from './study-data.ts'

export function testDifferences(data: StudyData, by: Distributions): Section[] {
  return [...testTimes(data, by), ...correlate(data, by)]
}

function testTimes(data: StudyData, by: Distributions): Section[] {
  const names = [plain, ...data.configurations.map(({ name }) => name)]
  const blocks = data.subjects
    .map((subject) => names.flatMap((name) => data.of(subject, name)?.cpuMs ?? []))
    .filter((times) => times.length === names.length)
  const friedman = friedmanTest(blocks, by)
  if (friedman === undefined) return []
  const column = (i: number) => blocks.map((times) => times[i]!)
  const pairs = names.flatMap((_, a) => names.slice(a + 1).map((__, i) => [a, a + 1 + i] as const))
  const tests = pairs.map(([a, b]) => signedRankTest(column(a), column(b), by))
  const corrected = correct(tests.map(({ p }) => p))
  const rows = pairs.map(([a, b], i) => {
    const { a12, delta, size } = effectSize(column(b), column(a))
    return [
      names[a]!,
      names[b]!,
      String(tests[i]!.statistic),
      chance(tests[i]!.p),
      chance(corrected[i]!),
      a12.toFixed(2),
      `${delta.toFixed(2)} (${size})`,
    ]
  })
  const ranks = names.map((name, i) => `${name} ${friedman.meanRanks[i]!.toFixed(2)}`).join(', ')
  return [
    {
      title: 'Tests of differences',
      parts: [
        text(
          `Friedman's test of CPU times over ${blocks.length} subjects: χ² = ${friedman.statistic.toFixed(2)} on ` +
            `${friedman.degrees} degrees, p ${friedman.p < 0.001 ? '' : '= '}${chance(friedman.p)}. Mean ranks, 1 the fastest: ${ranks}.`,
        ),
        text(
          "Pairwise Wilcoxon signed-rank tests, p corrected by Holm's method. Â₁₂ is the chance that the second takes longer.",
        ),
        table(['first', 'second', 'statistic', 'p', 'corrected p', 'Â₁₂', "Cliff's delta"], rows),
      ],
    },
  ]
}

const factors: Readonly<Record<string, (measured: Measured, base: Measured) => number | undefined>> = {
  'plain CPU time': (_, base) => base.cpuMs,
  'plain peak memory': (_, base) => base.peakBytes,
  events: ({ monitoring }) => monitoring?.events,
  monitors: ({ monitoring }) => monitoring?.monitors,
  processes: ({ monitoring }) => monitoring?.processes.monitored,
  violations: ({ violations }) => violations.size,
}

function correlate(data: StudyData, by: Distributions): Section[] {
  const rows = data.configurations.map(({ name }) => {
    const measured = data.subjects.flatMap((subject) => {
      const [own, base] = [data.of(subject, name), data.of(subject, plain)]
      return own?.added === undefined || base === undefined ? [] : [{ own, base, added: own.added.value }]
    })
    const cells = Object.values(factors).map((factor) => {
      const pairs = measured.flatMap(({ own, base, added }) => {
        const x = factor(own, base)
        return x === undefined ? [] : [{ x, added }]
      })
      const found = spearman(
        pairs.map(({ x }) => x),
        pairs.map(({ added }) => added),
        by,
      )
      return found === undefined ? '' : `${found.value.toFixed(2)} (${chance(found.p)})`
    })
    return [name, ...cells]
  })
  if (rows.length === 0) return []
  return [
    {
      title: 'Correlations',
      parts: [
        text(
          "Spearman's correlation of the CPU time that monitoring adds with what might explain it, p in parentheses.",
        ),
        table(['configuration', ...Object.keys(factors)], rows),
      ],
    },
  ]
}
