import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'net/socket-error-handler',
  description: 'A socket that a server accepted must have a listener for `error`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/net.html#event-connection',
  falseAlarms: ['A test server whose only client is known.'],
  parameters: { server: 'object', socket: 'object' },
  events: {
    serve: { on: { kind: 'call', target: 'node:net#createServer' }, bind: { server: 'result' }, creation: true },
    accept: {
      on: { kind: 'emit', target: 'node:net#Server', event: 'connection' },
      bind: { server: 'receiver', socket: 'arg1' },
    },
    // A listener for a single time is gone when the socket closes.
    heard: {
      on: { kind: 'emit', target: 'node:net#Socket', event: ['end', 'error'] },
      bind: { socket: 'receiver' },
      if: ({ receiver }) => hearsErrors(receiver),
    },
    unheard: {
      on: { kind: 'emit', target: 'node:net#Socket', event: 'close' },
      bind: { socket: 'receiver' },
      if: ({ receiver }) => !hearsErrors(receiver),
    },
  },
  logic: 'ere',
  formula: 'serve accept unheard',
  blame: 'creation',
  report: {
    match:
      'sockets of this server have no listener for "error": one client that resets its connection ends the process',
  },
})
