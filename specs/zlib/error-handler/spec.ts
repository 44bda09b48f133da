import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'zlib/error-handler',
  description: 'A decompression stream must have a listener for `error`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/zlib.html#class-zlibzlibbase',
  falseAlarms: ['Data that the program has compressed itself.'],
  parameters: { stream: 'object' },
  events: {
    create: {
      on: {
        kind: 'call',
        target: 'node:zlib#{createGunzip,createInflate,createInflateRaw,createUnzip,createBrotliDecompress}',
      },
      bind: { stream: 'result' },
      creation: true,
    },
    unheard: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: 'end' },
      bind: { stream: 'receiver' },
      if: ({ receiver }) => !hearsErrors(receiver),
    },
  },
  logic: 'ere',
  formula: 'create unheard',
  blame: 'creation',
  report: {
    match: 'this decompression has no listener for "error": damaged input ends the process; listen, or use pipeline()',
  },
})
