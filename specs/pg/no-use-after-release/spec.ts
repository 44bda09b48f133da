import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/no-use-after-release',
  description: 'A client must not be used after it was released to its pool.',
  severity: 'error',
  doc: 'https://node-postgres.com/apis/pool#releasing-clients',
  parameters: { pool: 'object', client: 'object' },
  events: {
    acquire: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'acquire' },
      bind: { pool: 'receiver', client: 'arg1' },
      creation: true,
    },
    query: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
    },
    release: {
      on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release' },
      bind: { pool: 'receiver', client: 'arg2' },
    },
  },
  logic: 'fsm',
  formula: `
    idle [ acquire -> taken  release -> idle  query -> idle ]
    taken [ query -> taken  release -> released  acquire -> taken ]
    released [ acquire -> taken  release -> released  query -> strayed ]
    strayed [ acquire -> taken  release -> released  query -> strayed ]
  `,
  report: {
    strayed:
      'this client was released to its pool before: the query runs inside whatever another caller does with it, a transaction perhaps; release it after its last query',
  },
})
