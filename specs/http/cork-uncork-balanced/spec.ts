import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/cork-uncork-balanced',
  description: 'A corked message must be uncorked as often as it was corked.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/http.html#outgoingmessagecork',
  falseAlarms: ['A message that is corked when the program ends, with nothing in it.'],
  parameters: { message: 'object' },
  events: {
    cork: {
      on: { kind: 'call', target: 'node:http#OutgoingMessage.prototype.cork' },
      bind: { message: 'receiver' },
      creation: true,
    },
    uncork: {
      on: { kind: 'call', target: 'node:http#OutgoingMessage.prototype.uncork' },
      bind: { message: 'receiver' },
    },
    close: {
      on: [
        { kind: 'call', target: 'node:http#OutgoingMessage.prototype.{end,destroy}', when: 'before' },
        { kind: 'emit', target: 'node:http#OutgoingMessage', event: ['finish', 'close'] },
      ],
      bind: { message: 'receiver' },
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
  blame: 'creation',
  report: { fail: '{message} was corked here and not uncorked as often: what is written stays in memory' },
})
