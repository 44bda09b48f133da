import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'console/time-balanced',
  description: 'A timer of the console must not be started again while it runs.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/console.html#consoletimelabel',
  falseAlarms: ['None that we know of.'],
  parameters: { label: 'value' },
  events: {
    start: {
      on: { kind: 'call', target: 'console.time', when: 'before' },
      bind: { label: 'arg0' },
      creation: true,
    },
    stop: { on: { kind: 'call', target: 'console.timeEnd', when: 'before' }, bind: { label: 'arg0' } },
  },
  logic: 'fsm',
  formula: `
    idle [ start -> running stop -> idle ]
    running [ start -> twice stop -> idle ]
    twice [ start -> twice stop -> idle ]
  `,
  report: { twice: 'the timer {label} of the console runs already: use a label of its own for each' },
})
