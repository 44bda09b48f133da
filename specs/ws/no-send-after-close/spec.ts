import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ws/no-send-after-close',
  description: 'A WebSocket must not be sent to after it was closed.',
  severity: 'error',
  doc: 'https://github.com/websockets/ws/blob/master/doc/ws.md#websocketsenddata-options-callback',
  falseAlarms: ['A message that may get lost, sent with a callback that takes the error.'],
  parameters: { socket: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: 'npm:ws#WebSocket.prototype.send', when: 'before' },
      bind: { socket: 'receiver' },
    },
    close: {
      on: [
        { kind: 'call', target: 'npm:ws#WebSocket.prototype.{close,terminate}' },
        { kind: 'emit', target: 'npm:ws#WebSocket', event: 'close' },
      ],
      bind: { socket: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'send* close+ send',
  report: {
    match:
      'this socket was closed before, and the message is dropped in silence: test readyState, and stop sending on close',
  },
})
