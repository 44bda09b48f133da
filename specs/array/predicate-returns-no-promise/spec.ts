import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/predicate-returns-no-promise',
  description: 'A predicate given to an array method must not be an async function.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/filter',
  falseAlarms: ['An async predicate that is meant to be true for all.'],
  parameters: { array: 'object' },
  events: {
    ask: {
      on: {
        kind: 'call',
        target: 'Array.prototype.{filter,some,every,find,findIndex,findLast,findLastIndex}',
        when: 'before',
        given: 'async function',
      },
      bind: { array: 'receiver' },
      if: ({ receiver }) => (receiver as unknown[]).length > 0,
    },
  },
  logic: 'raw',
  report: {
    match: 'the predicate is an async function, so every element passes: await all answers first, with Promise.all',
  },
})
