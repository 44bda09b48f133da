import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'libsql/transaction-is-sync',
  description: 'The function of a transaction must not be async.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md#caveats',
  parameters: { db: 'object' },
  events: {
    begin: {
      on: {
        kind: 'call',
        target: ['npm:libsql#prototype.transaction', 'npm:better-sqlite3#prototype.transaction'],
        when: 'before',
      },
      bind: { db: 'receiver' },
      if: 'isAsyncFunction(arg0)',
    },
  },
  logic: 'raw',
  report: {
    match:
      'an async function returns at its first await, and the transaction is committed then: what follows runs outside of it; do the asynchronous work before',
  },
})
