import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fetch/request-sent-once',
  description: 'A Request with a body must be sent only once.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Request/clone',
  parameters: { request: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: 'fetch', when: 'before' },
      bind: { request: 'arg0' },
      if: ({ args }) =>
        typeof args[0] === 'object' && args[0] !== null && (args[0] as Request).body instanceof ReadableStream,
    },
  },
  logic: 'ere',
  formula: 'send send',
  report: {
    match: '{request} was sent before, and its body with it: send request.clone() and keep the original for a retry',
  },
})
