import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/stream-owns-file-handle',
  description: 'A FileHandle that a stream uses must not be read or written by anyone else.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#filehandlecreatereadstreamoptions',
  falseAlarms: ['A stream made with `autoClose: false`, read by turns on purpose.'],
  parameters: { handle: 'object', stream: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'node:fs/promises#open', when: 'fulfilled' },
      bind: { handle: 'settled' },
      creation: true,
    },
    stream: {
      on: { kind: 'call', target: 'node:fs/promises#FileHandle.prototype.{createReadStream,createWriteStream}' },
      bind: { handle: 'receiver', stream: 'result' },
      if: ({ args }) => (args[0] as { autoClose?: boolean } | undefined)?.autoClose !== false,
    },
    take: {
      on: {
        kind: 'call',
        target: 'node:fs/promises#FileHandle.prototype.{read,readFile,write,writeFile}',
        when: 'before',
      },
      bind: { handle: 'receiver' },
    },
    close: { on: { kind: 'emit', target: 'node:stream#Stream', event: 'close' }, bind: { stream: 'receiver' } },
  },
  logic: 'ere',
  formula: 'open take* stream take+',
  report: {
    match:
      'a file handle was used beside its stream, which reads at the same position and closes it: wait for the stream to end',
  },
})
