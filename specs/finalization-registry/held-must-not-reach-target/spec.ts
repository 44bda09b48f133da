import { defineSpec } from '#src/spec/define-spec.ts'
import { readData } from '#src/spec/expression/read-data.ts'

export default defineSpec({
  id: 'finalization-registry/held-must-not-reach-target',
  description: 'The value held for an object in a FinalizationRegistry must not hold the object.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/FinalizationRegistry/register',
  falseAlarms: ['None that we know of.'],
  parameters: { registry: 'object', target: 'object', held: 'object' },
  events: {
    register: {
      on: { kind: 'call', target: 'FinalizationRegistry.prototype.register' },
      bind: { registry: 'receiver', target: 'arg0', held: 'arg1' },
      if: ({ args: [target, held] }) =>
        typeof held === 'object' && held !== null && Object.keys(held).some((key) => readData(held, key) === target),
    },
  },
  logic: 'raw',
  report: { match: 'the held value keeps {target} alive, so it is never collected: hold only what the clean-up needs' },
})
