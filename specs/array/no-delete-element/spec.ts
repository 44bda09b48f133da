import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/no-delete-element',
  description: 'An element of an array must not be removed with `delete`.',
  severity: 'suggestion',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Operators/delete',
  falseAlarms: [
    'A sparse array that is meant to be one.',
    'An element that was dealt with, taken out of an array that nobody reads any more.',
  ],
  parameters: { array: 'object' },
  events: {
    remove: {
      on: { kind: 'delete', target: 'Array', key: 'index' },
      bind: { array: 'receiver' },
      if: ({ receiver, key }) => Object.hasOwn(receiver as object, key as string),
    },
  },
  logic: 'raw',
  report: { match: 'delete leaves a hole in an array of the same length: use splice, or assign undefined' },
})
