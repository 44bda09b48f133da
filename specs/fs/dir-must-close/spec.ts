import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/dir-must-close',
  description: 'An opened directory must be closed or read to its end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/fs.html#class-fsdir',
  falseAlarms: ['A directory that is meant to stay open as long as the program runs.'],
  parameters: { dir: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'node:fs/promises#opendir', when: 'fulfilled' },
      bind: { dir: 'settled' },
      creation: true,
    },
    close: {
      on: {
        kind: 'call',
        target: 'node:fs/promises#Dir.prototype.{close,closeSync,entries,@@asyncIterator}',
        when: 'before',
      },
      bind: { dir: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: 'a directory was opened here and never closed: iterate it with for await, or close() it' },
})
