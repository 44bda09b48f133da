import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'supertest/must-be-sent',
  description: 'A request with expectations must be awaited, returned or ended.',
  severity: 'error',
  doc: 'https://github.com/forwardemail/supertest#promises',
  parameters: { test: 'object' },
  events: {
    expect: {
      on: {
        kind: 'call',
        target: 'npm:supertest/lib/test#prototype.expect',
        if: ({ args }) => !endsWithCallback(args),
      },
      bind: { test: 'receiver' },
      creation: true,
    },
    send: {
      on: [
        { kind: 'call', target: 'npm:supertest/lib/test#prototype.expect', if: ({ args }) => endsWithCallback(args) },
        { kind: 'call', target: 'npm:supertest/lib/test#prototype.end', when: 'before' },
        { kind: 'call', target: 'npm:superagent#Request.prototype.{then,catch}', when: 'before' },
      ],
      bind: { test: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](expect => <> send)',
  report: {
    violation:
      'expectations were written here for a request that is never sent, so none of them is checked: await it, or call end()',
  },
})

/** `expect(200, done)` sends; `expect(check)` adds a check. */
function endsWithCallback([first, ...rest]: readonly unknown[]): boolean {
  return typeof first !== 'function' && rest.some((argument) => typeof argument === 'function')
}
