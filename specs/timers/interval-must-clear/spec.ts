import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'timers/interval-must-clear',
  description: 'An interval must be cleared or unreferenced by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/timers.html#setintervalcallback-delay-args',
  falseAlarms: ['An interval of a server that runs until the process is stopped.'],
  parameters: { timer: 'object' },
  events: {
    set: {
      on: { kind: 'call', target: 'setInterval' },
      bind: { timer: 'result' },
      creation: true,
      action: (variables, { result }) => {
        variables.running = new WeakRef(result as NodeJS.Timeout)
      },
    },
    clear: {
      on: { kind: 'call', target: ['clearInterval', 'clearTimeout'], when: 'before' },
      bind: { timer: 'arg0' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { running: undefined as WeakRef<NodeJS.Timeout> | undefined },
  // Closed by its own method, or unreferenced: the timer says so. Node holds one that runs, so it is there to be asked.
  handler: ({ variables }) => variables.running?.deref()?.hasRef() === true,
  logic: 'ltl',
  formula: '[](set => <> clear)',
  report: {
    violation: 'an interval was set and never cleared: clear it with what setInterval returned, or unref() it',
  },
})
