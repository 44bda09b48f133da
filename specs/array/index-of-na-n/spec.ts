import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'array/index-of-na-n',
  description: '`NaN` must not be searched for with `indexOf` or `lastIndexOf`.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/indexOf',
  falseAlarms: ['None that we know of.'],
  parameters: { array: 'object' },
  events: {
    search: {
      on: { kind: 'call', target: 'Array.prototype.{indexOf,lastIndexOf}', when: 'before' },
      bind: { array: 'receiver' },
      if: ({ args }) => Number.isNaN(args[0]),
    },
  },
  logic: 'raw',
  report: { match: 'indexOf never finds NaN: use includes(NaN) or findIndex(Number.isNaN)' },
})
