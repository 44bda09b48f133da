import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'fs/read-stream-error-handler',
  description: 'A file read stream must have a listener for `error`.',
  severity: 'warning',
  preset: 'all@1',
  doc: 'https://nodejs.org/api/events.html#error-events',
  falseAlarms: ['A file that is known to be there, in a script or a test.'],
  parameters: { stream: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:fs#createReadStream' }, bind: { stream: 'result' }, creation: true },
    // Once the file is open, a listener may go.
    heard: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: 'open' },
      bind: { stream: 'receiver' },
      if: ({ receiver }) => hearsErrors(receiver),
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
  report: { match: '{stream} has no listener for "error": a missing file ends the process; listen, or use pipeline()' },
})
