import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'diagnostics-channel/unsubscribe-identity',
  description: 'A subscriber must be removed with the very function that was added.',
  severity: 'error',
  doc: 'https://nodejs.org/api/diagnostics_channel.html#channelunsubscribeonmessage',
  falseAlarms: ['Removing, to be safe, a subscriber that was never added.'],
  parameters: { channel: 'value', subscriber: 'object' },
  events: {
    subscribe: {
      on: { kind: 'call', target: 'node:diagnostics_channel#subscribe', when: 'before' },
      bind: { channel: 'arg0', subscriber: 'arg1' },
      creation: true,
    },
    unsubscribe: {
      on: { kind: 'call', target: 'node:diagnostics_channel#unsubscribe', when: 'before' },
      bind: { channel: 'arg0', subscriber: 'arg1' },
      creation: true,
    },
    // Never signalled. A monitor that could report nothing more would be dropped, and with it the knowledge that the
    // subscriber was added once: removing it a second time is no mistake.
    never: {},
  },
  logic: 'ere',
  formula: 'unsubscribe | subscribe never',
  report: {
    match: '{subscriber} was never subscribed to {channel}, so nothing is removed: keep the function that was added',
  },
})
