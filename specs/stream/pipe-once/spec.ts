import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/pipe-once',
  description: 'A Readable must not be piped twice to the same destination.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html#readablepipedestination-options',
  falseAlarms: ['A destination that is meant to get everything twice.'],
  parameters: { source: 'object', destination: 'object' },
  events: {
    pipe: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.pipe' },
      bind: { source: 'receiver', destination: 'arg0' },
      creation: true,
    },
    unpipe: {
      on: { kind: 'emit', target: 'node:stream#Stream', event: 'unpipe' },
      bind: { source: 'arg1', destination: 'receiver' },
    },
  },
  logic: 'ere',
  formula: '(pipe unpipe+)* pipe pipe+',
  report: { match: '{source} is piped to {destination} already, which gets every chunk twice: unpipe() first' },
})
