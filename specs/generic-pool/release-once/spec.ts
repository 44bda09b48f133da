import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'generic-pool/release-once',
  description: 'A resource must be given back to its pool only once.',
  severity: 'error',
  doc: 'https://github.com/coopernurse/node-pool#poolrelease',
  parameters: { pool: 'object', resource: 'object' },
  events: {
    acquire: {
      on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.acquire', when: 'fulfilled' },
      bind: { pool: 'receiver', resource: 'settled' },
      creation: true,
    },
    giveBack: {
      on: { kind: 'call', target: 'npm:generic-pool#Pool.prototype.{release,destroy}', when: 'before' },
      bind: { pool: 'receiver', resource: 'arg0' },
    },
  },
  logic: 'ere',
  formula: '(acquire giveBack)+ giveBack',
  report: {
    match:
      'this resource was given back before: the call is rejected, or takes it from whoever has it by then; give it back in one place',
  },
})
