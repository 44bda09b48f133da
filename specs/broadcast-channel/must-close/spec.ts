import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'broadcast-channel/must-close',
  description: 'A BroadcastChannel must be closed, or told not to keep the process alive.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/worker_threads.html#class-broadcastchannel-extends-eventtarget',
  falseAlarms: ['A channel that is meant to live as long as the program, which ends by itself.'],
  parameters: { channel: 'object' },
  events: {
    open: {
      on: { kind: 'construct', target: 'BroadcastChannel' },
      bind: { channel: 'result' },
      creation: true,
    },
    close: {
      on: { kind: 'call', target: 'BroadcastChannel.prototype.{close,unref}' },
      bind: { channel: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: {
    violation:
      'a BroadcastChannel was opened here and never closed: it keeps its thread alive; call close() or unref()',
  },
})
