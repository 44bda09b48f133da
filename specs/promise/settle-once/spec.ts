import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'promise/settle-once',
  description: 'A promise must not be settled twice in the same turn of the event loop.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise/Promise',
  falseAlarms: ['A resolver called again on purpose as a shorthand for "at least once".'],
  parameters: { promise: 'object' },
  events: {
    resolve: {
      on: { kind: 'call', target: 'Promise.executor.resolve', when: 'before' },
      bind: { promise: 'activation' },
    },
    reject: {
      on: { kind: 'call', target: 'Promise.executor.reject', when: 'before' },
      bind: { promise: 'activation' },
    },
    // A timeout that loses a race settles in a turn of its own, and that is how races are written.
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  logic: 'ere',
  formula: '(resolve | reject) (resolve | reject)',
  report: {
    match: 'a promise that was settled already is settled again by {event}: a missing return, or an error that is lost',
  },
})
