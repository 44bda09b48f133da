import { defineSpec } from '#src/spec/define-spec.ts'
import { hearsErrors } from '#src/spec/hears-errors.ts'

export default defineSpec({
  id: 'child-process/error-handler',
  description: 'A spawned process must have a listener for `error`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/child_process.html#event-error',
  falseAlarms: ['A program that is known to be there, in a script.'],
  parameters: { child: 'object' },
  events: {
    spawn: {
      on: [
        { kind: 'call', target: 'node:child_process#spawn', if: ({ args }) => args[0] !== process.execPath },
        { kind: 'call', target: 'node:child_process#fork', if: ({ args }) => args.some(namesProgram) },
      ],
      bind: { child: 'result' },
      creation: true,
    },
    // Once the program was found, a listener may go.
    heard: {
      on: { kind: 'emit', target: 'node:child_process#ChildProcess', event: ['spawn', 'error'] },
      bind: { child: 'receiver' },
      if: ({ receiver }) => hearsErrors(receiver),
    },
    unheard: {
      on: { kind: 'emit', target: 'node:child_process#ChildProcess', event: 'exit' },
      bind: { child: 'receiver' },
      if: ({ receiver }) => !hearsErrors(receiver),
    },
  },
  logic: 'ere',
  formula: 'spawn unheard',
  blame: 'creation',
  report: { match: 'this child has no listener for "error": where the program is missing, the parent dies' },
})

/** Node itself is there, since it runs: a fork needs a listener only when its options name another program. */
function namesProgram(options: unknown): boolean {
  const { execPath = process.execPath } = Object(options) as { execPath?: string }
  return execPath !== process.execPath
}
