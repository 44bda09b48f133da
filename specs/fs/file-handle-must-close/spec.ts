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
    close: {
      on: [
        // However it is closed (`close`, `await using`, a stream's end), a handle says so.
        { kind: 'emit', target: 'node:events#EventEmitter', event: 'close' },
        // One that is given to another thread is that thread's.
        {
          kind: 'call',
          target: [
            'node:worker_threads#Worker.prototype.postMessage',
            'node:worker_threads#MessagePort.prototype.postMessage',
          ],
          bind: { handle: 'arg1.0' },
        },
      ],
      bind: { handle: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: 'a file was opened and its handle never closed' },
})
