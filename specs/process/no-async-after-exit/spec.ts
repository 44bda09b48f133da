import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'process/no-async-after-exit',
  description: 'A listener for `exit` must not start anything asynchronous.',
  severity: 'error',
  doc: 'https://nodejs.org/api/process.html#event-exit',
  falseAlarms: ['A timer that clean-up code sets and that does not matter.'],
  events: {
    exit: { on: { kind: 'emit', target: 'process', event: 'exit' }, creation: true },
    schedule: {
      on: [
        { kind: 'call', target: ['setTimeout', 'setImmediate', 'setInterval'], when: 'before' },
        { kind: 'call', target: 'node:fs#{writeFile,appendFile,unlink,rm,rename}', when: 'before' },
        { kind: 'call', target: 'node:fs/promises#{writeFile,appendFile,unlink,rm,rename}', when: 'before' },
        { kind: 'call', target: ['node:http#{request,get}', 'node:https#{request,get}'], when: 'before' },
      ],
    },
  },
  logic: 'ere',
  formula: 'exit schedule+',
  report: {
    match: 'the process is ending, and this never happens: use what is synchronous, or do it before, on "beforeExit"',
  },
})
