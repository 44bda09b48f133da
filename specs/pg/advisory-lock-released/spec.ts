import { defineSpec } from '#src/spec/define-spec.ts'

const textOf = (query: unknown): string => {
  const text: unknown = typeof query === 'object' && query !== null ? (query as { text?: unknown }).text : query
  return typeof text === 'string' ? text : ''
}

export default defineSpec({
  id: 'pg/advisory-lock-released',
  description: 'An advisory lock must be released as often as it was taken before its client is released.',
  severity: 'error',
  doc: 'https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS',
  falseAlarms: ['A lock that is meant to be held by the connection for as long as the pool keeps it.'],
  parameters: { pool: 'object', client: 'object' },
  events: {
    acquire: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'acquire' },
      bind: { pool: 'receiver', client: 'arg1' },
      creation: true,
    },
    take: {
      on: { kind: 'call', target: 'npm:pg#Pool.prototype.connect', when: 'fulfilled' },
      bind: { pool: 'receiver', client: 'settled' },
    },
    lock: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /\bpg_advisory_lock\s*\(/i.test(textOf(args[0])),
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    unlock: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /\bpg_advisory_unlock\s*\(/i.test(textOf(args[0])),
    },
    unlockAll: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /\bpg_advisory_unlock_all\s*\(|^\s*discard\s+all\b/i.test(textOf(args[0])),
    },
    release: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release', if: '!arg1' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
    // Released with an error, a client is closed, and its locks are gone.
    discard: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release', if: '!!arg1' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
  },
  variables: { blamedSite: 0 },
  logic: 'cfg',
  formula: `
    S -> S U | epsilon,
    U -> acquire P release | acquire P discard | acquire take B release | acquire take M discard,
    P -> P lock | P unlock | P unlockAll | epsilon,
    B -> B lock B unlock | M unlockAll B | epsilon,
    M -> M lock B | B
  `,
  report: {
    fail: 'an advisory lock was taken here and at {event} it is still held: it stays with the connection, and whoever wants it next waits for ever; unlock it in a finally block',
  },
})
