import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/respect-backpressure',
  description: 'A writer must wait for `drain` when `write` has returned false.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#writablewritechunk-encoding-callback',
  falseAlarms: ['A burst that is known to fit into memory.'],
  parameters: { stream: 'object' },
  events: {
    full: {
      on: { kind: 'call', target: 'node:stream#Writable.prototype.write' },
      bind: { stream: 'receiver' },
      if: ({ result }) => result === false,
      creation: true,
      action: (variables) => {
        variables.ignored += 1
      },
    },
    drain: {
      on: { kind: 'emit', target: 'node:stream#Stream', event: 'drain' },
      bind: { stream: 'receiver' },
      action: (variables) => {
        variables.ignored = 0
      },
    },
  },
  variables: { ignored: 0, limit: 100 },
  options: ['limit'],
  logic: 'fsm',
  formula: `
    free [ full -> over drain -> free ]
    over [ full -> over drain -> free ]
  `,
  report: { over: '{stream} was written to {ignored} times although it is full: wait for "drain", or use pipeline()' },
  handler: ({ variables }) => variables.ignored === variables.limit,
})
