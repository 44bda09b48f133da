import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'perf-hooks/mark-before-measure',
  description: 'A measure must refer to marks that were made.',
  severity: 'error',
  doc: 'https://nodejs.org/api/perf_hooks.html#performancemeasurename-startmarkoroptions-endmark',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { mark: 'value' },
  events: {
    mark: { on: { kind: 'call', target: 'performance.mark' }, bind: { mark: 'arg0' }, creation: true },
    clear: { on: { kind: 'call', target: 'performance.clearMarks', when: 'before' }, bind: { mark: 'arg0' } },
    measure: {
      on: { kind: 'call', target: 'performance.measure', when: 'before' },
      bind: { mark: 'arg1' },
      if: ({ args }) => typeof args[1] === 'string',
      creation: true,
    },
  },
  logic: 'ptltl',
  formula: 'measure => (not clear S mark)',
  report: { violation: 'there is no mark {mark} to measure from: make it on every path, before clearMarks()' },
})
