/** What monitoring costs: overall, by decile, which configuration is fastest where, where the time goes, memory. */

import { mean, median, quantile } from '../statistics/quantiles.ts'
import { plain, type Subject } from '../study.ts'
import { barChart, lineChart, type Series, spreadChart } from './charts.ts'
import { count, milliseconds, ratio, type Section, table, text } from './document.ts'
import { type Measured, monitoringAlone, type StudyData } from './study-data.ts'

/** Plain runs from here on (ms) are judged by ratios, shorter ones by what is added to each process. */
export const longRun = 2000

export function compareTimes(data: StudyData): Section[] {
  if (data.configurations.length === 0) return []
  return [overview(data), bySubject(data), byDecile(data), fastest(data), split(data), memory(data)]
}

export const ratiosOf = (data: StudyData, name: string, subjects = data.subjects): number[] =>
  subjects.flatMap((subject) => data.of(subject, name)?.ratio?.value ?? [])

/** CPU time added to each process that was monitored, in ms. */
export function addedPerProcess({ added, monitoring }: Measured): number | undefined {
  return added === undefined ? undefined : added.value / Math.max(1, monitoring?.processes.monitored ?? 1)
}

const plainCpu = (data: StudyData, subject: Subject): number => data.of(subject, plain)?.cpuMs ?? Number.NaN

function overview(data: StudyData): Section {
  const summary = (ratios: readonly number[]) =>
    ratios.length === 0
      ? ['0', '', '', '', '']
      : [
          String(ratios.length),
          ratio(median(ratios)),
          ratio(mean(ratios)),
          ratio(quantile(ratios, 0.9)),
          ratio(Math.max(...ratios)),
        ]
  const long = data.subjects.filter((subject) => plainCpu(data, subject) >= longRun)
  const short = data.subjects.filter((subject) => plainCpu(data, subject) < longRun)
  const head = ['configuration', 'subjects', 'median', 'mean', '90th percentile', 'worst']
  const rows = (subjects: readonly Subject[]) =>
    data.configurations.map(({ name }) => [name, ...summary(ratiosOf(data, name, subjects))])
  const added = data.configurations.map(({ name }) => {
    const measured = short.flatMap((subject) => data.of(subject, name) ?? [])
    const each = measured.flatMap((run) => addedPerProcess(run) ?? [])
    if (each.length === 0) return [name, '0', '', '', '']
    return [
      name,
      String(each.length),
      milliseconds(median(each)),
      milliseconds(quantile(each, 0.9)),
      milliseconds(Math.max(...each)),
    ]
  })
  const series = data.configurations.map(({ name }): Series => ({ name, values: ratiosOf(data, name) }))
  const title = 'CPU time against the plain run, one dot a subject, medians as bars'
  return {
    title: 'Overhead',
    parts: [
      text('CPU time against the plain run, all subjects:'),
      table(head, rows(data.subjects)),
      { kind: 'chart', name: 'overhead', title, svg: spreadChart(title, series, '×') },
      text('Those whose plain run takes 2 s or more:'),
      table(head, rows(long)),
      text('By the clock, those that take 2 s or more by it, waiting included (medians of each):'),
      table(
        head,
        data.configurations.map(({ name }) => [name, ...summary(clockRatios(data, name))]),
      ),
      text('Shorter ones, by the CPU time added to each monitored process (the command line included):'),
      table(['configuration', 'subjects', 'median', '90th percentile', 'worst'], added),
    ],
  }
}

/** Wall-clock time against the plain run, where that takes long by the same clock. */
export function clockRatios(data: StudyData, name: string): number[] {
  return data.subjects.flatMap((subject) => {
    const own = data.of(subject, name)
    const base = data.of(subject, plain)
    return own === undefined || base === undefined || base.wallMs < longRun ? [] : [own.wallMs / base.wallMs]
  })
}

function bySubject(data: StudyData): Section {
  const rows = [...data.subjects]
    .sort((a, b) => plainCpu(data, a) - plainCpu(data, b))
    .map((subject) => [
      subject.id,
      milliseconds(plainCpu(data, subject)),
      ...data.configurations.map(({ name }) => {
        const { ratio: interval, stopped = false } = data.of(subject, name) ?? {}
        if (interval === undefined) return stopped ? 'over the limits' : ''
        return `${ratio(interval.value)} (${interval.low.toFixed(2)}–${interval.high.toFixed(2)})`
      }),
    ])
  return {
    title: 'Overhead by subject',
    parts: [table(['subject', 'plain', ...data.configurations.map(({ name }) => name)], rows)],
  }
}

/** Tenths of the subjects that have numbers everywhere, by increasing mean overhead over all configurations. */
function decilesOf(data: StudyData): Subject[][] {
  const names = data.configurations.map(({ name }) => name)
  const complete = data.subjects
    .map((subject) => ({ subject, ratios: names.flatMap((name) => data.of(subject, name)?.ratio?.value ?? []) }))
    .filter(({ ratios }) => ratios.length === names.length)
    .sort((a, b) => mean(a.ratios) - mean(b.ratios))
  const n = Math.min(10, complete.length)
  return Array.from({ length: n }, (_, i) =>
    complete
      .slice(Math.floor((i * complete.length) / n), Math.floor(((i + 1) * complete.length) / n))
      .map(({ subject }) => subject),
  )
}

