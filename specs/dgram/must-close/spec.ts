import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'dgram/must-close',
  description: 'A datagram socket that is bound must be closed or unreferenced by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/dgram.html#socketbindport-address-callback',
  falseAlarms: ['A socket that listens until the process is stopped.'],
  parameters: { socket: 'object' },
  events: {
    bind: {
      on: { kind: 'call', target: 'node:dgram#Socket.prototype.bind' },
      bind: { socket: 'receiver' },
      creation: true,
    },
    close: {
      on: [
        { kind: 'call', target: 'node:dgram#Socket.prototype.{close,unref}', when: 'before' },
        { kind: 'emit', target: 'node:dgram#Socket', event: ['close', 'error'] },
      ],
      bind: { socket: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](bind => <> close)',
  report: { violation: '{socket} was bound here and never closed: close() it' },
})
