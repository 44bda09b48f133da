import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/cork-uncork-balanced',
  description: 'A corked stream must be uncorked as often as it was corked.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#writablecork',
  falseAlarms: ['A stream that is corked when the program ends, with nothing in it.'],
  parameters: { stream: 'object' },
  events: {
    cork: {
      on: { kind: 'call', target: 'node:stream#Writable.prototype.cork' },
      bind: { stream: 'receiver' },
      creation: true,
    },
    uncork: { on: { kind: 'call', target: 'node:stream#Writable.prototype.uncork' }, bind: { stream: 'receiver' } },
    close: {
      on: [
        { kind: 'call', target: 'node:stream#Writable.prototype.end' },
        { kind: 'emit', target: 'node:stream#Stream', event: ['finish', 'close'] },
      ],
      bind: { stream: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'cfg',
  formula: `
    S -> Balanced | Open close Rest
    Balanced -> cork Balanced uncork Balanced | epsilon
    Open -> Balanced | Open cork Balanced
    Rest -> Rest cork | Rest uncork | Rest close | epsilon
  `,
  report: { fail: '{stream} was corked here and not uncorked as often: what is written stays in memory' },
  blame: 'creation',
})
