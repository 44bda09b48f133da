import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'promise/combinator-elements-not-functions',
  description: 'Promise combinators must be given promises, not functions that would make them.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise/all',
  falseAlarms: ['Functions that are values, passed through a combinator.'],
  parameters: { promise: 'object' },
  events: {
    combine: {
      on: { kind: 'call', target: 'Promise.{all,allSettled,race,any}' },
      bind: { promise: 'result' },
      if: ({ args }) => Array.isArray(args[0]) && args[0].length > 0 && args[0].every(isFunction),
    },
  },
  logic: 'raw',
  report: {
    match: 'the elements are functions, so nothing is started or awaited: call them, tasks.map((task) => task())',
  },
})

/** A thenable may be a function. */
function isFunction(value: unknown): boolean {
  return typeof value === 'function' && !('then' in value)
}
