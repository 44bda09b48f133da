/**
 * Configurations that differ in one thing, against each other: strategies; presets; implicit, explicit and lazy monitoring;
 * offline and online; any other option, such as monitor collection. The first of each kind in the study is what the others
 * are compared with. Selection has its own (`compare-selection.ts`).
 */

import { median } from '../statistics/quantiles.ts'
import { violationsOf } from './compare-findings.ts'
import { count, percent, ratio, type Section, table, text } from './document.ts'
import { peakRatio, type StudyData, type Traits } from './study-data.ts'

interface Comparison {
  readonly title: string
  readonly what: string
  /** What may differ; all else must be equal. */
  readonly traits: readonly (keyof Traits)[]
}

const comparisons: readonly Comparison[] = [
  { title: 'Algorithms', what: 'Configurations that differ in their algorithm.', traits: ['algo', 'traces'] },
  { title: 'Strategies', what: 'Configurations that differ in how events are seen.', traits: ['strategy'] },
  { title: 'Presets', what: 'Configurations that differ in the specs that they watch.', traits: ['preset'] },
  {
    title: 'Implicit, explicit, lazy',
    what: 'D without traces monitors implicitly, D with traces keeps them explicitly, E judges each unique one once.',
    traits: ['algo', 'traces'],
  },
  {
    title: 'Offline and online',
    what: 'Checking recorded logs afterwards against monitoring at once.',
    traits: ['offline'],
  },
  {
    title: 'Other options',
    what: 'Configurations that differ in further options, such as collection.',
    traits: ['others'],
  },
]

export function comparePairs(data: StudyData): Section[] {
  return comparisons.flatMap((comparison) => {
    const explicit = comparison.title.startsWith('Implicit')
    const candidates = data.configurations.filter(
      ({ traits }) => !traits.peer && (!explicit || ['D', 'E'].includes(traits.algo)),
    )
    const groups = groupBy(candidates, ({ traits }) => JSON.stringify({ ...traits, ...blank(comparison.traits) }))
    return groups
      .filter((group) => group.length > 1 && (!explicit || new Set(group.map(({ traits }) => traits.traces)).size > 1))
      .map((group) =>
        compareGroup(
          data,
          comparison,
          group.map(({ name }) => name),
        ),
      )
  })
}

function blank(traits: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(traits.map((trait) => [trait, undefined]))
}

function groupBy<T>(values: readonly T[], key: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value])
  return [...groups.values()]
}

function compareGroup(data: StudyData, { title, what }: Comparison, [base, ...others]: readonly string[]): Section {
  const known = violationsOf(data, base!)
  const rows = others.map((name) => {
    const pairs = data.subjects.flatMap((subject) => {
      const [a, b] = [data.of(subject, base!), data.of(subject, name)]
      return a === undefined || b === undefined || a.stopped || b.stopped ? [] : [{ a, b }]
    })
    const faster = (tolerance: number) => pairs.filter(({ a, b }) => b.cpuMs < a.cpuMs - tolerance).length
    const slower = (tolerance: number) => pairs.filter(({ a, b }) => b.cpuMs > a.cpuMs + tolerance).length
    const peaks = pairs.flatMap(({ a, b }) => peakRatio(b, a) ?? [])
    const found = violationsOf(data, name)
    const both = [...found.keys()].filter((place) => known.has(place)).length
    const sum = (side: 'a' | 'b', field: 'monitors' | 'uniqueTraces') =>
      pairs.reduce((all, pair) => all + (pair[side].monitoring?.[field] ?? 0), 0)
    return [
      name,
      String(pairs.length),
      pairs.length === 0 ? '' : ratio(median(pairs.map(({ a, b }) => b.cpuMs / a.cpuMs))),
      `${faster(0)} / ${slower(0)}`,
      `${faster(500)} / ${slower(500)}`,
      peaks.length === 0 ? '' : `${ratio(median(peaks))} / ${ratio(Math.max(...peaks))}`,
      percent(sum('b', 'monitors'), sum('a', 'monitors')),
      percent(sum('b', 'uniqueTraces'), sum('a', 'uniqueTraces')),
      count(both),
      count(known.size - both),
      count(found.size - both),
    ]
  })
  const head = [
    `against ${base}`,
    'subjects',
    'median time',
    'faster / slower',
    'by more than 0.5 s',
    'memory, median / most',
    'monitors',
    'unique traces',
    'violations of both',
    `only of ${base}`,
    'only of this',
  ]
  return { title, parts: [text(what), table(head, rows)] }
}
