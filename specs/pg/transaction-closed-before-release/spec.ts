import { defineSpec } from '#src/spec/define-spec.ts'

const patterns = {
  begin: /^\s*(?:begin|start\s+transaction)\b/i,
  finish: /^\s*(?:commit|end|abort|rollback)\b(?!\s+(?:work\s+|transaction\s+)?to\b)/i,
  savepoint: /^\s*savepoint\b/i,
  forget: /^\s*release\b/i,
}

/** Whether a query is one statement of a kind; several in one text are left alone. */
function is(kind: keyof typeof patterns, query: unknown): boolean {
  const text: unknown = typeof query === 'object' && query !== null ? (query as { text?: unknown }).text : query
  return typeof text === 'string' && patterns[kind].test(text) && !/;\s*\S/.test(text)
}

export default defineSpec({
  id: 'pg/transaction-closed-before-release',
  description: 'A transaction must be committed or rolled back before its client is released.',
  severity: 'error',
  doc: 'https://node-postgres.com/features/transactions',
  parameters: { pool: 'object', client: 'object' },
  events: {
    acquire: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'acquire' },
      bind: { pool: 'receiver', client: 'arg1' },
      creation: true,
    },
    // Given to the program, and not used by the pool itself for a single query.
    take: {
      on: { kind: 'call', target: 'npm:pg#Pool.prototype.connect', when: 'fulfilled' },
      bind: { pool: 'receiver', client: 'settled' },
    },
    begin: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => is('begin', args[0]),
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    savepoint: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => is('savepoint', args[0]),
    },
    forget: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => is('forget', args[0]),
    },
    finish: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => is('finish', args[0]),
    },
    release: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release', if: '!arg1' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
    // Released with an error, a client is closed, and its transaction with it.
    discard: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release', if: '!!arg1' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
  },
  variables: { blamedSite: 0 },
  logic: 'cfg',
  formula: `
    S -> S U | epsilon,
    U -> acquire P release | acquire P discard | acquire take C release | acquire take C discard | acquire take C begin O discard,
    P -> P begin | P savepoint | P forget | P finish | epsilon,
    C -> C begin O finish | C finish | epsilon,
    O -> O savepoint O forget | O savepoint | epsilon
  `,
  report: {
    fail: 'a transaction was begun here, and at {event} it is still open: the next caller of the pool works inside it; commit or roll back in every path',
  },
})
