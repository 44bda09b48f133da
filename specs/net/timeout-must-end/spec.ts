import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'net/timeout-must-end',
  description: 'A socket whose `timeout` was emitted must be ended or destroyed, or close by itself.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/net.html#event-timeout',
  falseAlarms: ['A socket that is meant to stay open when it is idle.'],
  parameters: { socket: 'object' },
  events: {
    set: {
      on: { kind: 'call', target: 'node:net#Socket.prototype.setTimeout', when: 'before' },
      bind: { socket: 'receiver' },
      if: ({ args }) => Number(args[0]) > 0,
      creation: true,
    },
    timeout: { on: { kind: 'emit', target: 'node:net#Socket', event: 'timeout' }, bind: { socket: 'receiver' } },
    close: {
      on: [
        { kind: 'emit', target: 'node:net#Socket', event: ['close', 'end', 'finish'] },
        {
          kind: 'call',
          target: ['node:net#Socket.prototype.{end,destroySoon}', 'node:stream#Duplex.prototype.destroy'],
          when: 'before',
        },
      ],
      bind: { socket: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](timeout => <> close)',
  report: {
    violation: 'the timeout set here came, and the socket was left open: end() or destroy() it in the listener',
  },
})
