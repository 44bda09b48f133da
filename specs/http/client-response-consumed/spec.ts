import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/client-response-consumed',
  description: 'The body of a response must be consumed, even when nobody wants it.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/http.html#class-httpclientrequest',
  falseAlarms: ['A response that is still being read when the program ends.'],
  parameters: { request: 'object', response: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: ['node:http#{request,get}', 'node:https#{request,get}'] },
      bind: { request: 'result' },
      creation: true,
    },
    answer: {
      on: { kind: 'emit', target: 'node:http#ClientRequest', event: 'response' },
      bind: { request: 'receiver', response: 'arg1' },
    },
    consume: {
      on: { kind: 'emit', target: 'node:http#IncomingMessage', event: ['end', 'close', 'error', 'aborted', 'data'] },
      bind: { response: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // A formula that lets bodies be consumed before their answer would pair every message with every request.
  logic: 'ere',
  formula: '(send | answer)* answer (send | answer)* end',
  blame: 'creation',
  report: {
    match: 'the body of the response to this request was never read: its socket stays busy; call resume()',
  },
})
