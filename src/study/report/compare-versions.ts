/**
 * Versions of one project in their order: what each configuration costs from the second version on, what it finds and
 * shows, and what it misses of what full monitoring finds as new.
 */

import { quantile } from '../statistics/quantiles.ts'
import { rowChart } from './charts.ts'
import { count, type Part, percent, ratio, type Section, table, text } from './document.ts'
import {
  type EvolutionMetrics,
  type EvolvingProject,
  evolvingProjects,
  fullConfiguration,
  meanMetrics,
  metricsOf,
  newViolations,
} from './evolution-metrics.ts'
import type { StudyData } from './study-data.ts'

export function compareVersions(data: StudyData): Section[] {
  const projects = evolvingProjects(data)
  const full = fullConfiguration(data)
  if (projects.length === 0 || full === undefined) return []
  const changes = projects.flatMap((project) => project.changes)
  const fresh = changes.map((change) => newViolations(data, change).size)
  const rows = data.configurations.map(({ name }) => {
    const perProject = projects.map((project) => metricsOf(data, project, name))
    return { name, perProject, all: meanMetrics(perProject) }
  })
  const { all: base, perProject: bases } = rows.find(({ name }) => name === full)!
  return [
    {
      title: 'Over versions',
      parts: [
        text(
          `${projects.length} projects with ${changes.length} changes of version, ${count(fresh.reduce((sum, one) => sum + one, 0))} new ` +
            `violations in ${fresh.filter((one) => one > 0).length} of them. Numbers are means over the versions of a project, ` +
            `then over projects. Overhead is (t − plain) / plain; shares are of full monitoring (${full}).`,
        ),
        table(
          ['configuration', 'overhead', 'share', 'events', 'share', 'woven', 'specs', 'traces', 'deciding'],
          rows.map(({ name, all }) => [
            name,
            ratio(all.overhead),
            share(all.overhead, base.overhead),
            whole(all.events),
            share(all.events, base.events),
            whole(all.woven),
            decimal(all.specs),
            whole(all.traces),
            all.decisionMs === undefined ? '' : `${decimal(all.decisionMs)} ms`,
          ]),
        ),
        sharesChart(full, base, rows),
        ...findings(data, projects, rows),
        table(
          ['overhead', ...projects.map(({ name }) => name)],
          rows.map(({ name, perProject }) => [name, ...perProject.map(({ overhead }) => ratio(overhead))]),
        ),
        table(
          ['share of events', ...projects.map(({ name }) => name)],
          rows.map(({ name, perProject }) => [
            name,
            ...perProject.map(({ events }, i) => share(events, bases[i]!.events)),
          ]),
        ),
        ...decisions(data, projects),
        ...decisionTimes(data, projects),
      ],
    },
  ]
}

interface Row {
  readonly name: string
  readonly all: EvolutionMetrics
}

function sharesChart(full: string, base: EvolutionMetrics, rows: readonly Row[]): Part {
  const title = `Overhead and events as shares of those of ${full}`
  const values = rows.map(({ name, all }) => ({
    name,
    values: [quotient(all.overhead, base.overhead), quotient(all.events, base.events)],
  }))
  return { kind: 'chart', name: 'evolution', title, svg: rowChart(title, values, ['overhead', 'events']) }
}

/** Without suppression all that is found is shown. */
function findings(data: StudyData, projects: readonly EvolvingProject[], rows: readonly Row[]) {
  const changes = projects.flatMap((project) => project.changes)
  return [
    table(
      [
        'configuration',
        'found',
        'shown',
        'new ones missed',
        'false alarms',
        'precision',
        'with suppression',
        'misses nothing',
        'shows none where nothing is new',
      ],
      rows.map(({ name, all }) => {
        const judged = changes.flatMap((change) => {
          const measured = data.of(change.subject, name)
          if (measured === undefined) return []
          const shown = new Set([...measured.violations].flatMap(([place, one]) => (one.new === false ? [] : [place])))
          const fresh = [...newViolations(data, change)]
          return [
            { isSafe: fresh.every((place) => shown.has(place)), isCalm: fresh.length === 0, shows: shown.size > 0 },
          ]
        })
        const calm = judged.filter(({ isCalm }) => isCalm)
        return [
          name,
          decimal(all.found),
          decimal(all.shown),
          decimal(all.missed),
          decimal(all.falseAlarms),
          share(all.precision, 1),
          share(all.suppressedPrecision, 1),
          `${judged.filter(({ isSafe }) => isSafe).length} of ${judged.length}`,
          `${calm.filter(({ shows }) => !shows).length} of ${calm.length}`,
        ]
      }),
    ),
  ]
}

/** Runs of full monitoring with suppression select nothing: they are left out. */
function decisions(data: StudyData, projects: readonly EvolvingProject[]) {
  const selecting = data.configurations.filter(({ traits }) => !traits.others.join(' ').startsWith('--variant full'))
  const made = selecting.flatMap(({ name }) =>
    projects.flatMap(({ changes }) =>
      changes.flatMap(({ subject }) => data.of(subject, name)?.monitoring?.evolution ?? []),
    ),
  )
  if (made.length === 0) return []
  const of = (kind: string): number => made.filter(({ decision }) => decision === kind).length
  const reasons = new Set(made.flatMap(({ why }) => why ?? []))
  const why = [...reasons].map((reason) => `${reason} (${made.filter((one) => one.why === reason).length})`)
  return [
    text(
      `Of ${made.length} runs that select specs, ${of('selected')} watched a selection, ${of('plain')} nothing, because no change ` +
        `concerns them, and ${of('full')} everything${why.length === 0 ? '' : `: ${why.join('; ')}`}.`,
    ),
  ]
}

function decisionTimes(data: StudyData, projects: readonly EvolvingProject[]) {
  const decided = data.configurations.flatMap(({ name }) =>
    projects.flatMap(({ changes }) =>
      changes.flatMap(({ subject }) => {
        const measured = data.of(subject, name)
        const ms = measured?.monitoring?.evolution?.decisionMs
        return ms === undefined ? [] : [{ ms, share: ms / measured!.wallMs }]
      }),
    ),
  )
  if (decided.length === 0) return []
  const times = decided.map(({ ms }) => ms)
  const within = decided.filter((one) => one.ms <= 100 || one.share <= 0.05).length
  return [
    text(
      `Deciding what is affected took ${decimal(quantile(times, 0.5))} ms in the median and ${decimal(Math.max(...times))} ms ` +
        `at worst; at most 100 ms or 5 % of the run in ${within} of ${decided.length} runs (${percent(within, decided.length)}).`,
    ),
  ]
}

const quotient = (value: number | undefined, of: number | undefined): number =>
  value === undefined || of === undefined || of === 0 ? Number.NaN : value / of

const share = (value: number | undefined, of: number | undefined): string => {
  const part = quotient(value, of)
  return Number.isNaN(part) ? '' : part.toFixed(2)
}

const decimal = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(1))

const whole = (value: number | undefined): string => (value === undefined ? '' : count(Math.round(value)))
