/**
 * A pool whose workers are other processes, on any machine, that share a Redis (`queue-worker.ts`). A task's job has an id
 * made of the task's, so that a study that is started again finds the jobs it left. Nothing is taken on trust: what an
 * event may have missed, such as a Redis that restarted empty, is found by asking for the state of every open job now
 * and then. Reports leave the stream only after they were heard.
 */

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue, QueueEvents } from 'bullmq'
import type { Pool } from './pool.ts'
import { connect, type Connection, type Job, loadQueue, queueName, reportStream } from './queue.ts'

export interface QueuePoolOptions {
  /** Which work a worker shall do with the tasks. */
  readonly kind: string
  /** How often (ms) open jobs are asked for. */
  readonly interval?: number
  /** How often a task that fails is tried. */
  readonly attempts?: number
}

interface Open {
  readonly task: () => unknown
  readonly onReport: (report: unknown) => void
  readonly settle: (error?: Error) => void
}

export class QueuePool<Task, Report> implements Pool<Task, Report> {
  readonly #options: QueuePoolOptions
  readonly #connections: readonly Connection[]
  readonly #queue: Queue
  readonly #events: QueueEvents
  readonly #timer: NodeJS.Timeout
  readonly #open = new Map<string, Open>()
  /** Reports of tasks that nobody has handed in yet, in a study that was started again. */
  readonly #early = new Map<string, { readonly entry: string; readonly report: unknown }[]>()
  readonly #heard: Promise<void>
  #last = '0'
  #closed = false

  private constructor(
    options: QueuePoolOptions,
    connections: readonly Connection[],
    queue: Queue,
    events: QueueEvents,
  ) {
    this.#options = options
    this.#connections = connections
    this.#queue = queue
    this.#events = events
    // What failed while Redis was away is asked again by the timer.
    const check = (id: string) => void this.#check(id).catch(() => {})
    events.on('completed', ({ jobId }) => check(jobId))
    events.on('failed', ({ jobId }) => check(jobId))
    this.#timer = setInterval(() => [...this.#open.keys()].forEach(check), options.interval ?? 5000)
    this.#heard = this.#hear()
  }

  static async open<Task, Report>(url: string, options: QueuePoolOptions): Promise<QueuePool<Task, Report>> {
    const packages = await loadQueue()
    const connection = await connect(packages, url)
    const connections = [connection, connection.duplicate(), connection.duplicate()]
    for (const each of connections) each.on('error', () => {})
    const queue = new packages.bullmq.Queue(queueName, { connection })
    const events = new packages.bullmq.QueueEvents(queueName, { connection: connections[1]! })
    queue.on('error', () => {})
    events.on('error', () => {})
    await events.waitUntilReady()
    return new QueuePool(options, connections, queue, events)
  }

  async submit(id: string, task: () => Task, onReport: (report: Report) => void): Promise<void> {
    const job = `t${createHash('sha256').update(`${this.#options.kind}\n${id}`).digest('hex').slice(0, 24)}`
    const settled = new Promise<void>((resolve, reject) => {
      this.#open.set(job, {
        task,
        onReport: onReport as (report: unknown) => void,
        settle: (error) => {
          this.#open.delete(job)
          if (error === undefined) resolve()
          else reject(error)
        },
      })
    })
    for (const { entry, report } of this.#early.get(job) ?? []) await this.#deliver(job, entry, report)
    this.#early.delete(job)
    // One that ended before this study was started again has told all it knows.
    const state = await this.#queue.getJobState(job)
    if (state === 'completed' || state === 'failed') await this.#queue.remove(job)
    await this.#add(job, task)
    return settled
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#events.close()
    await this.#queue.close()
    for (const connection of this.#connections) connection.disconnect()
    await this.#heard
  }

  /** Does nothing where there is a job of this id. */
  async #add(job: string, task: () => unknown): Promise<void> {
    const data: Job = { task: task() }
    const { kind, attempts = 3 } = this.#options
    await this.#queue.add(kind, data, { jobId: job, attempts, backoff: { type: 'exponential', delay: 1000 } })
  }

  async #check(job: string): Promise<void> {
    const open = this.#open.get(job)
    if (open === undefined) return
    const state = await this.#queue.getJobState(job)
    if (state === 'unknown') return this.#add(job, open.task)
    if (state !== 'completed' && state !== 'failed') return
    // What it reported came before its end.
    await this.#read(false)
    const reason = state === 'failed' ? ((await this.#queue.getJob(job))?.failedReason ?? 'it failed') : undefined
    await this.#queue.remove(job)
    open.settle(reason === undefined ? undefined : new Error(reason))
  }

  async #hear(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#read(true)
      } catch {
        // The connection is being made again.
        if (!this.#closed) await sleep(200)
      }
    }
  }

  /** Hears of what is in the stream behind the last entry, waiting for it on a connection of its own or not. */
  async #read(waits: boolean): Promise<void> {
    const from = ['STREAMS', reportStream, this.#last] as const
    const found = waits
      ? await this.#connections[2]!.xread('COUNT', 100, 'BLOCK', 1000, ...from)
      : await this.#connections[0]!.xread('COUNT', 10_000, ...from)
    for (const [entry, fields] of found?.[0]?.[1] ?? []) {
      const [, job, , text] = fields as [string, string, string, string]
      const report: unknown = JSON.parse(text)
      if (this.#open.has(job)) await this.#deliver(job, entry, report)
      else this.#early.set(job, [...(this.#early.get(job) ?? []), { entry, report }])
      this.#last = entry
    }
  }

  async #deliver(job: string, entry: string, report: unknown): Promise<void> {
    this.#open.get(job)?.onReport(report)
    await this.#connections[0]!.xdel(reportStream, entry)
  }
}
