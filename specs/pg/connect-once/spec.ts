import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/connect-once',
  description: 'A client must be connected only once.',
  severity: 'error',
  doc: 'https://node-postgres.com/apis/client#clientconnect',
  parameters: { client: 'object' },
  events: {
    connect: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.connect', when: 'before' },
      bind: { client: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'connect connect',
  report: {
    match:
      'this client was connected before and cannot be used for a second connection: make a new Client, or use a Pool',
  },
})
