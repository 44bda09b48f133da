import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'pg/no-concurrent-query',
  description: 'A client must not be given a query while another is running.',
  severity: 'warning',
  doc: 'https://node-postgres.com/announcements',
  falseAlarms: ['A program that relies on the queue of the client, which works until pg 9.'],
  parameters: { client: 'object' },
  events: {
    start: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      // With a callback, or for a cursor, no promise says when it is done; a client that pipelines may have several.
      if: ({ receiver, args }) =>
        !(receiver as { pipeline?: boolean }).pipeline &&
        typeof args.at(-1) !== 'function' &&
        typeof (args[0] as { submit?: unknown })?.submit !== 'function',
    },
    finish: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'settled' },
      bind: { client: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    idle [ start -> busy  finish -> idle ]
    busy [ start -> crowded  finish -> idle ]
    crowded [ start -> crowded  finish -> idle ]
  `,
  report: {
    crowded:
      'this client is still busy with another query: they do not run at the same time, and pg 9 will refuse it; await the first one, or use pool.query for each',
  },
})
