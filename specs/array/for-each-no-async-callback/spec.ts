import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/for-each-no-async-callback',
  description: '`forEach` must not be given an async function.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/forEach',
  falseAlarms: ['Work that is meant to run in the background and catches its errors.'],
  parameters: { collection: 'object' },
  events: {
    visit: {
      on: {
        kind: 'call',
        target: ['Array.prototype.forEach', 'Map.prototype.forEach', 'Set.prototype.forEach'],
        when: 'before',
        given: 'async function',
      },
      bind: { collection: 'receiver' },
    },
  },
  logic: 'raw',
  report: { match: 'forEach does not wait for an async function: use for…of with await, or Promise.all with map' },
})
