import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/no-write-after-destroy',
  description: 'A stream must not be written to after it was destroyed.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#writabledestroyerror',
  falseAlarms: ['A writer that is told to stop by the stream itself, and checks `destroyed` later.'],
  parameters: { stream: 'object' },
  events: {
    destroy: {
      on: { kind: 'call', target: ['node:stream#Writable.prototype.destroy', 'node:stream#Duplex.prototype.destroy'] },
      bind: { stream: 'receiver' },
      creation: true,
    },
    write: {
      on: { kind: 'call', target: 'node:stream#Writable.prototype.write', when: 'before' },
      bind: { stream: 'receiver' },
      // Whoever gives a callback hears of the error.
      if: ({ args }) => !args.some((argument) => typeof argument === 'function'),
    },
  },
  logic: 'ere',
  formula: 'destroy+ write+',
  report: {
    match: '{stream} was written to after destroy(), and drops it: check `destroyed`, or stop the writer first',
  },
})
