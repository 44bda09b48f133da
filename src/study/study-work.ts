/** The work of studies: runs of one project, one after the other on one machine. A `Pool` decides where. */

import { withMachine } from './machine-lock.ts'
import { performRun, type Run, type Workplace } from './perform-run.ts'
import type { Work } from './pool.ts'
import { prepareSubject, SubjectRefused } from './prepare-subject.ts'
import type { FinishedRun } from './run-record.ts'

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
      const refused = new Set<string>()
      for (const run of runs) {
        if (refused.has(run.subject.id)) continue
        try {
          const prepared = await prepareSubject(run.subject, workplace.cache)
          await report({ kind: 'run', run: await performRun(run, prepared, workplace) })
        } catch (error) {
          if (!(error instanceof SubjectRefused)) throw error
          refused.add(run.subject.id)
          await report({ kind: 'refused', subject: run.subject.id, reason: error.message })
        }
      }
    }
    return exclusive ? withMachine(work) : work()
  }
}
