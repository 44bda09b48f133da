import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'generic-pool/resource-must-return',
  description: 'A resource that was acquired from a pool must be released or destroyed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/coopernurse/node-pool#poolrelease',
  parameters: { pool: 'object', resource: 'object' },
  events: {
    acquire: {
      on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.acquire', when: 'fulfilled' },
      bind: { pool: 'receiver', resource: 'settled' },
      creation: true,
    },
    giveBack: {
      on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.{release,destroy}' },
      bind: { pool: 'receiver', resource: 'arg0' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](acquire => <> giveBack)',
  report: {
    violation:
      'a resource was acquired here and never given back: with the last one gone every acquire waits for ever; release it in a finally block, or let pool.use() do it',
  },
})
