import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'chokidar/must-close',
  description: 'A watcher must be closed.',
  severity: 'warning',
  doc: 'https://github.com/paulmillr/chokidar#methods--events',
  falseAlarms: ['A watcher that works as long as the program runs.'],
  parameters: { watcher: 'object' },
  events: {
    listen: {
      on: { kind: 'call', target: 'npm:chokidar#FSWatcher.prototype.{on,once,addListener}' },
      bind: { watcher: 'receiver' },
      creation: true,
    },
    close: { on: { kind: 'call', target: 'npm:chokidar#FSWatcher.prototype.close' }, bind: { watcher: 'receiver' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](listen => <> close)',
  report: {
    violation:
      'files are watched here and the watcher is never closed: it keeps the process alive and handles open; await watcher.close()',
  },
})
