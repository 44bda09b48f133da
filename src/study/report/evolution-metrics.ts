/**
 * What evolution-aware configurations cost and find, version by version, averaged over the versions of a project and then
 * over projects, as the evolution-aware paper does (§V). The first version of a project is where states begin and does not
 * count.
 *
 * What is new in a version is what full monitoring says under `--variant full`, which maps lines between versions. Without
 * such a configuration it is what full monitoring finds on lines where it found nothing in the version before.
 */

import { mean } from '../statistics/quantiles.ts'
import type { Subject } from '../study.ts'
import type { Measured, StudyData } from './study-data.ts'

/** One version of a project after another. */
export interface VersionChange {
  readonly before: Subject
  readonly subject: Subject
}

export interface EvolvingProject {
  readonly name: string
  readonly changes: readonly VersionChange[]
}

/** Means; undefined where nothing was measured. */
export interface EvolutionMetrics {
  /** (t − plain) / plain, by CPU time. */
  readonly overhead: number | undefined
  readonly events: number | undefined
  readonly woven: number | undefined
  /** Specs that were watched. */
  readonly specs: number | undefined
  /** Violations without suppression, and with it. */
  readonly found: number | undefined
  readonly shown: number | undefined
  readonly missed: number | undefined
  readonly falseAlarms: number | undefined
  /** Share of what is shown that is new, without suppression and with it; of versions that show anything. */
  readonly precision: number | undefined
  readonly suppressedPrecision: number | undefined
  readonly traces: number | undefined
  readonly decisionMs: number | undefined
}

export function evolvingProjects(data: StudyData): EvolvingProject[] {
  const projects = new Map<string, Subject[]>()
  for (const subject of data.subjects)
    projects.set(subject.project, [...(projects.get(subject.project) ?? []), subject])
  return [...projects].flatMap(([name, versions]) =>
    versions.length < 2
      ? []
      : [{ name, changes: versions.slice(1).map((subject, i) => ({ before: versions[i]!, subject })) }],
  )
}

/** Full monitoring, by its cost: the first configuration that monitors, and looks at no changes. */
export function fullConfiguration(data: StudyData): string | undefined {
  const isFull = ({ traits }: StudyData['configurations'][number]): boolean =>
    traits.since === 'none' && traits.algo !== 'none' && !traits.peer
  return data.configurations.find(isFull)?.name
}

/** Violations that are new in a version, by place. */
export function newViolations(data: StudyData, { before, subject }: VersionChange): Set<string> {
  const judging = data.configurations.find(({ traits }) => traits.others.join(' ') === '--variant full')?.name
  const judged = judging === undefined ? undefined : data.of(subject, judging)
  if (judged !== undefined) return new Set(newIn(judged))
  const full = fullConfiguration(data)!
  const known = data.of(before, full)?.violations ?? new Map<string, unknown>()
  return new Set([...(data.of(subject, full)?.violations.keys() ?? [])].filter((place) => !known.has(place)))
}

/** Without suppression for configurations that know no earlier version. */
function newIn({ violations }: Measured): string[] {
  return [...violations].flatMap(([place, violation]) => (violation.new === false ? [] : [place]))
}

export function metricsOf(data: StudyData, { changes }: EvolvingProject, configuration: string): EvolutionMetrics {
  const full = fullConfiguration(data)!
  const versions = changes.flatMap((change) => {
    const measured = data.of(change.subject, configuration)
    if (measured === undefined) return []
    const fresh = newViolations(data, change)
    const real = new Set([...(data.of(change.subject, full)?.violations.keys() ?? []), ...fresh])
    const found = [...measured.violations.keys()]
    const shown = newIn(measured)
    const share = (places: readonly string[]): number | undefined =>
      places.length === 0 ? undefined : places.filter((place) => fresh.has(place)).length / places.length
    const { events, woven, uniqueTraces, evolution } = measured.monitoring ?? {}
    return [
      {
        overhead: measured.ratio === undefined ? undefined : measured.ratio.value - 1,
        events,
        woven,
        specs: evolution?.selected,
        found: found.length,
        shown: shown.length,
        missed: [...fresh].filter((place) => !shown.includes(place)).length,
        falseAlarms: shown.filter((place) => !real.has(place)).length,
        precision: share(found),
        suppressedPrecision: share(shown),
        traces: uniqueTraces,
        decisionMs: evolution?.decisionMs,
      } satisfies EvolutionMetrics,
    ]
  })
  return meanMetrics(versions)
}

const names = [
  'overhead',
  'events',
  'woven',
  'specs',
  'found',
  'shown',
  'missed',
  'falseAlarms',
  'precision',
  'suppressedPrecision',
  'traces',
  'decisionMs',
] as const satisfies readonly (keyof EvolutionMetrics)[]

export function meanMetrics(all: readonly EvolutionMetrics[]): EvolutionMetrics {
  return Object.fromEntries(
    names.map((name) => {
      const values = all.flatMap((one) => one[name] ?? [])
      return [name, values.length === 0 ? undefined : mean(values)]
    }),
  ) as unknown as EvolutionMetrics
}
