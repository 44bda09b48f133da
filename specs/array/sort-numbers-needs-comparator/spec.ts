import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/sort-numbers-needs-comparator',
  description: 'An array of numbers must be sorted with a comparator.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/sort',
  falseAlarms: ['Numbers that are meant to be in the order of their texts.'],
  parameters: { array: 'object' },
  events: {
    sort: {
      on: [
        { kind: 'call', target: 'Array.prototype.sort', bind: { array: 'receiver' } },
        { kind: 'call', target: 'Array.prototype.toSorted', bind: { array: 'result' } },
      ],
      if: ({ args, result }) => args[0] === undefined && isOutOfOrder(result as unknown[]),
    },
  },
  logic: 'raw',
  report: {
    match: 'numbers were sorted as texts, and are not in order: give sort a comparator such as (a, b) => a - b',
  },
})

function isOutOfOrder(array: readonly unknown[]): boolean {
  let inOrder = true
  for (let i = 0; i < array.length; i += 1) {
    if (typeof array[i] !== 'number') return false
    if (i > 0 && (array[i - 1] as number) > (array[i] as number)) inOrder = false
  }
  return !inOrder
}
