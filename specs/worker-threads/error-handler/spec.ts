import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'worker-threads/error-handler',
  description: 'A worker must have a listener for `error`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/worker_threads.html#event-error',
  falseAlarms: ['A worker whose failure is meant to end the program.'],
  parameters: { worker: 'object' },
  events: {
    start: {
      on: { kind: 'construct', target: 'node:worker_threads#Worker' },
      bind: { worker: 'result' },
      creation: true,
    },
    // A listener for a single time is gone when the worker exits.
    heard: {
      on: { kind: 'emit', target: 'node:worker_threads#Worker', event: 'error' },
      bind: { worker: 'receiver' },
      if: ({ receiver }) => hearsErrors(receiver),
    },
    unheard: {
      on: { kind: 'emit', target: 'node:worker_threads#Worker', event: 'exit' },
      bind: { worker: 'receiver' },
      if: ({ receiver }) => !hearsErrors(receiver),
    },
  },
  logic: 'ere',
  formula: 'start unheard',
  blame: 'creation',
  report: { match: 'this worker has no listener for "error": an exception in it ends the whole process' },
})
