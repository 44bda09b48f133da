import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'worker-threads/no-post-after-exit',
  description: 'A worker must not be sent messages after it has ended.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/worker_threads.html#event-exit',
  falseAlarms: ['A message that does not matter.'],
  parameters: { worker: 'object' },
  events: {
    start: {
      on: { kind: 'construct', target: 'node:worker_threads#Worker' },
      bind: { worker: 'result' },
      creation: true,
    },
    exit: {
      on: [
        { kind: 'emit', target: 'node:worker_threads#Worker', event: 'exit' },
        { kind: 'call', target: 'node:worker_threads#Worker.prototype.terminate', when: 'before' },
      ],
      bind: { worker: 'receiver' },
    },
    post: {
      on: { kind: 'call', target: 'node:worker_threads#Worker.prototype.postMessage', when: 'before' },
      bind: { worker: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    none [ start -> running default none ]
    running [ exit -> ended default running ]
    ended [ post -> lost default ended ]
    lost [ post -> lost default ended ]
  `,
  report: { lost: 'this worker has ended, and the message is lost: start another, or listen to "exit"' },
})
