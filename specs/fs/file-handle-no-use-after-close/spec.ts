import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/file-handle-no-use-after-close',
  description: 'A FileHandle must not be used after it was closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#class-filehandle',
  falseAlarms: ['Code that tries, and handles the rejection.'],
  parameters: { handle: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'node:fs/promises#open', when: 'fulfilled' },
      bind: { handle: 'settled' },
      creation: true,
    },
    close: { on: { kind: 'emit', target: 'node:events#EventEmitter', event: 'close' }, bind: { handle: 'receiver' } },
    use: {
      on: {
        kind: 'call',
        target:
          'node:fs/promises#FileHandle.prototype.{read,readv,write,writev,readFile,writeFile,appendFile,stat,sync,datasync,truncate,utimes,chmod,chown}',
        when: 'before',
      },
      bind: { handle: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ open -> opened default none ]
    opened [ close -> closed default opened ]
    closed [ use -> late default closed ]
    late [ use -> late default closed ]
  `,
  report: { late: 'a file handle was used after it was closed: await the last operation before close()' },
})
