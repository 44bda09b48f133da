import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'net/server-must-close',
  description: 'A server that listens must be closed or unreferenced by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/net.html#serverclosecallback',
  falseAlarms: ['A server that runs until the process is stopped.'],
  parameters: { server: 'object' },
  events: {
    listen: {
      on: { kind: 'call', target: 'node:net#Server.prototype.listen' },
      bind: { server: 'receiver' },
      // One that was unreferenced before it listens keeps nothing alive either.
      if: ({ receiver }) => (receiver as { readonly _unref?: boolean })._unref !== true,
      creation: true,
    },
    close: {
      on: [
        { kind: 'call', target: 'node:net#Server.prototype.{close,unref}', when: 'before' },
        { kind: 'emit', target: 'node:net#Server', event: ['close', 'error'] },
      ],
      bind: { server: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](listen => <> close)',
  report: {
    violation: '{server} listens from here on and was never closed: close() it when the test or the program is done',
  },
})
