import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'dgram/no-send-after-close',
  description: 'A datagram socket must not be used after it was closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/dgram.html#socketclosecallback',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { socket: 'object' },
  events: {
    close: {
      on: { kind: 'call', target: 'node:dgram#Socket.prototype.close', when: 'before' },
      bind: { socket: 'receiver' },
    },
    use: {
      on: { kind: 'call', target: 'node:dgram#Socket.prototype.{send,bind,connect}', when: 'before' },
      bind: { socket: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'use* close+ (use close*)+',
  report: { match: '{socket} was used after close(): stop what sends before you close it' },
})
