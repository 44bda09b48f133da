/**
 * Works off tasks of a queue, one at a time, until it is closed. A worker that dies loses the lock on its job; BullMQ then
 * gives the job, with what was left of its task at the last report, to another.
 */

import type { Work } from './pool.ts'
import { connect, type Job, loadQueue, queueName, reportStream } from './queue.ts'

export interface QueueWorkerOptions {
  /** For how long (ms) a silent worker is taken to be alive. */
  readonly patience?: number
  /** Hears what happens, in words. */
  readonly onEvent?: (event: string) => void
}

// Tasks and reports are whatever the two ends agreed on under that name.
// oxlint-disable-next-line typescript/no-explicit-any
export type Works = Readonly<Record<string, Work<any, any>>>

export async function startQueueWorker(
  url: string,
  works: Works,
  { patience = 30_000, onEvent = () => {} }: QueueWorkerOptions = {},
): Promise<{ close(): Promise<void> }> {
  const packages = await loadQueue()
  const connection = await connect(packages, url)
  const reports = connection.duplicate()
  reports.on('error', () => {})
  const worker = new packages.bullmq.Worker<Job>(
    queueName,
    async (job) => {
      const work = works[job.name]
      if (work === undefined) throw new Error(`this worker does not know the work "${job.name}"`)
      onEvent(`${job.name} ${job.id} begun`)
      await work(job.data.task, async (report, rest) => {
        await reports.xadd(reportStream, '*', 'job', job.id!, 'report', JSON.stringify(report))
        await job.updateData({ task: rest as unknown })
      })
      onEvent(`${job.name} ${job.id} done`)
    },
    // Stalled jobs are never given up: a worker that dies is no fault of the task.
    { connection, concurrency: 1, lockDuration: patience, stalledInterval: patience, maxStalledCount: 1000 },
  )
  worker.on('failed', (job, error) => onEvent(`${job?.name} ${job?.id} failed: ${error.message}`))
  worker.on('error', (error) => onEvent(error.message))
  return {
    async close() {
      await worker.close()
      connection.disconnect()
      reports.disconnect()
    },
  }
}
