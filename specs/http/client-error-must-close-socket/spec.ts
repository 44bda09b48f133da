import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/client-error-must-close-socket',
  description: 'A listener for `clientError` must close the socket.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#event-clienterror',
  falseAlarms: ['A socket that the client closes before the program ends.'],
  parameters: { server: 'object', socket: 'object' },
  events: {
    listen: {
      on: { kind: 'call', target: 'node:http#Server.prototype.{on,addListener,once}' },
      bind: { server: 'receiver' },
      if: ({ args }) => args[0] === 'clientError',
      creation: true,
    },
    fail: {
      on: { kind: 'emit', target: 'node:http#Server', event: 'clientError' },
      bind: { server: 'receiver', socket: 'arg2' },
    },
    close: {
      on: [
        {
          kind: 'call',
          target: [
            'node:stream#Writable.prototype.end',
            'node:stream#Duplex.prototype.destroy',
            'node:net#Socket.prototype.{end,destroySoon}',
          ],
          when: 'before',
        },
        { kind: 'emit', target: 'node:net#Socket', event: ['close', 'finish'] },
      ],
      bind: { socket: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // A formula that lets sockets close before they fail would pair every socket with every server.
  logic: 'ere',
  formula: '(listen | fail)* fail (listen | fail)* end',
  report: {
    match: 'this listener leaves the socket of a broken request open: call socket.end(…) or destroy() in it',
  },
})
