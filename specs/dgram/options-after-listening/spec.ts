import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'dgram/options-after-listening',
  description: 'Options of a datagram socket must be set after it is bound.',
  severity: 'error',
  doc: 'https://nodejs.org/api/dgram.html#socketsetbroadcastflag',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { socket: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:dgram#createSocket' }, bind: { socket: 'result' }, creation: true },
    listening: {
      on: { kind: 'emit', target: 'node:dgram#Socket', event: ['listening', 'connect'] },
      bind: { socket: 'receiver' },
    },
    option: {
      on: {
        kind: 'call',
        target:
          'node:dgram#Socket.prototype.{setBroadcast,setTTL,setMulticastTTL,setMulticastLoopback,setMulticastInterface}',
        when: 'before',
      },
      bind: { socket: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'option => <*> listening',
  report: { violation: '{socket} is not bound yet: set the option in the callback of bind(), or on "listening"' },
})
