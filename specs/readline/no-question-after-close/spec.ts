import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'readline/no-question-after-close',
  description: 'A readline interface must not be asked after it was closed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/readline.html#rlquestionquery-options-callback',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { rl: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:readline#createInterface' }, bind: { rl: 'result' }, creation: true },
    close: { on: { kind: 'emit', target: 'node:readline#Interface', event: 'close' }, bind: { rl: 'receiver' } },
    ask: {
      on: { kind: 'call', target: 'node:readline#Interface.prototype.question', when: 'before' },
      bind: { rl: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ create -> open default none ]
    open [ close -> closed default open ]
    closed [ ask -> late default closed ]
    late [ ask -> late default closed ]
  `,
  report: { late: '{rl} is closed and gets no more answers: ask before the input ends' },
})
