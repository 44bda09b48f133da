/**
 * What reports are made of: the runs of a study, gathered by subject and configuration. Warm-ups and screening are left
 * out; a run is compared with the plain run of its own repetition and machine.
 */

import type { Machine } from '../describe-machine.ts'
import type { FoundViolation, MonitoringRecord } from '../run-record.ts'
import { type Interval, medianInterval, pairedRatio } from '../statistics/bootstrap.ts'
import { median } from '../statistics/quantiles.ts'
import type { StoredRun, StoredSubject, StudyRecords } from '../study-store.ts'
import { type Configuration, plain, type Subject } from '../study.ts'

/** What a configuration is about, as far as comparisons ask for it. */
export interface Traits {
  readonly preset: string
  readonly algo: string
  readonly strategy: string
  readonly traces: boolean
  /** `none`, or how monitors are chosen. */
  readonly sample: string
  /** `none`, or since when changes are looked at. */
  readonly since: string
  readonly offline: string | undefined
  /** Another tool. */
  readonly peer: boolean
  /** Options that none of the above says. */
  readonly others: readonly string[]
}

/** All repetitions of a subject under a configuration. */
export interface Measured {
  readonly subject: Subject
  readonly configuration: string
  readonly cpuMs: number
  /** By machine and repetition, for comparison with what ran next to it. */
  readonly cpuMsOf: ReadonlyMap<string, number>
  /** Where they were counted; and how far counts of several runs lay apart, as a share of that. */
  readonly instructions: number | undefined
  readonly instructionSpread: number | undefined
  readonly wallMs: number
  readonly peakBytes: number | undefined
  /** CPU time against the plain run; undefined for the plain run itself and without pairs. */
  readonly ratio: Interval | undefined
  /** CPU time over the plain run, ms. */
  readonly added: Interval | undefined
  /** What differed from the plain runs, in any repetition. */
  readonly differences: readonly string[]
  readonly stopped: boolean
  readonly faults: readonly string[]
  readonly runs: number
  /** Of the last run that ended, and of each. */
  readonly monitoring: MonitoringRecord | undefined
  readonly records: readonly MonitoringRecord[]
  /** Those of all repetitions, by spec and place. */
  readonly violations: ReadonlyMap<string, FoundViolation>
}

export interface StudyData {
  readonly name: string
  readonly machine: Machine
  readonly parallel: number
  /** Instructions were counted; times mean nothing. */
  readonly counted: boolean
  readonly configurations: readonly { readonly name: string; readonly traits: Traits }[]
  /** Those that were compared. */
  readonly subjects: readonly Subject[]
  readonly setAside: readonly StoredSubject[]
  of(subject: Subject, configuration: string): Measured | undefined
}

export function studyData(records: StudyRecords): StudyData {
  const all = records.subjects()
  const runs = new Map<string, StoredRun[]>()
  for (const run of records.runs()) {
    if (run.repetition < 1) continue
    const key = `${run.subject}\n${run.configuration}`
    const own = runs.get(key)
    if (own === undefined) runs.set(key, [run])
    else own.push(run)
  }
  const measured = new Map<string, Measured>()
  const subjects = all.flatMap(({ subject, status }) =>
    status === 'ready' && runs.has(`${subject.id}\n${plain}`) ? [subject] : [],
  )
  const configurations = records.configurations()
  for (const subject of subjects) {
    const plainRuns = runs.get(`${subject.id}\n${plain}`) ?? []
    for (const name of [plain, ...configurations.map(({ name }) => name)]) {
      const own = runs.get(`${subject.id}\n${name}`)
      if (own !== undefined && plainRuns.length > 0)
        measured.set(`${subject.id}\n${name}`, measure(subject, name, own, plainRuns))
    }
  }
  return {
    name: records.fact('study') as string,
    machine: records.fact('machine') as Machine,
    parallel: records.fact('parallel') as number,
    counted: records.fact('instructions') === true,
    configurations: configurations.map((configuration) => ({
      name: configuration.name,
      traits: traitsOf(configuration),
    })),
    subjects,
    setAside: all.filter(({ status }) => status === 'set aside'),
    of: (subject, configuration) => measured.get(`${subject.id}\n${configuration}`),
  }
}

