import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/fd-must-close',
  description: 'A file descriptor from `openSync` must be closed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/fs.html#file-descriptors',
  falseAlarms: [
    'A descriptor that is meant to stay open as long as the program runs.',
    'A descriptor given to a child process or a socket that closes it.',
  ],
  parameters: { fd: 'value' },
  events: {
    open: {
      on: { kind: 'call', target: 'node:fs#openSync' },
      bind: { fd: 'result' },
      creation: true,
      // The same number is given out again and again: the last place that got it is to blame.
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    close: {
      on: [
        { kind: 'call', target: 'node:fs#{closeSync,close}', when: 'before' },
        // The stream owns the descriptor from here on.
        {
          kind: 'call',
          target: 'node:fs#{createReadStream,createWriteStream}',
          when: 'before',
          bind: { fd: 'arg1.fd' },
        },
      ],
      bind: { fd: 'arg0' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { blamedSite: 0 },
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: 'a file was opened and its descriptor {fd} never closed' },
})
