/** Works off tasks in this process, so many at a time, in the order in which they were handed in. */

import type { Pool, Work } from './pool.ts'

export class LocalPool<Task, Report> implements Pool<Task, Report> {
  readonly #work: Work<Task, Report>
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(work: Work<Task, Report>, workers = 1) {
    this.#work = work
    this.#free = workers
  }

  async submit(_id: string, task: () => Task, onReport: (report: Report) => void): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      await this.#work(task(), (report) => Promise.resolve(onReport(report)))
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
