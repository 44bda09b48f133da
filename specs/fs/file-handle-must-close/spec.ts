import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/file-handle-must-close',
  description: 'A FileHandle must be closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#class-filehandle',
  falseAlarms: ['A handle that is meant to stay open as long as the program runs: a lock, a log.'],
  parameters: { handle: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'node:fs/promises#open', when: 'fulfilled' },
      bind: { handle: 'settled' },
      creation: true,
    },
    // However it is closed (`close`, `await using`, a stream's end, a transfer), a handle says so.
    close: { on: { kind: 'emit', target: 'node:events#EventEmitter', event: 'close' }, bind: { handle: 'receiver' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: 'a file was opened and its handle never closed' },
})
