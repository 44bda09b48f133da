import type { IncomingMessage } from 'node:http'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/response-must-end',
  description: 'A server must end every response.',
  severity: 'error',
  preset: 'strict@1',
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
      action: (variables, { args }) => {
        variables.request = new WeakRef(args[1] as IncomingMessage)
      },
    },
    done: {
      on: [
        { kind: 'emit', target: 'node:http#ServerResponse', event: ['finish', 'close', 'prefinish'] },
        { kind: 'call', target: 'node:http#ServerResponse.prototype.end', when: 'before' },
      ],
      // Its server as well: a response alone would be paired with every server.
      bind: { server: 'receiver.req.socket.server', response: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { request: undefined as WeakRef<IncomingMessage> | undefined },
  // Nobody waits behind a connection that is gone. Node holds the requests of one that is open.
  handler: ({ variables }) => variables.request?.deref()?.socket.destroyed === false,
  logic: 'ltl',
  formula: '[](ask => <> done)',
  report: { violation: 'this server left a request unanswered, and the client waits: call end() on every path' },
})
