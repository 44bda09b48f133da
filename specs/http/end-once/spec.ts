import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/end-once',
  description: 'A response must be ended once.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#responseenddata-encoding-callback',
  falseAlarms: ['A second body that is meant to be dropped.'],
  parameters: { response: 'object' },
  events: {
    plain: {
      on: { kind: 'call', target: 'node:http#ServerResponse.prototype.end', when: 'before' },
      bind: { response: 'receiver' },
      if: ({ args }) => !isBody(args[0]),
    },
    body: {
      on: { kind: 'call', target: 'node:http#ServerResponse.prototype.end', when: 'before' },
      bind: { response: 'receiver' },
      if: ({ args }) => isBody(args[0]),
    },
  },
  logic: 'ere',
  // A second end without data loses nothing.
  formula: '(plain | body) (plain* body)+',
  report: { match: 'the response was ended before, and this body is lost: return after the first answer' },
})

function isBody(chunk: unknown): boolean {
  return typeof chunk === 'string' || chunk instanceof Uint8Array
}