function measure(
  subject: Subject,
  configuration: string,
  runs: readonly StoredRun[],
  plainRuns: readonly StoredRun[],
): Measured {
  const finished = runs.filter(({ stopped }) => stopped === undefined)
  const pairs = finished.flatMap((run) => {
    const pair = plainRuns.find(({ repetition, machine }) => repetition === run.repetition && machine === run.machine)
    return pair === undefined ? [] : [{ own: run.cpuMs, plain: pair.cpuMs }]
  })
  const isPlain = configuration === plain
  const counts = finished.flatMap(({ instructions }) => instructions ?? [])
  const peaks = runs.flatMap(({ peakBytes }) => peakBytes ?? [])
  const found = runs.flatMap(({ monitoring }) => monitoring?.violations ?? [])
  return {
    subject,
    configuration,
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
    cpuMsOf: new Map(finished.map(({ machine, repetition, cpuMs }) => [`${machine} ${repetition}`, cpuMs])),
    instructions: counts.length === 0 ? undefined : median(counts),
    instructionSpread: counts.length < 2 ? undefined : (Math.max(...counts) - Math.min(...counts)) / median(counts),
    wallMs: median(runs.map(({ wallMs }) => wallMs)),
    peakBytes: peaks.length === 0 ? undefined : median(peaks),
    ratio: isPlain
      ? undefined
      : pairedRatio(
          pairs.map(({ own }) => own),
          pairs.map((pair) => pair.plain),
        ),
    added: isPlain ? undefined : medianInterval(pairs.map((pair) => pair.own - pair.plain)),
    differences: runs.flatMap(({ difference }) => difference ?? []),
    stopped: runs.some(({ stopped }) => stopped !== undefined),
    faults: runs.flatMap(({ fault }) => fault ?? []),
    runs: runs.length,
    monitoring: finished.at(-1)?.monitoring,
    records: finished.flatMap(({ monitoring }) => monitoring ?? []),
    violations: new Map(found.map((violation) => [placeOf(violation), violation])),
  }
}

/**
 * The added CPU time, ms, besides command line, start-up and instrumentation: what monitoring itself takes, noise included.
 * Undefined where JSMOP did not say what the others took.
 */
export function monitoringAlone({ added, records }: Measured): number | undefined {
  const besides = records.flatMap(({ split }) =>
    split === undefined ? [] : [split.preparing + split.startUp + split.instrumentation + split.reporting],
  )
  return added === undefined || besides.length === 0 ? undefined : added.value - median(besides)
}

/** A violation is a spec and a line. */
export function placeOf({ spec, file, line }: FoundViolation): string {
  return `${spec} ${file}:${line}`
}

const known = new Set(['--algo', '--strategy', '--sample', '--since', '--preset'])

export function traitsOf({ options, offline, tune, wrap }: Configuration): Traits {
  const valueOf = (option: string, otherwise: string) => {
    const at = options.indexOf(option)
    return at === -1 ? otherwise : options[at + 1]!
  }
  const others = options.filter(
    (word, i) => !known.has(word) && !known.has(options[i - 1] ?? '') && word !== '--traces',
  )
  const algo = valueOf('--algo', 'D')
  return {
    preset: valueOf('--preset', 'recommended'),
    algo,
    strategy: valueOf('--strategy', 'hybrid'),
    traces: algo === 'E' || options.includes('--traces'),
    sample: tune === undefined ? valueOf('--sample', 'none') : 'tuned',
    since: valueOf('--since', 'none'),
    offline,
    peer: wrap !== undefined,
    others,
  }
}

/** The peak of one against that of another; undefined where one was not measured. */
export function peakRatio(one: Measured, other: Measured): number | undefined {
  return one.peakBytes === undefined || other.peakBytes === undefined ? undefined : one.peakBytes / other.peakBytes
}
