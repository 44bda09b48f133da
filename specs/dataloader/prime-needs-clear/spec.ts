import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'dataloader/prime-needs-clear',
  description: 'A key that a loader knows must be cleared before it is primed with another value.',
  severity: 'suggestion',
  doc: 'https://github.com/graphql/dataloader#primekey-value',
  falseAlarms: ['Priming that is meant to change nothing when the key is known.'],
  parameters: { loader: 'object', key: 'value' },
  events: {
    load: {
      on: { kind: 'call', target: 'npm:dataloader#prototype.load' },
      bind: { loader: 'receiver', key: 'arg0' },
      creation: true,
    },
    prime: {
      on: { kind: 'call', target: 'npm:dataloader#prototype.prime', when: 'before' },
      bind: { loader: 'receiver', key: 'arg0' },
      creation: true,
    },
    clear: {
      on: { kind: 'call', target: 'npm:dataloader#prototype.clear' },
      bind: { loader: 'receiver', key: 'arg0' },
    },
    clearAll: { on: { kind: 'call', target: 'npm:dataloader#prototype.clearAll' }, bind: { loader: 'receiver' } },
  },
  logic: 'fsm',
  formula: `
    unknown [ load -> known  prime -> known  clear -> unknown  clearAll -> unknown ]
    known [ load -> known  prime -> ignored  clear -> unknown  clearAll -> unknown ]
    ignored [ load -> known  prime -> ignored  clear -> unknown  clearAll -> unknown ]
  `,
  report: {
    ignored:
      'the loader knows {key} already, so this value is ignored in silence: write loader.clear(key).prime(key, value)',
  },
})
