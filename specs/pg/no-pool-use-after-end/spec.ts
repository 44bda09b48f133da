import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/no-pool-use-after-end',
  description: 'A pool must not be used, or ended again, after it was ended.',
  severity: 'error',
  doc: 'https://node-postgres.com/apis/pool#poolend',
  parameters: { pool: 'object' },
  events: {
    use: {
      on: { kind: 'call', target: 'npm:pg#Pool.prototype.{connect,query}', when: 'before' },
      bind: { pool: 'receiver' },
    },
    end: { on: { kind: 'call', target: 'npm:pg#Pool.prototype.end', when: 'before' }, bind: { pool: 'receiver' } },
  },
  logic: 'ere',
  formula: 'use* end (use | end)',
  report: {
    match: 'the pool was ended before, and this {event} is rejected: end it once, when nothing needs it any more',
  },
})
