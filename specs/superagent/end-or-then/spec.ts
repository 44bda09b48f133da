import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'superagent/end-or-then',
  description: 'A request must be sent with end or awaited, not both.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://forwardemail.github.io/superagent/#promise-and-generator-support',
  parameters: { request: 'object' },
  events: {
    // Requests of supertest pass `end` on from a method of their own.
    end: {
      on: { kind: 'call', target: 'npm:superagent#Request.prototype.end', when: 'before' },
      bind: { request: 'receiver' },
      if: "typeof receiver.assert !== 'function'",
    },
    await: {
      on: { kind: 'call', target: 'npm:superagent#Request.prototype.then', when: 'before' },
      bind: { request: 'receiver' },
      if: "typeof receiver.assert !== 'function'",
    },
  },
  logic: 'ere',
  formula: 'end (end | await) | await+ end',
  report: {
    match: 'this request was sent before, so it is sent a second time or refused: either call end(), or await it',
  },
})
