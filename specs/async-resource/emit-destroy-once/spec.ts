import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'async-resource/emit-destroy-once',
  description: 'An AsyncResource must be destroyed once.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/async_hooks.html#asyncresourceemitdestroy',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { resource: 'object' },
  events: {
    destroy: {
      on: { kind: 'call', target: 'node:async_hooks#AsyncResource.prototype.emitDestroy', when: 'before' },
      bind: { resource: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'destroy destroy+',
  report: { match: '{resource} was destroyed before: call emitDestroy() in one place' },
})
