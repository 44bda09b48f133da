import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/write-stream-must-end',
  description: 'A file write stream must be ended or destroyed.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#writableendchunk-encoding-callback',
  falseAlarms: ['A log that is meant to stay open as long as the program runs.'],
  parameters: { stream: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:fs#createWriteStream' }, bind: { stream: 'result' }, creation: true },
    // Ended by whomever: by a call, a pipe, a pipeline, an error.
    close: {
      on: [
        { kind: 'emit', target: 'node:stream#Stream', event: ['prefinish', 'finish', 'close', 'error'] },
        { kind: 'call', target: 'node:stream#Writable.prototype.{end,destroy}', when: 'before' },
      ],
      bind: { stream: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](create => <> close)',
  report: { violation: '{stream} was opened here and never ended: its file stays open; call end()' },
})
