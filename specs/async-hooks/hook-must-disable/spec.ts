import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'async-hooks/hook-must-disable',
  description: 'An AsyncHook must be disabled by the end.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/async_hooks.html#asynchookdisable',
  falseAlarms: ['A hook that is meant for the whole program.'],
  parameters: { hook: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:async_hooks#createHook' }, bind: { hook: 'result' }, creation: true },
    enable: {
      on: { kind: 'call', target: 'node:async_hooks#AsyncHook.prototype.enable' },
      bind: { hook: 'receiver' },
    },
    disable: {
      on: { kind: 'call', target: 'node:async_hooks#AsyncHook.prototype.disable', when: 'before' },
      bind: { hook: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](enable => <> disable)',
  report: { violation: 'this hook was never disabled, and is called for every asynchronous operation: call disable()' },
})
