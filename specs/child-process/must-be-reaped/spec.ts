import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'child-process/must-be-reaped',
  description: 'A child process must have ended, or been let go, by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/child_process.html#subprocessunref',
  falseAlarms: ['A child that ends a moment after the parent.'],
  parameters: { child: 'object' },
  events: {
    spawn: {
      on: { kind: 'call', target: 'node:child_process#{spawn,fork,exec,execFile}' },
      bind: { child: 'result' },
      creation: true,
    },
    done: {
      on: [
        { kind: 'emit', target: 'node:child_process#ChildProcess', event: ['exit', 'error', 'close'] },
        { kind: 'call', target: 'node:child_process#ChildProcess.prototype.{kill,unref}', when: 'before' },
      ],
      bind: { child: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](spawn => <> done)',
  report: { violation: 'this child was still running at the end: wait for "exit", kill() it, or unref() it' },
})
