import { defineSpec } from '#src/spec/define-spec.ts'

const parsers = 'npm:busboy/lib/types/multipart#prototype'

export default defineSpec({
  id: 'busboy/file-must-be-consumed',
  description: 'Every file that a form brings must be consumed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/mscdex/busboy#busboy-special-events',
  falseAlarms: [
    'A form whose sender went away in the middle of a file, in a program that does not destroy the parser then.',
  ],
  parameters: { parser: 'object' },
  events: {
    accept: {
      on: { kind: 'call', target: `${parsers}.{on,once,addListener}`, if: "arg0 === 'file'" },
      bind: { parser: 'receiver' },
      creation: true,
    },
    arrive: { on: { kind: 'emit', target: parsers, event: 'file' }, bind: { parser: 'receiver' } },
    // The parser comes to its end when all files were read, or not at all; one that was unpiped was given up.
    finish: {
      on: { kind: 'emit', target: parsers, event: ['close', 'error', 'unpipe'] },
      bind: { parser: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](arrive => <> finish)',
  report: {
    violation:
      'a file came in here and its form never came to its end, which waits until every file was read: call file.resume() for what you do not want',
  },
})
