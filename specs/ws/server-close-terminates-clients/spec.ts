import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ws/server-close-terminates-clients',
  description: 'A server that is closed must close its sockets, too.',
  severity: 'warning',
  doc: 'https://github.com/websockets/ws/blob/master/doc/ws.md#serverclosecallback',
  falseAlarms: ['Clients that are known to leave by themselves, soon.'],
  parameters: { server: 'object', socket: 'object' },
  events: {
    connect: {
      on: { kind: 'emit', target: 'npm:ws#WebSocketServer', event: 'connection' },
      bind: { server: 'receiver', socket: 'arg1' },
      creation: true,
    },
    leave: {
      on: [
        { kind: 'emit', target: 'npm:ws#WebSocket', event: 'close' },
        { kind: 'call', target: 'npm:ws#WebSocket.prototype.{close,terminate}' },
      ],
      bind: { socket: 'receiver' },
    },
    shut: {
      on: { kind: 'call', target: 'npm:ws#WebSocketServer.prototype.close' },
      bind: { server: 'receiver' },
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  variables: { blamedSite: 0 },
  end: 'end',
  logic: 'fsm',
  formula: `
    listening [ connect -> open  default listening ]
    open [ leave -> gone  shut -> waiting  connect -> open  end -> open ]
    waiting [ leave -> gone  shut -> waiting  connect -> waiting  end -> stuck ]
    gone [ default gone ]
    stuck [ default stuck ]
  `,
  report: {
    stuck:
      'the server was closed here while clients were connected, and they still are: its callback is never called and the process does not end; terminate every socket in server.clients',
  },
})
