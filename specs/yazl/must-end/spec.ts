import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'yazl/must-end',
  description: 'An archive must be ended.',
  severity: 'error',
  doc: 'https://github.com/thejoshwolfe/yazl#endoptions-calculatedtotalsizecallback',
  parameters: { archive: 'object' },
  events: {
    add: {
      on: {
        kind: 'call',
        target: 'npm:yazl#ZipFile.prototype.{addFile,addReadStream,addReadStreamLazy,addBuffer,addEmptyDirectory}',
      },
      bind: { archive: 'receiver' },
      creation: true,
    },
    finish: { on: { kind: 'call', target: 'npm:yazl#ZipFile.prototype.end' }, bind: { archive: 'receiver' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](add => <> finish)',
  report: {
    violation:
      'an archive was begun here and never ended: its directory is not written and its output never ends; call end()',
  },
})
