import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'http/client-error-handler',
  description: 'A client request must have a listener for `error`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/http.html#httprequestoptions-callback',
  falseAlarms: ['A script that is meant to end at any error.'],
  parameters: { request: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: ['node:http#{request,get}', 'node:https#{request,get}'] },
      bind: { request: 'result' },
      creation: true,
    },
    // A listener that is gone by the end, as one for a single time, was there when it mattered: after the response errors are its own.
    heard: {
      on: { kind: 'emit', target: 'node:http#ClientRequest', event: ['socket', 'response', 'error'] },
      bind: { request: 'receiver' },
      if: ({ receiver }) => hearsErrors(receiver),
    },
    unheard: {
      on: { kind: 'emit', target: 'node:http#ClientRequest', event: 'close' },
      bind: { request: 'receiver' },
      if: ({ receiver }) => !hearsErrors(receiver),
    },
  },
  logic: 'ere',
  formula: 'send unheard',
  blame: 'creation',
  report: { match: 'this request has no listener for "error": a refused connection ends the process' },
})
