import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'child-process/stdin-must-end',
  description: 'The input of a child that was written to must be ended.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/child_process.html#subprocessstdin',
  falseAlarms: ['A child that is talked to for as long as the program runs.'],
  parameters: { child: 'object', input: 'object' },
  events: {
    spawn: {
      on: { kind: 'call', target: 'node:child_process#{spawn,exec,execFile}' },
      bind: { child: 'result', input: 'result.stdin' },
      creation: true,
    },
    write: { on: { kind: 'call', target: 'node:stream#Writable.prototype.write' }, bind: { input: 'receiver' } },
    close: {
      on: [
        { kind: 'call', target: 'node:stream#Writable.prototype.{end,destroy}', when: 'before' },
        { kind: 'emit', target: 'node:stream#Stream', event: ['finish', 'close', 'error'] },
      ],
      bind: { input: 'receiver' },
    },
    exit: {
      on: { kind: 'emit', target: 'node:child_process#ChildProcess', event: 'exit' },
      bind: { child: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](write => <> (close or exit))',
  report: {
    violation: 'the input of this child was written to and never ended: the child waits for more; call stdin.end()',
  },
})
