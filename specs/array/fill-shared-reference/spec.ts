import { types } from 'node:util'
import { defineSpec } from '#src/spec/define-spec.ts'

const { isMap, isSet } = types

export default defineSpec({
  id: 'array/fill-shared-reference',
  description: 'An array filled with one object must not be used as if it held several.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array/fill',
  falseAlarms: ['A table whose rows are one row on purpose.'],
  parameters: { array: 'object', shared: 'object' },
  events: {
    fill: {
      on: { kind: 'call', target: 'Array.prototype.fill' },
      bind: { array: 'receiver', shared: 'arg0' },
      if: ({ receiver, args }) =>
        args.length === 1 &&
        (receiver as unknown[]).length > 1 &&
        (Array.isArray(args[0]) || isMap(args[0]) || isSet(args[0])),
      creation: true,
    },
    change: {
      on: {
        kind: 'call',
        target: [
          'Array.prototype.{push,pop,shift,unshift,splice,sort,fill}',
          'Map.prototype.{set,delete,clear}',
          'Set.prototype.{add,delete,clear}',
        ],
        when: 'before',
      },
      bind: { shared: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'fill+ change+',
  report: {
    match: '{shared} was changed that fills all places of an array: use Array.from({ length }, () => []) for one each',
  },
})
