import { types } from 'node:util'
import { defineSpec } from '#src/spec/define-spec.ts'
import { readData } from '#src/spec/expression/read-data.ts'

const { isMap, isProxy, isSet } = types
/** Larger objects are not searched. */
const mostKeys = 100

export default defineSpec({
  id: 'json/stringify-no-data-loss',
  description: 'A Map or Set with contents must not be given to `JSON.stringify`.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON/stringify',
  falseAlarms: ['A text for people, in which the contents do not matter.'],
  parameters: { value: 'object' },
  events: {
    write: {
      on: { kind: 'call', target: 'JSON.stringify' },
      bind: { value: 'arg0' },
      // A text without {} has lost nothing, and most have none: that is much quicker to see than the value.
      if: ({ args: [value, replacer], result }) =>
        replacer == null && typeof result === 'string' && result.includes('{}') && losesData(value as object),
    },
  },
  logic: 'raw',
  report: {
    match: 'a Map or Set becomes {} in JSON, and its contents are lost: write [...it] or Object.fromEntries(it)',
  },
})

function losesData(value: object): boolean {
  if (isFull(value)) return true
  if (typeof value !== 'object' || value === null || isProxy(value) || 'toJSON' in value) return false
  const keys = Object.keys(value)
  return keys.length <= mostKeys && keys.some((key) => isFull(readData(value, key)))
}

function isFull(value: unknown): boolean {
  return (isMap(value) || isSet(value)) && value.size > 0 && !('toJSON' in value)
}
