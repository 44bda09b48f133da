import type { OutgoingMessage } from 'node:http'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/no-header-after-sent',
  description: 'Headers of a response must not be changed after they were sent.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/http.html#responsesetheadername-value',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { response: 'object' },
  events: {
    answer: {
      on: {
        kind: 'call',
        target: 'node:http#ServerResponse.prototype.{end,write,writeHead,flushHeaders}',
        when: 'before',
      },
      bind: { response: 'receiver' },
      creation: true,
    },
    header: {
      on: {
        kind: 'call',
        target: 'node:http#OutgoingMessage.prototype.{setHeader,setHeaders,appendHeader,removeHeader}',
        when: 'before',
      },
      bind: { response: 'receiver' },
      // While it is being written, listeners (`on-headers`) may add to it.
      if: ({ receiver }) => (receiver as OutgoingMessage).headersSent,
    },
  },
  logic: 'ptltl',
  formula: 'header => not <*> answer',
  report: { violation: 'the head of the response is sent: headers must be set before the answer begins' },
})
