import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ws/error-listener',
  description: 'A server must listen for errors of each of its sockets.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/websockets/ws/blob/master/README.md#simple-server',
  falseAlarms: ['An error handler that is assigned to `onerror`.'],
  parameters: { server: 'object', socket: 'object' },
  events: {
    serve: {
      on: {
        kind: 'call',
        target: 'npm:ws#WebSocketServer.prototype.{on,once,addListener}',
        if: "arg0 === 'connection'",
      },
      bind: { server: 'receiver' },
      creation: true,
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    connect: {
      on: { kind: 'emit', target: 'npm:ws#WebSocketServer', event: 'connection' },
      bind: { server: 'receiver', socket: 'arg1' },
    },
    listen: {
      on: {
        kind: 'call',
        target: 'npm:ws#WebSocket.prototype.{on,once,addListener,prependListener,addEventListener}',
        if: "arg0 === 'error'",
      },
      bind: { socket: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  variables: { blamedSite: 0 },
  end: 'end',
  // A formula that lets sockets listen before they connect would pair every socket with every server.
  logic: 'ere',
  formula: '(serve | connect)* connect (serve | connect)* end',
  report: {
    match:
      "sockets that connect here get no listener for error: one malformed frame from a client ends the process; add socket.on('error', …) first",
  },
})
