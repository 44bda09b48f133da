import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'readline/must-close',
  description: 'A readline interface must be closed, or its input must end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/readline.html#rlclose',
  falseAlarms: ['A prompt that runs until the process is stopped.'],
  parameters: { input: 'object', rl: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:readline#createInterface' },
      bind: { input: 'arg0.input', rl: 'result' },
      creation: true,
    },
    close: {
      on: [
        { kind: 'emit', target: 'node:readline#Interface', event: 'close', bind: { rl: 'receiver' } },
        { kind: 'call', target: 'node:readline#Interface.prototype.close', when: 'before', bind: { rl: 'receiver' } },
      ],
    },
    drain: { on: { kind: 'emit', target: 'node:stream#Stream', event: ['end', 'close'] }, bind: { input: 'receiver' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](create => <> (close or drain))',
  report: { violation: '{rl} was made here and never closed: it holds its input; call close()' },
})
