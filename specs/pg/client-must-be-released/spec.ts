import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/client-must-be-released',
  description: 'A client that was taken from a pool must be released.',
  severity: 'error',
  doc: 'https://node-postgres.com/features/pooling#checkout-use-and-return',
  falseAlarms: ['A client that is kept on purpose, to listen for notifications or to hold a lock.'],
  parameters: { pool: 'object', client: 'object' },
  events: {
    take: {
      on: { kind: 'call', target: 'npm:pg#Pool.prototype.connect', when: 'fulfilled' },
      bind: { pool: 'receiver', client: 'settled' },
      creation: true,
    },
    release: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](take => <> release)',
  report: {
    violation:
      'a client was taken from the pool here and never released: the pool has one less, and with none left every query waits for ever; release it in a finally block',
  },
})
