import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/stream-owns-descriptor',
  description: 'A descriptor that was given to a file stream must not be closed by anyone else.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/fs.html#fscreatereadstreampath-options',
  falseAlarms: ['A stream that was never read and has not touched the descriptor.'],
  parameters: { fd: 'value' },
  events: {
    give: {
      on: { kind: 'call', target: 'node:fs#{createReadStream,createWriteStream}' },
      bind: { fd: 'arg1.fd' },
      if: ({ args }) => (args[1] as { autoClose?: boolean } | undefined)?.autoClose !== false,
      creation: true,
    },
    open: { on: { kind: 'call', target: 'node:fs#openSync' }, bind: { fd: 'result' } },
    close: { on: { kind: 'call', target: 'node:fs#{closeSync,close}', when: 'before' }, bind: { fd: 'arg0' } },
  },
  logic: 'fsm',
  formula: `
    own [ give -> given default own ]
    given [ open -> own close -> twice default given ]
    twice [ open -> own give -> given close -> twice ]
  `,
  report: { twice: 'descriptor {fd} belongs to a stream, which closes it itself: leave it, or pass autoClose: false' },
})
