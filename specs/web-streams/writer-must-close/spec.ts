import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/writer-must-close',
  description: 'A writer must close or abort its stream, or release it to someone who does.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/WritableStreamDefaultWriter/close',
  falseAlarms: ['A stream that is written to as long as the program runs.'],
  parameters: { stream: 'object', writer: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'WritableStream.prototype.getWriter' },
      bind: { stream: 'receiver', writer: 'result' },
      creation: true,
    },
    close: {
      on: { kind: 'call', target: 'WritableStreamDefaultWriter.prototype.{close,abort,releaseLock}' },
      bind: { writer: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: {
    violation:
      'a writer was taken here and its stream never closed: what is still buffered, such as the last compressed block, never comes out',
  },
})
