import { defineSpec } from '#src/spec/define-spec.ts'

const bodiless = new Set([204, 304])

export default defineSpec({
  id: 'http/no-body-on-bodiless',
  description: 'A response with status 204 or 304 must not be given a body.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/http.html#responsewritechunk-encoding-callback',
  falseAlarms: ['A handler that gives the same body to all statuses on purpose.'],
  parameters: { response: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: 'node:http#ServerResponse.prototype.{write,end}', when: 'before' },
      bind: { response: 'receiver' },
      if: ({ receiver, args: [chunk] }) =>
        ((typeof chunk === 'string' && chunk !== '') || (chunk instanceof Uint8Array && chunk.length > 0)) &&
        bodiless.has((receiver as { statusCode: number }).statusCode),
    },
  },
  logic: 'raw',
  report: {
    match: 'a response with this status has no body, and this one is thrown away: use status 200, or leave it out',
  },
})
