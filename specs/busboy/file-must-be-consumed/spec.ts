import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'busboy/file-must-be-consumed',
  description: 'Every file that a form brings must be consumed.',
  severity: 'error',
  doc: 'https://github.com/mscdex/busboy#busboy-special-events',
  parameters: { parser: 'object', file: 'object' },
  events: {
    accept: {
      on: {
        kind: 'call',
        target: 'npm:busboy/lib/types/multipart#prototype.{on,once,addListener}',
        if: "arg0 === 'file'",
      },
      bind: { parser: 'receiver' },
      creation: true,
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    arrive: {
      on: { kind: 'emit', target: 'npm:busboy/lib/types/multipart#prototype', event: 'file' },
      bind: { parser: 'receiver', file: 'arg2' },
    },
    use: {
      on: [
        {
          kind: 'call',
          target: 'node:stream#Readable.prototype.{pipe,resume,read,destroy,@@asyncIterator}',
          bind: { file: 'receiver' },
        },
        {
          kind: 'call',
          target: 'node:stream#Readable.prototype.{on,addListener}',
          if: "arg0 === 'data' || arg0 === 'readable'",
          bind: { file: 'receiver' },
        },
        { kind: 'call', target: 'node:stream#pipeline', bind: { file: 'arg0' } },
        { kind: 'call', target: 'node:stream/promises#pipeline', bind: { file: 'arg0' } },
      ],
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  variables: { blamedSite: 0 },
  end: 'end',
  logic: 'ltl',
  formula: '[](arrive => <> use)',
  report: {
    violation:
      'a file that came in here is never read, so the form never comes to its end: call file.resume() for what you do not want',
  },
})
