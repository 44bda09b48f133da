import { fstatSync } from 'node:fs'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/no-use-after-close',
  description: 'A file descriptor must not be used after it was closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#file-descriptors',
  falseAlarms: [
    'A descriptor of a pipe or socket that was opened again by means that are not watched, such as native code.',
  ],
  parameters: { fd: 'value' },
  events: {
    reopen: { on: { kind: 'call', target: 'node:fs#openSync' }, bind: { fd: 'result' } },
    // Whoever opens anything may get the number again.
    open: {
      on: [
        {
          kind: 'call',
          target: 'node:fs#{open,createReadStream,createWriteStream,opendir,opendirSync}',
          when: 'before',
        },
        { kind: 'call', target: 'node:fs/promises#{open,opendir}', when: 'before' },
      ],
    },
    close: { on: { kind: 'call', target: 'node:fs#closeSync' }, bind: { fd: 'arg0' }, creation: true },
    use: {
      on: {
        kind: 'call',
        target: [
          'node:fs#{readSync,writeSync,readvSync,writevSync,fstatSync,fsyncSync,fdatasyncSync,ftruncateSync,futimesSync}',
          'node:fs#{read,write,readv,writev,fstat,fsync,fdatasync,ftruncate,futimes}',
        ],
        when: 'before',
      },
      bind: { fd: 'arg0' },
    },
  },
  logic: 'ere',
  formula: '(close use* (reopen | open) (reopen | open | use)*)* close use+',
  report: { match: 'descriptor {fd} was closed before, and may be another file by now' },
  handler: ({ context }) => !isFile(context?.args[0] as number),
})

/** Whether the number stands for a file again: Node opens files for itself, `require` for one, and that is not seen. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}
