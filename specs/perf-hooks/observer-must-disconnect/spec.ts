import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'perf-hooks/observer-must-disconnect',
  description: 'A PerformanceObserver must be disconnected by the end.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/perf_hooks.html#performanceobserverdisconnect',
  falseAlarms: ['An observer of a program that runs until it is stopped.'],
  parameters: { observer: 'object' },
  events: {
    observe: {
      on: { kind: 'call', target: 'node:perf_hooks#PerformanceObserver.prototype.observe' },
      bind: { observer: 'receiver' },
      creation: true,
    },
    disconnect: {
      on: { kind: 'call', target: 'node:perf_hooks#PerformanceObserver.prototype.disconnect', when: 'before' },
      bind: { observer: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](observe => <> disconnect)',
  report: { violation: 'this observer was never disconnected, and slows the process down: call disconnect()' },
})
