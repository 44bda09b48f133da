import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fetch/check-status-before-body',
  description: 'The status of an answer must be looked at before the body of a failed request is used.',
  severity: 'suggestion',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API/Using_Fetch#checking_response_status',
  falseAlarms: ['A service that answers failures in the same form as successes, for a caller that expects both.'],
  parameters: { response: 'object' },
  events: {
    arrive: { on: { kind: 'call', target: 'fetch', when: 'fulfilled' }, bind: { response: 'settled' } },
    check: {
      on: { kind: 'read', target: 'Response', key: ['ok', 'status', 'statusText'] },
      bind: { response: 'receiver' },
    },
    use: {
      on: { kind: 'call', target: 'Response.prototype.{json,text,arrayBuffer,blob,formData}', when: 'before' },
      bind: { response: 'receiver' },
      if: ({ receiver }) => (receiver as Response).status >= 400,
    },
  },
  logic: 'ptltl',
  formula: 'use => <*> check or [*] not arrive',
  report: {
    violation:
      'the body of {response} is used although the request failed and nobody looked at its status: test response.ok first',
  },
})
