import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/response-must-end',
  description: 'A server must end every response.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#responseenddata-encoding-callback',
  falseAlarms: ['A stream of events that is open when the program ends.'],
  parameters: { server: 'object', response: 'object' },
  events: {
    serve: {
      on: { kind: 'call', target: ['node:http#createServer', 'node:https#createServer'] },
      bind: { server: 'result' },
      creation: true,
    },
    ask: {
      on: { kind: 'emit', target: 'node:http#Server', event: 'request' },
      bind: { server: 'receiver', response: 'arg2' },
    },
    done: {
      on: [
        { kind: 'emit', target: 'node:http#ServerResponse', event: ['finish', 'close', 'prefinish'] },
        { kind: 'call', target: 'node:http#ServerResponse.prototype.end', when: 'before' },
      ],
      bind: { response: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](ask => <> done)',
  report: { violation: 'this server left a request unanswered, and the client waits: call end() on every path' },
})
