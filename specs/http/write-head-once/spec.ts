import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/write-head-once',
  description: 'The head of a response must be written once.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { response: 'object' },
  events: {
    head: {
      on: { kind: 'call', target: 'node:http#ServerResponse.prototype.{writeHead,writeHeader}', when: 'before' },
      bind: { response: 'receiver' },
    },
    // A head that is not valid was not written.
    written: {
      on: { kind: 'call', target: 'node:http#ServerResponse.prototype.{writeHead,writeHeader}' },
      bind: { response: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'head+ written head+',
  report: { match: 'the head of the response was written before: return after the first answer' },
})
