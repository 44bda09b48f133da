import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/no-shift-during-iteration',
  description: 'Elements of an array must not change places under a loop that iterates it.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/Symbol.iterator',
  falseAlarms: ['A loop that is meant to skip the element after one that it removes.'],
  parameters: { array: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Array', step: 'start' },
      bind: { array: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    next: {
      on: { kind: 'iterate', target: 'Array', step: 'next' },
      bind: { iterator: 'iterator' },
      action: (variables) => {
        variables.visited += 1
      },
    },
    splice: {
      on: { kind: 'call', target: 'Array.prototype.splice', when: 'before' },
      bind: { array: 'receiver' },
      action: (variables, { receiver, args }) => {
        if (shiftsBefore(receiver, args, variables.visited)) variables.shifted = true
      },
    },
    reorder: {
      on: { kind: 'call', target: 'Array.prototype.{shift,unshift,sort,reverse,copyWithin}', when: 'before' },
      bind: { array: 'receiver' },
      if: ({ receiver }) => (receiver as unknown[]).length > 1,
      action: (variables) => {
        if (variables.visited > 0) variables.shifted = true
      },
    },
  },
  variables: { visited: 0, shifted: false },
  logic: 'ere',
  formula: 'create next* (splice | reorder) (splice | reorder | next)* next',
  report: {
    match: 'the loop went on after elements of its array had changed places: it skips some or meets some twice',
  },
  // What was removed or inserted behind the loop's position moves nothing that the loop has yet to visit.
  handler: ({ variables }) => variables.shifted,
})

/** Whether `splice` moves elements that a loop has not visited, by removing or inserting where it has been. */
function shiftsBefore(array: unknown, args: readonly unknown[], visited: number): boolean {
  const { length } = array as unknown[]
  const relative = Math.trunc(Number(args[0])) || 0
  const start = relative < 0 ? Math.max(length + relative, 0) : Math.min(relative, length)
  const rest = length - start
  const asked = Math.trunc(Number(args[1])) || 0
  const removed = args.length === 0 ? 0 : args.length === 1 ? rest : Math.min(Math.max(asked, 0), rest)
  const inserted = Math.max(args.length - 2, 0)
  return start < visited && removed !== inserted
}
