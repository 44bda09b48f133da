import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/no-query-after-end',
  description: 'A client must not be queried after it was ended.',
  severity: 'error',
  doc: 'https://node-postgres.com/apis/client#clientend',
  parameters: { client: 'object' },
  events: {
    end: { on: { kind: 'call', target: 'npm:pg#Client.prototype.end', when: 'before' }, bind: { client: 'receiver' } },
    query: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'end+ query',
  report: { match: 'this client was ended before, so the query is rejected: end it after the last query' },
})
