import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http2/no-request-after-close',
  description: 'An HTTP/2 session must not be used after it was closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http2.html#http2sessionclosecallback',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { session: 'object' },
  events: {
    connect: { on: { kind: 'call', target: 'node:http2#connect' }, bind: { session: 'result' }, creation: true },
    close: {
      on: [
        { kind: 'call', target: 'node:http2#ClientHttp2Session.prototype.{close,destroy}', when: 'before' },
        { kind: 'emit', target: 'node:events#EventEmitter', event: ['close', 'goaway'] },
      ],
      bind: { session: 'receiver' },
    },
    request: {
      on: { kind: 'call', target: 'node:http2#ClientHttp2Session.prototype.request', when: 'before' },
      bind: { session: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ connect -> open default none ]
    open [ close -> closed default open ]
    closed [ request -> late default closed ]
    late [ request -> late default closed ]
  `,
  report: { late: 'this session is closed: connect again, and drop it on "close"' },
})
