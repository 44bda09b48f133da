import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/client-request-must-end',
  description: 'A client request must be ended.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#httprequestoptions-callback',
  falseAlarms: ['A request that is meant to stay open, whose program ends first.'],
  parameters: { request: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: ['node:http#request', 'node:https#request'] },
      bind: { request: 'result' },
      creation: true,
    },
    close: {
      on: [
        { kind: 'call', target: 'node:http#ClientRequest.prototype.{end,destroy,abort}', when: 'before' },
        { kind: 'emit', target: 'node:http#ClientRequest', event: ['finish', 'prefinish', 'close', 'error'] },
      ],
      bind: { request: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: { violation: 'this request was never ended, and so never sent: call end()' },
})
