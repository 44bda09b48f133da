import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/watch-file-must-unwatch',
  description: 'A file that is watched with `watchFile` must be unwatched by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/fs.html#fsunwatchfilefilename-listener',
  falseAlarms: ['A watcher made with `persistent: false` in a program that ends anyway.'],
  parameters: { path: 'value' },
  events: {
    watch: {
      on: { kind: 'call', target: 'node:fs#watchFile' },
      bind: { path: 'arg0' },
      if: ({ args }) => (args[1] as { persistent?: boolean } | undefined)?.persistent !== false,
      creation: true,
    },
    unwatch: { on: { kind: 'call', target: 'node:fs#unwatchFile', when: 'before' }, bind: { path: 'arg0' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](watch => <> unwatch)',
  report: { violation: '{path} is watched from here on, and never unwatched: call unwatchFile' },
})