function byDecile(data: StudyData): Section {
  const deciles = decilesOf(data)
  const categories = deciles.map((_, i) => String(i + 1))
  const series = data.configurations.map(({ name }): Series => ({
    name,
    values: deciles.map((subjects) => mean(ratiosOf(data, name, subjects))),
  }))
  const title = 'Mean overhead by decile'
  return {
    title,
    parts: [
      text('Subjects in tenths by increasing mean overhead over all configurations.'),
      { kind: 'chart', name: 'deciles', title, svg: lineChart(title, categories, series, '×') },
      table(
        ['configuration', ...categories],
        series.map(({ name, values }) => [name, ...values.map(ratio)]),
      ),
    ],
  }
}

/** With a tolerance, configurations are the same where the fastest is not that much faster than the mean of the others. */
function fastest(data: StudyData): Section {
  const names = data.configurations
    .filter(({ traits }) => !traits.peer && traits.algo !== 'none')
    .map(({ name }) => name)
  const deciles = decilesOf(data)
  const winner = (subject: Subject, tolerance: number): string => {
    const times = names.map((name) => ({ name, cpu: data.of(subject, name)!.cpuMs })).sort((a, b) => a.cpu - b.cpu)
    const others = times.slice(1).map(({ cpu }) => cpu)
    const isSame = others.length > 0 && mean(others) - times[0]!.cpu <= tolerance
    return tolerance > 0 && isSame ? 'same' : times[0]!.name
  }
  const tolerances = [0, 2000, 5000]
  const subjects = deciles.flat()
  const columns = [...names, 'same']
  const rows = tolerances.map((tolerance) => {
    const winners = subjects.map((subject) => winner(subject, tolerance))
    const label = tolerance === 0 ? 'none' : `${tolerance / 1000} s`
    return [label, ...columns.map((name) => String(winners.filter((each) => each === name).length))]
  })
  const charts = tolerances.map((tolerance) => {
    const title = `Fastest by decile, ${tolerance === 0 ? 'without tolerance' : `within ${tolerance / 1000} s`}`
    const series = columns.map((name): Series => ({
      name,
      values: deciles.map((own) => own.filter((subject) => winner(subject, tolerance) === name).length),
    }))
    const categories = deciles.map((_, i) => String(i + 1))
    return {
      kind: 'chart',
      name: `fastest-${tolerance / 1000}s`,
      title,
      svg: barChart(title, categories, series),
    } as const
  })
  return {
    title: 'Which is fastest',
    parts: [
      text(
        'How many subjects each configuration is fastest on; the same where a tolerance makes the choice not matter.',
      ),
      table(['tolerance', ...columns], rows),
      ...(names.length > 1 ? charts : []),
    ],
  }
}

function split(data: StudyData): Section {
  const rows = data.configurations.flatMap(({ name }) => {
    const splits = data.subjects.flatMap((subject) => {
      const measured = data.of(subject, name)
      const { split, processes } = measured?.monitoring ?? {}
      if (measured?.added === undefined || split === undefined) return []
      const { preparing, startUp, instrumentation, reporting } = split
      const monitoring = monitoringAlone(measured)!
      return [[preparing, startUp / Math.max(1, processes!.monitored), instrumentation, monitoring, reporting]]
    })
    if (splits.length === 0) return []
    const medians = [0, 1, 2, 3, 4].map((i) => milliseconds(median(splits.map((each) => each[i]!))))
    return [[name, String(splits.length), ...medians]]
  })
  return {
    title: 'Where the time goes',
    parts: [
      text(
        'Medians over subjects. Preparing and reporting are the command line before and after the command; start-up is ' +
          'that of each process; monitoring is what remains of the added CPU time, noise included.',
      ),
      table(['configuration', 'subjects', 'preparing', 'start-up', 'instrumentation', 'monitoring', 'reporting'], rows),
    ],
  }
}

function memory(data: StudyData): Section {
  const rows = data.configurations.map(({ name }) => {
    const pairs = data.subjects.flatMap((subject) => {
      const [own, base] = [data.of(subject, name)?.peakBytes, data.of(subject, plain)?.peakBytes]
      return own === undefined || base === undefined ? [] : [{ own, base }]
    })
    if (pairs.length === 0) return [name, '0', '', '', '']
    const ratios = pairs.map(({ own, base }) => own / base)
    const added = pairs.map(({ own, base }) => (own - base) / 1e6)
    return [
      name,
      String(pairs.length),
      ratio(median(ratios)),
      ratio(Math.max(...ratios)),
      `${count(Math.round(median(added)))} MB`,
    ]
  })
  return {
    title: 'Memory',
    parts: [
      text('Peak of the resident memory of all processes, against the plain run; the command line is one of them.'),
      table(['configuration', 'subjects', 'median', 'worst', 'median added'], rows),
    ],
  }
}
