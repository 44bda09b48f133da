import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'broadcast-channel/no-post-after-close',
  description: 'A BroadcastChannel must not be posted to after it was closed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/BroadcastChannel/close',
  parameters: { channel: 'object' },
  events: {
    close: { on: { kind: 'call', target: 'BroadcastChannel.prototype.close' }, bind: { channel: 'receiver' } },
    post: {
      on: { kind: 'call', target: 'BroadcastChannel.prototype.postMessage', when: 'before' },
      bind: { channel: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'close+ post',
  report: { match: '{channel} was closed before, so posting throws: close it after the last message' },
})
