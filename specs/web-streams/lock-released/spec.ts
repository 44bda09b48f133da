import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/lock-released',
  description: 'A reader that stops early must release its stream or cancel it.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/ReadableStreamDefaultReader/releaseLock',
  falseAlarms: ['A stream without an end that is read as long as the program runs.'],
  parameters: { stream: 'object', reader: 'object' },
  events: {
    lock: {
      on: { kind: 'call', target: 'ReadableStream.prototype.getReader' },
      bind: { stream: 'receiver', reader: 'result' },
      creation: true,
    },
    finish: {
      on: [
        {
          kind: 'call',
          target: [
            'ReadableStreamDefaultReader.prototype.{releaseLock,cancel}',
            'ReadableStreamBYOBReader.prototype.{releaseLock,cancel}',
          ],
        },
        {
          kind: 'call',
          target: ['ReadableStreamDefaultReader.prototype.read', 'ReadableStreamBYOBReader.prototype.read'],
          when: 'fulfilled',
          if: 'settled.done === true',
        },
        // A stream that fails has nothing left to release.
        {
          kind: 'call',
          target: ['ReadableStreamDefaultReader.prototype.read', 'ReadableStreamBYOBReader.prototype.read'],
          when: 'rejected',
        },
      ],
      bind: { reader: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](lock => <> finish)',
  report: {
    violation:
      'a reader was taken here that neither reached the end of its stream nor released or cancelled it: the source stays open and the stream locked',
  },
})
