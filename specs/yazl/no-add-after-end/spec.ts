import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'yazl/no-add-after-end',
  description: 'Nothing must be added to an archive after it was ended.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/thejoshwolfe/yazl#endoptions-calculatedtotalsizecallback',
  parameters: { archive: 'object' },
  events: {
    add: {
      on: {
        kind: 'call',
        target: 'npm:yazl#ZipFile.prototype.{addFile,addReadStream,addReadStreamLazy,addBuffer,addEmptyDirectory}',
        when: 'before',
      },
      bind: { archive: 'receiver' },
    },
    finish: { on: { kind: 'call', target: 'npm:yazl#ZipFile.prototype.end' }, bind: { archive: 'receiver' } },
  },
  logic: 'ere',
  formula: 'add* finish+ add',
  report: { match: 'this archive was ended before, and what is added is lost: call end() after the last entry' },
})
