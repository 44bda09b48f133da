/**
 * Conducts a study: screens every subject by plain runs, then goes over all projects once for each repetition, so that a
 * slow drift of the machine falls on all alike; within a repetition the configurations of a subject follow each other
 * directly, beginning with another one each time. What the store has is never run again.
 */

import { findDifference, findFlakiness } from './outcome.ts'
import type { Run } from './perform-run.ts'
import type { Pool } from './pool.ts'
import type { RunKey, RunRecord } from './run-record.ts'
import type { StudyStore } from './study-store.ts'
import type { Configuration, Project, Study, Subject } from './study.ts'
import { plain } from './study.ts'
import type { StudyReport, StudyTask } from './study-work.ts'

/** The plain runs that decide whether a subject is stable. Their outputs are what all other runs are compared with. */
export const screening = 'screening'

export interface Conducting {
  readonly study: Study
  readonly store: StudyStore
  readonly pool: Pool<StudyTask, StudyReport>
  readonly exclusive: boolean
  /** How many runs are made at a time, for estimates. */
  readonly workers?: number
  /** Where runs are made on this machine: gets all subjects ready before anything is measured. */
  readonly prepare?: (subjects: readonly Subject[], refuse: (subject: Subject, reason: string) => void) => Promise<void>
  /** Hears of every run that was stored, and of runs that there will be. */
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly done: number
  readonly total: number
  /** Undefined as long as nothing was measured. */
  readonly remainingMs: number | undefined
  /** What happened, in words. */
  readonly last: string
}

export async function conductStudy(conducting: Conducting): Promise<void> {
  const { study, store } = conducting
  store.define(
    study.projects.flatMap(({ subjects }) => subjects),
    study.configurations,
  )
  const tracker = new Tracker(conducting)
  await conducting.prepare?.(tracker.subjects(), (subject, reason) => tracker.setAside(subject.id, reason))
  const screened = study.projects.map((project) => tracker.submit(project, 'screening', screeningRuns(project, study)))
  await Promise.all(screened)
  judgeSubjects(store)
  for (let repetition = 1 - study.warmups; repetition <= study.repetitions; repetition++) {
    const ready = new Set(store.subjects().flatMap(({ subject, status }) => (status === 'ready' ? [subject.id] : [])))
    await Promise.all(
      study.projects.map((project) =>
        tracker.submit(project, String(repetition), measuringRuns(project, study, repetition, ready)),
      ),
    )
  }
}

interface PlannedRun extends Run {
  readonly key: RunKey
}

function planned(run: Run, configuration: string): PlannedRun {
  return { ...run, key: { subject: run.subject.id, configuration, repetition: run.repetition } }
}

function screeningRuns({ subjects }: Project, { screening: times, limits, instructions }: Study): PlannedRun[] {
  return subjects.flatMap((subject) =>
    Array.from({ length: times }, (_, i) =>
      planned(
        { subject, configuration: undefined, repetition: i + 1, previous: undefined, limits, instructions },
        screening,
      ),
    ),
  )
}

function measuringRuns(
  { subjects }: Project,
  study: Study,
  repetition: number,
  ready: ReadonlySet<string>,
): PlannedRun[] {
  const { limits, instructions } = study
  const configurations = rotate([undefined, ...study.configurations], Math.max(0, repetition))
  return subjects.flatMap((subject, i) =>
    ready.has(subject.id)
      ? configurations
          .filter((configuration) => repetition >= firstRepetition(configuration, i, study))
          .map((configuration) =>
            planned(
              { subject, configuration, repetition, previous: subjects[i - 1], limits, instructions },
              configuration?.name ?? plain,
            ),
          )
      : [],
  )
}

/**
 * Runs that go on from version to version are not warmed up: what they weave, the full runs have woven. Nor are later
 * versions, but by one run, which weaves what has changed: the rest they find where the first has left it.
 */
function firstRepetition(configuration: Configuration | undefined, version: number, study: Study): number {
  const { warmups, configurations } = study
  const full = configurations.find(({ keepsResults }) => keepsResults === undefined)
  const goesOn = configuration?.keepsResults !== undefined && full !== undefined
  return goesOn || (version > 0 && configuration !== full) ? 1 : 1 - warmups
}

function rotate(configurations: readonly (Configuration | undefined)[], by: number): (Configuration | undefined)[] {
  const cut = by % configurations.length
  return [...configurations.slice(cut), ...configurations.slice(0, cut)]
}

