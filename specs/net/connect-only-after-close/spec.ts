import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'net/connect-only-after-close',
  description: 'A socket must not be connected again before it has emitted `close`.',
  severity: 'error',
  doc: 'https://nodejs.org/api/net.html#socketconnect',
  falseAlarms: ['None that we know of.'],
  parameters: { socket: 'object' },
  events: {
    connect: {
      on: [
        { kind: 'call', target: 'node:net#Socket.prototype.connect', when: 'before', bind: { socket: 'receiver' } },
        { kind: 'call', target: 'node:net#{connect,createConnection}', bind: { socket: 'result' } },
      ],
    },
    close: { on: { kind: 'emit', target: 'node:net#Socket', event: 'close' }, bind: { socket: 'receiver' } },
  },
  logic: 'fsm',
  formula: `
    idle [ connect -> busy close -> idle ]
    busy [ connect -> early close -> idle ]
    early [ connect -> early close -> idle ]
  `,
  report: { early: '{socket} was connected again before "close": reconnect in the listener for "close"' },
})
