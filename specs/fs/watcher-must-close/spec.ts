import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/watcher-must-close',
  description: 'A file watcher must be closed or unreferenced by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/fs.html#class-fsfswatcher',
  falseAlarms: ['A watcher of a program that runs until it is stopped.'],
  parameters: { watcher: 'object' },
  events: {
    watch: { on: { kind: 'call', target: 'node:fs#watch' }, bind: { watcher: 'result' }, creation: true },
    close: {
      on: [
        { kind: 'emit', target: 'node:events#EventEmitter', event: 'close' },
        { kind: 'call', target: 'node:fs#FSWatcher.prototype.{close,unref}', when: 'before' },
      ],
      bind: { watcher: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](watch => <> close)',
  report: { violation: '{watcher} was made here and never closed: close() it when it is no longer needed' },
})
