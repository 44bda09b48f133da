import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'express/no-header-after-response',
  description: 'Status and headers must be set before the answer is sent.',
  severity: 'error',
  doc: 'https://nodejs.org/api/http.html#responseheaderssent',
  parameters: { response: 'object' },
  events: {
    answer: {
      on: { kind: 'call', target: 'npm:express#response.{send,json,jsonp,sendStatus,redirect}' },
      bind: { response: 'receiver' },
    },
    change: {
      on: {
        kind: 'call',
        target:
          'npm:express#response.{set,header,append,cookie,clearCookie,type,contentType,location,links,vary,status}',
        when: 'before',
      },
      bind: { response: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'change* answer+ change',
  report: {
    match: 'the answer was sent before, with its status and headers: this throws or has no effect; set them first',
  },
})
