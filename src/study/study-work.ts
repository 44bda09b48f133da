/** The work of studies: runs of one project, one after the other on one machine. A `Pool` decides where. */

import { withMachine } from './machine-lock.ts'
import { performRun, type Run, type Workplace } from './perform-run.ts'
import type { Work } from './pool.ts'
import { prepareSubject, SubjectRefused } from './prepare-subject.ts'
import { atPlace } from './project-place.ts'
import type { FinishedRun } from './run-record.ts'

/** The name of this work in a queue. */
export const studyKind = 'study'

export interface StudyTask {
  readonly runs: readonly Run[]
  /** Nothing else of ours may run on the machine meanwhile: times are wanted. */
  readonly exclusive: boolean
}

export type StudyReport =
  | { readonly kind: 'run'; readonly run: FinishedRun }
  /** A subject that could not be prepared; its runs were left out. */
  | { readonly kind: 'refused'; readonly subject: string; readonly reason: string }

export function studyWork(workplace: Workplace): Work<StudyTask, StudyReport> {
  return ({ runs, exclusive }, report) => {
    const work = async (): Promise<void> => {
      let rest = runs
      const finish = (finished: StudyReport) => report(finished, { runs: rest, exclusive })
      while (rest.length > 0) {
        const [run, ...later] = rest as [Run, ...Run[]]
        try {
          const prepared = await prepareSubject(run.subject, workplace.cache)
          const finished = await atPlace(run.subject, prepared, workplace.cache, (placed) =>
            performRun(run, placed, workplace),
          )
          rest = later
          await finish({ kind: 'run', run: finished })
        } catch (error) {
          if (!(error instanceof SubjectRefused)) throw error
          rest = later.filter(({ subject }) => subject.id !== run.subject.id)
          await finish({ kind: 'refused', subject: run.subject.id, reason: error.message })
        }
      }
    }
    return exclusive ? withMachine(work) : work()
  }
}
