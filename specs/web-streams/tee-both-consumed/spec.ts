import { defineSpec } from '#src/spec/define-spec.ts'

const using = 'ReadableStream.prototype.{getReader,pipeTo,pipeThrough,tee,cancel,values,@@asyncIterator}'

export default defineSpec({
  id: 'web-streams/tee-both-consumed',
  description: 'Both branches of a tee must be consumed or cancelled.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/ReadableStream/tee',
  falseAlarms: [
    'A branch that is given to an API which reads it inside, other than Response, Request and Readable.fromWeb.',
  ],
  parameters: { stream: 'object', left: 'object', right: 'object' },
  events: {
    split: {
      on: { kind: 'call', target: 'ReadableStream.prototype.tee' },
      bind: { stream: 'receiver', left: 'result.0', right: 'result.1' },
      creation: true,
    },
    readLeft: {
      on: [
        { kind: 'call', target: using, bind: { left: 'receiver' } },
        { kind: 'construct', target: ['Response', 'Request'], bind: { left: 'arg0' } },
        { kind: 'call', target: 'node:stream#Readable.fromWeb', bind: { left: 'arg0' } },
      ],
    },
    readRight: {
      on: [
        { kind: 'call', target: using, bind: { right: 'receiver' } },
        { kind: 'construct', target: ['Response', 'Request'], bind: { right: 'arg0' } },
        { kind: 'call', target: 'node:stream#Readable.fromWeb', bind: { right: 'arg0' } },
      ],
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](split => (<> readLeft and <> readRight))',
  report: {
    violation:
      'a stream was split here and one branch is never read: all that the other reads is kept in memory for it; cancel the branch you do not need',
  },
})
