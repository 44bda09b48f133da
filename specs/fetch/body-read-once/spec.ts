import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fetch/body-read-once',
  description: 'The body of a Response or Request must be read only once.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Response/bodyUsed',
  parameters: { message: 'object' },
  events: {
    arrive: {
      on: { kind: 'call', target: 'fetch', when: 'fulfilled' },
      bind: { message: 'settled' },
    },
    read: {
      on: {
        kind: 'call',
        target: [
          'Response.prototype.{json,text,arrayBuffer,blob,formData}',
          'Request.prototype.{json,text,arrayBuffer,blob,formData}',
        ],
        when: 'before',
      },
      bind: { message: 'receiver' },
      // Without a body there is nothing to use up.
      if: ({ receiver }) => (receiver as Response).body !== null,
    },
  },
  logic: 'ere',
  formula: 'arrive? read read',
  report: {
    match:
      'the body of {message} was read before and cannot be read again: keep what was read, or clone the message first',
  },
})
