import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/timeout-must-destroy',
  description: 'A request whose `timeout` was emitted must be destroyed, or must end by itself.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#event-timeout',
  falseAlarms: ['A request that goes on and ends after the program.'],
  parameters: { request: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: ['node:http#{request,get}', 'node:https#{request,get}'] },
      bind: { request: 'result' },
      creation: true,
    },
    timeout: {
      on: { kind: 'emit', target: 'node:http#ClientRequest', event: 'timeout' },
      bind: { request: 'receiver' },
    },
    close: {
      on: [
        { kind: 'emit', target: 'node:http#ClientRequest', event: ['close', 'error', 'abort'] },
        { kind: 'call', target: 'node:http#ClientRequest.prototype.{destroy,abort}', when: 'before' },
      ],
      bind: { request: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](timeout => <> close)',
  report: { violation: 'this request timed out and was never destroyed: call destroy() in the listener for "timeout"' },
})
