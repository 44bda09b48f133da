/**
 * Selective monitoring against monitoring everything: what it saves (of the whole run, of monitoring alone, of memory),
 * and, where both kept their traces, what it lost and what it left out.
 *
 * Each sampled configuration is compared with the one that differs from it in `--sample` alone. Monitoring alone is, as in
 * Valg (§IV), what a run takes beyond its instrumentation: that of a configuration with `--algo none`, if the study has one. The traces and violations
 * that there were to find are the union over that one's repetitions; a sampled run is held to them by itself, and so is
 * each full run, since what a suite does need not be the same twice.
 */

import type { MonitoringRecord } from '../run-record.ts'
import { type Interval, medianInterval } from '../statistics/bootstrap.ts'
import { mean, median } from '../statistics/quantiles.ts'
import type { Subject } from '../study.ts'
import { countShared, union } from '../trace-set.ts'
import { count, ratio, type Section, table, text } from './document.ts'
import { type Measured, monitoringAlone, peakRatio, placeOf, type StudyData } from './study-data.ts'

/** What runs are compared by: CPU time, or instructions where these were counted. */
interface Cost {
  readonly of: (measured: Measured) => number
  /** Below this, monitoring alone is noise. */
  readonly measurable: number
  readonly what: string
  readonly unit: string
}

const time: Cost = { of: ({ cpuMs }) => cpuMs, measurable: 100, what: 'CPU time', unit: 'ms' }
const instructions: Cost = {
  of: (measured) => measured.instructions! / 1e6,
  measurable: 50,
  what: 'Instructions',
  unit: 'million',
}

/** A sampled configuration and the full one on one subject; and the one whose events nobody hears, if there is such. */
interface Pair {
  readonly full: Measured
  readonly some: Measured
  readonly bare: Measured | undefined
}

export function compareSelection(data: StudyData): Section[] {
  const cost = data.counted ? instructions : time
  const fulls = data.configurations.filter(
    ({ traits }) => traits.sample === 'none' && traits.algo !== 'none' && !traits.peer,
  )
  return fulls.flatMap(({ name, traits }): Section[] => {
    const like = JSON.stringify({ ...traits, sample: undefined })
    const sampled = data.configurations.filter(
      (other) => other.traits.sample !== 'none' && JSON.stringify({ ...other.traits, sample: undefined }) === like,
    )
    if (sampled.length === 0) return []
    const bareLike = JSON.stringify({ ...traits, algo: 'none', traces: false })
    const bareName = data.configurations.find((other) => JSON.stringify(other.traits) === bareLike)?.name
    const pairOf = (subject: Subject, other: string): Pair | undefined => {
      const [full, some] = [data.of(subject, name), data.of(subject, other)]
      const bare = bareName === undefined ? undefined : data.of(subject, bareName)
      return full === undefined || some === undefined || full.stopped || some.stopped ? undefined : { full, some, bare }
    }
    const pairsOf = (other: string): Pair[] => data.subjects.flatMap((subject) => pairOf(subject, other) ?? [])
    const names = sampled.map((other) => other.name)
    const traced = pairsOf(name).some(({ full }) => full.records.some(({ traceSet }) => traceSet !== undefined))
    return [
      {
        title: `Selection against ${name}: what it saves`,
        parts: [
          text(
            `${cost.what} of the whole run, and of monitoring alone: ` +
              (bareName === undefined
                ? 'what a run adds to the plain one besides command line, start-up and instrumentation. '
                : `what a run takes beyond one whose events are signalled to nobody (${bareName}). `) +
              `Removed are means over subjects where ${name} measurably spends something on it, ` +
              `${cost.measurable} ${cost.unit} or more` +
              (bareName === undefined
                ? ''
                : cost === time
                  ? ` and no doubt by the 95 % bootstrap interval of differences from ${bareName} in the same repetition`
                  : `, and more than counts of the same lay apart, its own or those of ${bareName}, where it was counted again`) +
              '; the share of the sum is over all subjects, in which noise is as often for as against it.',
          ),
          table(
            [
              'configuration',
              'subjects',
              'median',
              'slower by 5 %',
              'memory',
              'measurable',
              'removed, mean',
              'best',
              'of the sum',
            ],
            names.map((other) => savings(other, pairsOf(other), cost)),
          ),
          text(
            `By subject: monitors of ${name}, what it spends on monitoring alone, and the share of that which each removes.`,
          ),
          table(
            ['subject', 'monitors', `monitoring alone, ${cost.unit}`, ...names],
            data.subjects.flatMap((subject) =>
              bySubject(
                subject.id,
                names.map((other) => pairOf(subject, other)),
                cost,
              ),
            ),
          ),
        ],
      },
      ...(traced ? [losses(name, names, pairsOf)] : []),
    ]
  })
}

function savings(name: string, pairs: readonly Pair[], cost: Cost): string[] {
  const peaks = pairs.flatMap(({ full, some }) => peakRatio(some, full) ?? [])
  const alone = pairs.flatMap((pair) => spentAlone(pair, cost) ?? [])
  const removed = pairs.flatMap((pair) => measurable(pair, cost) ?? []).map(({ all, part }) => 1 - part / all)
  const sum = (side: keyof SpentAlone) => alone.reduce((total, each) => total + each[side], 0)
  return [
    name,
    String(pairs.length),
    ratioOr(pairs.map(({ full, some }) => cost.of(some) / cost.of(full))),
    count(pairs.filter(({ full, some }) => cost.of(some) > 1.05 * cost.of(full)).length),
    cost === time ? ratioOr(peaks) : '',
    String(removed.length),
    removed.length === 0 ? '' : share(mean(removed)),
    removed.length === 0 ? '' : share(Math.max(...removed)),
    removed.length === 0 ? '' : share(1 - sum('part') / sum('all')),
  ]
}

