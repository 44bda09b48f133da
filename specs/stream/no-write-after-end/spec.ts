import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/no-write-after-end',
  description: 'A stream must not be written to after it was ended.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html#writableendchunk-encoding-callback',
  falseAlarms: ['A stream class that overrides `end` and stays open on purpose.'],
  parameters: { stream: 'object' },
  events: {
    end: { on: { kind: 'call', target: 'node:stream#Writable.prototype.end' }, bind: { stream: 'receiver' } },
    write: {
      on: { kind: 'call', target: 'node:stream#Writable.prototype.write', when: 'before' },
      bind: { stream: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'end+ write',
  report: { match: 'a stream was written to after it was ended' },
})
