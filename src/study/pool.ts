/**
 * Where work is done: in this process (`local-pool.ts`) or by workers anywhere (`queue-pool.ts`). Studies and tuning hand
 * in tasks and hear of reports as they are made, so that what was done survives whatever happens to the rest.
 */

export interface Pool<Task, Report> {
  /**
   * Does a task, once: the same id is the same task, also after a restart. `task` may be asked again when what was handed
   * in got lost, and then leaves out what was reported meanwhile. Resolves when all reports were heard; rejects when the
   * task failed for good. A report may be heard twice.
   */
  submit(id: string, task: () => Task, onReport: (report: Report) => void): Promise<void>
  close(): Promise<void>
}

/**
 * Does one task. With each report it says what is left of the task, which is what another worker would get to do if this
 * one died.
 */
export type Work<Task, Report> = (task: Task, report: (report: Report, rest: Task) => Promise<void>) => Promise<void>
