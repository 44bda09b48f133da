/**
 * What the two ends of a queue have in common: the packages, the connection, and the names of things in Redis. Tasks are
 * jobs of BullMQ; reports are entries of a stream beside them, which stay until the study has stored them.
 */

import type * as bullmq from 'bullmq'
import type * as ioredis from 'ioredis'
import { UserError } from '../diagnostics/user-error.ts'
import { optionalPeer } from './optional-peer.ts'

export const queueName = 'jsmop'
export const reportStream = 'jsmop:reports'

/** What a job carries. */
export interface Job {
  readonly task: unknown
}

export interface QueuePackages {
  readonly bullmq: typeof bullmq
  readonly ioredis: typeof ioredis
}

export async function loadQueue(): Promise<QueuePackages> {
  const use = 'A study with --queue'
  return {
    bullmq: await optionalPeer('bullmq', () => import('bullmq'), use),
    ioredis: await optionalPeer('ioredis', () => import('ioredis'), use),
  }
}

export type Connection = ioredis.Redis

/** Waits this long (ms) for the first connection; a connection that is lost later is sought for ever. */
const patience = 5000

export async function connect({ ioredis: { Redis } }: QueuePackages, url: string): Promise<Connection> {
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  })
  let last: unknown
  connection.on('error', (error) => (last = error))
  let timer: NodeJS.Timeout | undefined
  const answered = await Promise.race([
    connection.ping().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), patience))),
  ])
  clearTimeout(timer)
  if (answered) return connection
  connection.disconnect()
  throw new UserError({
    code: 'queue-unreachable',
    message: `there is no Redis at ${url}${last instanceof Error && last.message !== '' ? `: ${last.message}` : ''}`,
    remedy: 'Start one, or correct the address: redis://host:6379.',
    cause: last,
  })
}
