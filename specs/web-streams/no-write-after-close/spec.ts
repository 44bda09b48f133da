import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/no-write-after-close',
  description: 'A writer must not write or close again after it closed or aborted its stream.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/WritableStreamDefaultWriter/close',
  parameters: { writer: 'object' },
  events: {
    write: {
      on: { kind: 'call', target: 'WritableStreamDefaultWriter.prototype.write', when: 'before' },
      bind: { writer: 'receiver' },
    },
    close: {
      on: { kind: 'call', target: 'WritableStreamDefaultWriter.prototype.close', when: 'before' },
      bind: { writer: 'receiver' },
    },
    abort: {
      on: { kind: 'call', target: 'WritableStreamDefaultWriter.prototype.abort', when: 'before' },
      bind: { writer: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    open [ write -> open  close -> closed  abort -> aborted ]
    closed [ write -> late  close -> late  abort -> aborted ]
    aborted [ write -> late  close -> aborted  abort -> aborted ]
    late [ write -> late  close -> late  abort -> late ]
  `,
  report: {
    late: '{writer} has closed or aborted its stream already, and this {event} is rejected: the chunk is lost',
  },
})
