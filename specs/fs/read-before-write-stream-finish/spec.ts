import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/read-before-write-stream-finish',
  description: 'A file must not be read before the stream that writes it has finished.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/stream.html#event-finish',
  falseAlarms: ['A reader that follows a file while it grows.'],
  parameters: { path: 'value', stream: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:fs#createWriteStream' },
      bind: { path: 'arg0', stream: 'result' },
      // A stream that appends, to a log say, may be followed by readers for as long as it lives.
      if: ({ args: [path, options] }) =>
        typeof path === 'string' && !String((options as { flags?: string } | undefined)?.flags).startsWith('a'),
      creation: true,
    },
    // Before "prefinish" all is written; the callback of end() comes between it and "finish".
    close: {
      on: { kind: 'emit', target: 'node:stream#Stream', event: ['prefinish', 'finish', 'close', 'error'] },
      bind: { stream: 'receiver' },
    },
    read: {
      on: [
        { kind: 'call', target: 'node:fs#{readFileSync,createReadStream,copyFileSync,readFile}', when: 'before' },
        { kind: 'call', target: 'node:fs/promises#{readFile,copyFile}', when: 'before' },
      ],
      bind: { path: 'arg0' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ create -> writing default none ]
    writing [ close -> written read -> early default writing ]
    written [ default written ]
    early [ close -> written read -> early default writing ]
  `,
  report: { early: '{path} is still being written by a stream: wait for its "finish" before you read' },
})