/** What the full configuration and the sampled one spend on monitoring alone. */
interface SpentAlone {
  readonly all: number
  readonly part: number
}

function spentAlone({ full, some, bare }: Pair, cost: Cost): SpentAlone | undefined {
  const [all, part] = [full, some].map((one) =>
    bare === undefined ? monitoringAlone(one) : cost === time ? beyond(one, bare)?.value : cost.of(one) - cost.of(bare),
  )
  return all === undefined || part === undefined ? undefined : { all, part }
}

/** The same where it is no noise: the same thing twice differs by more than many suites spend on it. */
function measurable(pair: Pair, cost: Cost): SpentAlone | undefined {
  const spent = spentAlone(pair, cost)
  const { full, bare } = pair
  if (spent === undefined || spent.all < cost.measurable) return undefined
  if (bare === undefined) return spent
  const isHidden =
    cost === time ? (beyond(full, bare)?.low ?? 0) <= 0 : spent.all <= Math.max(countsApart(full), countsApart(bare))
  return isHidden ? undefined : spent
}

/** How far counts of the same run lay apart, millions of instructions. */
function countsApart({ instructions: counted = 0, instructionSpread = 0 }: Measured): number {
  return (counted * instructionSpread) / 1e6
}

/** What runs take beyond those of another configuration in the same repetitions, ms: what a machine does changes with time. */
function beyond({ cpuMsOf }: Measured, other: Measured): Interval | undefined {
  const differences = [...cpuMsOf].flatMap(([repetition, cpuMs]) => {
    const beside = other.cpuMsOf.get(repetition)
    return beside === undefined ? [] : [cpuMs - beside]
  })
  return medianInterval(differences)
}

/** No row where nothing is measurable. */
function bySubject(subject: string, pairs: readonly (Pair | undefined)[], cost: Cost): string[][] {
  const alone = pairs.map((pair) => pair && measurable(pair, cost))
  const all = alone.find((each) => each !== undefined)?.all
  if (all === undefined) return []
  const { monitoring } = pairs.find((pair) => pair !== undefined)!.full
  const removed = alone.map((each) => (each === undefined ? '' : share(1 - each.part / each.all)))
  return [[subject, count(monitoring?.monitors ?? 0), count(Math.round(all)), ...removed]]
}

function losses(full: string, names: readonly string[], pairsOf: (name: string) => Pair[]): Section {
  const head = [
    'configuration',
    'subjects',
    'unique traces kept, mean',
    'in total',
    'violations kept, mean',
    'in total',
    'redundant traces left',
    'redundant events left',
  ]
  const rows = [full, ...names].map((name) => {
    const kept = pairsOf(name).flatMap((pair) => keptOf(pair) ?? [])
    const found = kept.filter(({ violations }) => violations > 0)
    const total = (field: keyof Kept) => kept.reduce((sum, each) => sum + each[field], 0)
    return [
      name,
      String(kept.length),
      meanShare(kept.map(({ keptTraces, traces }) => keptTraces / traces)),
      share(total('keptTraces') / total('traces')),
      meanShare(found.map(({ keptViolations, violations }) => keptViolations / violations)),
      found.length === 0 ? '' : share(total('keptViolations') / total('violations')),
      share(total('redundantLeft') / total('redundant')),
      share(total('redundantEventsLeft') / total('redundantEvents')),
    ]
  })
  return {
    title: `Selection against ${full}: what it loses`,
    parts: [
      text(
        `What there was to find is the union over the repetitions of ${full}; a run keeps what it found of it. ${full} itself ` +
          'is held to the same, which shows how much differs from run to run. Redundant are traces, and their events, beyond the ' +
          'first of their kind in a run.',
      ),
      table(head, rows),
    ],
  }
}

/** Means over the runs of a sampled configuration. */
interface Kept {
  readonly traces: number
  readonly keptTraces: number
  readonly violations: number
  readonly keptViolations: number
  readonly redundant: number
  readonly redundantLeft: number
  readonly redundantEvents: number
  readonly redundantEventsLeft: number
}

function keptOf({ full, some }: Pair): Kept | undefined {
  const all = union(full.records.flatMap(({ traceSet }) => traceSet ?? []))
  const traces = countShared(all)
  const runs = some.records.filter(({ traceSet }) => traceSet !== undefined)
  if (traces === 0 || runs.length === 0) return undefined
  const over = (records: readonly MonitoringRecord[], value: (record: MonitoringRecord) => number) =>
    mean(records.map(value))
  const redundant = ({ traces: made, uniqueTraces }: MonitoringRecord) => made - uniqueTraces
  const redundantEvents = ({ duplicates }: MonitoringRecord) => duplicates?.events ?? 0
  return {
    traces,
    keptTraces: over(runs, ({ traceSet }) => countShared(traceSet!, all)),
    violations: full.violations.size,
    keptViolations: over(runs, ({ violations }) => {
      const places = new Set(violations.map(placeOf))
      return [...full.violations.keys()].filter((place) => places.has(place)).length
    }),
    redundant: over(full.records, redundant),
    redundantLeft: over(runs, redundant),
    redundantEvents: over(full.records, redundantEvents),
    redundantEventsLeft: over(runs, redundantEvents),
  }
}

const share = (part: number): string => (Number.isFinite(part) ? `${(100 * part).toFixed(1)} %` : '')
const meanShare = (parts: readonly number[]): string => (parts.length === 0 ? '' : share(mean(parts)))
const ratioOr = (ratios: readonly number[]): string => (ratios.length === 0 ? '' : ratio(median(ratios)))
