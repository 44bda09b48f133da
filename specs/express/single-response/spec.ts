import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'express/single-response',
  description: 'A request must be answered only once.',
  severity: 'error',
  doc: 'https://expressjs.com/en/guide/routing.html#response-methods',
  parameters: { response: 'object' },
  events: {
    answer: {
      on: {
        kind: 'call',
        target: 'npm:express#response.{send,json,jsonp,sendStatus,redirect,render,sendFile,download}',
      },
      bind: { response: 'receiver' },
    },
    again: {
      on: {
        kind: 'call',
        target: 'npm:express#response.{send,json,jsonp,sendStatus,redirect,render,sendFile,download}',
        when: 'before',
      },
      bind: { response: 'receiver' },
      // After an answer that could not be sent, such as a missing file, another one is in order.
      if: ({ receiver }) => (receiver as { headersSent?: boolean }).headersSent === true,
    },
  },
  logic: 'ere',
  formula: 'answer+ again',
  report: {
    match: 'this request was answered before, so this throws ERR_HTTP_HEADERS_SENT: return after the first answer',
  },
})
