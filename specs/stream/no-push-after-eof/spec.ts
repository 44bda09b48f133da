import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/no-push-after-eof',
  description: 'A Readable must not be given more data after its end was pushed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html#readablepushchunk-encoding',
  falseAlarms: ['None that we know of.'],
  parameters: { stream: 'object' },
  events: {
    push: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.push', when: 'before' },
      bind: { stream: 'receiver' },
      if: ({ args }) => args[0] !== null,
    },
    finish: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.push', when: 'before' },
      bind: { stream: 'receiver' },
      if: ({ args }) => args[0] === null,
      creation: true,
    },
  },
  logic: 'ere',
  formula: 'finish+ push+',
  report: { match: 'a chunk was pushed to {stream} after its end: push(null) must come last' },
})
