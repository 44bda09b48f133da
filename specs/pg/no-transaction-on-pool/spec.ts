import { defineSpec } from '#src/spec/define-spec.ts'

const transactional = /^\s*(?:begin|start\s+transaction|commit|rollback|savepoint|release\s+savepoint|set\s+local)\b/i

export default defineSpec({
  id: 'pg/no-transaction-on-pool',
  description: 'Statements of a transaction must not be sent with pool.query.',
  severity: 'error',
  doc: 'https://node-postgres.com/features/transactions',
  falseAlarms: ['A whole transaction in one text.'],
  parameters: { pool: 'object' },
  events: {
    query: {
      on: { kind: 'call', target: 'npm:pg#Pool.prototype.query', when: 'before' },
      bind: { pool: 'receiver' },
      if: ({ args: [query], receiver }) => {
        const text: unknown = typeof query === 'object' && query !== null ? (query as { text?: unknown }).text : query
        const { options } = receiver as { options?: { max?: number } }
        return typeof text === 'string' && transactional.test(text) && !text.includes(';') && options?.max !== 1
      },
    },
  },
  logic: 'raw',
  report: {
    match:
      'pool.query takes any client for each statement, so this one has nothing to do with the others of its transaction: take one client with pool.connect() for all of them',
  },
})
