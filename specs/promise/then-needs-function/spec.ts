import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'promise/then-needs-function',
  description: 'The handlers given to `then` and `catch` must be functions.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise/then',
  falseAlarms: ['A value given on purpose as a way to pass the outcome through.'],
  parameters: { promise: 'object' },
  events: {
    react: {
      on: { kind: 'call', target: 'Promise.prototype.{then,catch}', when: 'before' },
      bind: { promise: 'receiver' },
      if: ({ args }) => isNoHandler(args[0]) || isNoHandler(args[1]),
    },
  },
  logic: 'raw',
  report: { match: 'what was given as a handler is no function, and is ignored: write then(f), not then(f())' },
})

function isNoHandler(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'function'
}
