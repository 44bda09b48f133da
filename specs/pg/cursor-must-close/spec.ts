import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/cursor-must-close',
  description: 'A cursor that is not read to its end must be closed before its client is released.',
  severity: 'warning',
  doc: 'https://node-postgres.com/apis/cursor#close',
  parameters: { client: 'object', cursor: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query' },
      bind: { client: 'receiver', cursor: 'result' },
      if: ({ args, result }) =>
        result === args[0] && typeof (result as { close?: unknown } | null)?.close === 'function',
      creation: true,
    },
    finish: {
      on: [
        { kind: 'call', target: 'npm:pg-cursor#prototype.close' },
        { kind: 'call', target: 'npm:pg-cursor#prototype.read', when: 'fulfilled', if: 'settled.length === 0' },
        { kind: 'call', target: 'npm:pg-cursor#prototype.read', when: 'rejected' },
      ],
      bind: { cursor: 'receiver' },
    },
    release: { on: { kind: 'emit', target: 'npm:pg#Pool', event: 'release', if: '!arg1' }, bind: { client: 'arg2' } },
  },
  logic: 'ltl',
  formula: '[](open => (not release U finish))',
  blame: 'creation',
  report: {
    violation:
      'a cursor was opened here and its client released while it was still open: the next query on that client waits behind it; close the cursor first',
  },
})