/** Subjects that were refused stay set aside; the others by what their plain runs did. */
function judgeSubjects(store: StudyStore): void {
  for (const { subject, status } of store.subjects()) {
    if (status === 'set aside') continue
    const reason = findFlakiness(store.outcomes(subject.id, screening))
    store.judge(subject.id, reason === undefined ? 'ready' : 'set aside', reason)
  }
}

/** Hands runs to the pool, stores what comes back, and knows how much is left. */
class Tracker {
  readonly #conducting: Conducting
  readonly #stored = new Set<string>()
  readonly #setAside = new Set<string>()
  /** Wall times by subject and configuration, for estimates. */
  readonly #times = new Map<string, number>()

  constructor(conducting: Conducting) {
    this.#conducting = conducting
    for (const run of conducting.store.runs()) this.#learn(run)
    for (const { subject, status } of conducting.store.subjects())
      if (status === 'set aside') this.#setAside.add(subject.id)
  }

  /** Those that are not set aside. */
  subjects(): Subject[] {
    const { projects } = this.#conducting.study
    return projects.flatMap(({ subjects }) => subjects).filter(({ id }) => !this.#setAside.has(id))
  }

  setAside(subject: string, reason: string): void {
    this.#setAside.add(subject)
    this.#conducting.store.judge(subject, 'set aside', reason)
    this.#tell(`${subject} is set aside: ${reason}`)
  }

  async submit(project: Project, part: string, runs: readonly PlannedRun[]): Promise<void> {
    const { pool, study, exclusive } = this.#conducting
    const missing = () => runs.filter(({ key }) => !this.#stored.has(textOf(key)) && !this.#setAside.has(key.subject))
    if (missing().length === 0) return
    const task = (): StudyTask => ({ runs: missing(), exclusive })
    try {
      await pool.submit(`${study.name}/${project.name}/${part}`, task, (report) => this.#store(report, part))
    } catch (error) {
      this.#tell(`${project.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #store(report: StudyReport, part: string): void {
    if (report.kind === 'refused') return this.setAside(report.subject, report.reason)
    const { store } = this.#conducting
    const screens = part === screening
    const { outcome } = report.run
    const record = screens ? { ...report.run.record, configuration: screening } : report.run.record
    const difference = screens ? undefined : findDifference(outcome, store.outcomes(record.subject, screening))
    if (!store.add({ ...report.run, record }, difference, screens)) return
    this.#learn(record)
    const differs = difference === undefined ? '' : `, differs: ${difference}`
    const { subject, configuration, repetition, cpuMs } = record
    this.#tell(`${subject} ${configuration} ${repetition}: ${(cpuMs / 1000).toFixed(2)} s${differs}`)
  }

  #learn(run: RunRecord): void {
    this.#stored.add(textOf(run))
    this.#times.set(`${run.subject}\n${run.configuration}`, run.wallMs)
    if (run.configuration === screening) this.#times.set(`${run.subject}\n${plain}`, run.wallMs)
  }

  #tell(last: string): void {
    const { study, onProgress } = this.#conducting
    const keys = study.projects.flatMap(({ subjects }) =>
      subjects.flatMap(({ id: subject }, version) =>
        this.#setAside.has(subject)
          ? []
          : [
              ...keysOf(subject, screening, 1, study.screening),
              ...[undefined, ...study.configurations].flatMap((configuration) =>
                keysOf(
                  subject,
                  configuration?.name ?? plain,
                  firstRepetition(configuration, version, study),
                  study.repetitions,
                ),
              ),
            ],
      ),
    )
    const missing = keys.filter((key) => !this.#stored.has(textOf(key)))
    onProgress?.({ done: keys.length - missing.length, total: keys.length, remainingMs: this.#estimate(missing), last })
  }

  /** By the last time of the same run; unknown ones by the subject's plain run, unknown subjects by the mean of all. */
  #estimate(missing: readonly RunKey[]): number | undefined {
    if (this.#times.size === 0) return undefined
    const mean = [...this.#times.values()].reduce((sum, time) => sum + time, 0) / this.#times.size
    const times = missing.map(
      ({ subject, configuration }) =>
        this.#times.get(`${subject}\n${configuration}`) ?? this.#times.get(`${subject}\n${plain}`) ?? mean,
    )
    return times.reduce((sum, time) => sum + time, 0) / (this.#conducting.workers ?? 1)
  }
}

function keysOf(subject: string, configuration: string, from: number, to: number): RunKey[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({ subject, configuration, repetition: from + i }))
}

function textOf({ subject, configuration, repetition }: RunKey): string {
  return `${subject}\n${configuration}\n${repetition}`
}
