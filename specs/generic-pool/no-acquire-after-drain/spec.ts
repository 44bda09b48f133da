import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'generic-pool/no-acquire-after-drain',
  description: 'Nothing must be acquired from a pool that is being drained.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/coopernurse/node-pool#draining',
  parameters: { pool: 'object' },
  events: {
    acquire: {
      on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.{acquire,use}', when: 'before' },
      bind: { pool: 'receiver' },
    },
    drain: { on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.drain' }, bind: { pool: 'receiver' } },
  },
  logic: 'ptltl',
  formula: 'acquire => [*] not drain',
  report: { violation: 'this pool is being drained, so the request is rejected: drain it when no work is left' },
})
