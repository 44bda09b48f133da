import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http2/respond-once',
  description: 'An HTTP/2 stream must be responded to once.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http2.html#http2streamrespondheaders-options',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { session: 'object', stream: 'object' },
  events: {
    open: {
      on: { kind: 'emit', target: 'node:events#EventEmitter', event: 'stream' },
      bind: { session: 'receiver', stream: 'arg1' },
      creation: true,
    },
    respond: {
      on: {
        kind: 'call',
        target: 'node:http2#ServerHttp2Stream.prototype.{respond,respondWithFile,respondWithFD}',
        when: 'before',
      },
      bind: { stream: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ open -> waiting default none ]
    waiting [ respond -> answered default waiting ]
    answered [ respond -> twice default answered ]
    twice [ respond -> twice default answered ]
  `,
  report: { twice: 'this stream was responded to before: return after the first answer' },
})
