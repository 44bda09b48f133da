import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'promise/race-not-empty',
  description: '`Promise.race` must be given at least one element.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise/race',
  falseAlarms: ['A race that is meant to stay pending.'],
  parameters: { promise: 'object' },
  events: {
    race: {
      on: { kind: 'call', target: 'Promise.race' },
      bind: { promise: 'result' },
      if: ({ args }) => Array.isArray(args[0]) && args[0].length === 0,
    },
  },
  logic: 'raw',
  report: { match: 'a race without elements is never settled: look whether there are any first' },
})
