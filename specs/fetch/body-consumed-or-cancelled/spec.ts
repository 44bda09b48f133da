import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fetch/body-consumed-or-cancelled',
  description: 'The body of a response that fetch gave must be consumed or cancelled.',
  severity: 'warning',
  doc: 'https://undici.nodejs.org/#/?id=garbage-collection',
  falseAlarms: [
    'A request that is aborted by its signal after the response has arrived.',
    'A response with a short body in a program that ends soon after.',
  ],
  parameters: { response: 'object' },
  events: {
    arrive: {
      on: { kind: 'call', target: 'fetch', when: 'fulfilled' },
      bind: { response: 'settled' },
      if: ({ settled }) => (settled as Response).body !== null,
      creation: true,
    },
    read: {
      on: { kind: 'call', target: 'Response.prototype.{json,text,arrayBuffer,blob,formData,clone}' },
      bind: { response: 'receiver' },
    },
    // Whoever asks for the stream does something with it: cancels, pipes, iterates.
    stream: {
      on: { kind: 'read', target: 'Response', key: 'body' },
      bind: { response: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](arrive => <> (read or stream))',
  report: {
    violation:
      'fetch gave a response whose body was neither read nor cancelled, so its connection stays taken: read it, or call response.body.cancel()',
  },
})
