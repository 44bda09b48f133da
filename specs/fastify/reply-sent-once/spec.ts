import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fastify/reply-sent-once',
  description: 'A reply must be sent only once.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://fastify.dev/docs/latest/Reference/Reply/#senddata',
  parameters: { reply: 'object' },
  events: {
    send: {
      on: { kind: 'call', target: 'npm:fastify/lib/reply#prototype.{send,redirect}', when: 'before' },
      bind: { reply: 'receiver' },
      // An error goes to the error handler, which sends the answer.
      if: ({ args }) => !(args[0] instanceof Error),
    },
    hijack: {
      on: { kind: 'call', target: 'npm:fastify/lib/reply#prototype.hijack' },
      bind: { reply: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    open [ send -> sent  hijack -> sent ]
    sent [ send -> again  hijack -> sent ]
    again [ send -> again  hijack -> again ]
  `,
  report: {
    again:
      'this reply was sent before, and what is sent here is dropped with a warning in the log: return after the first send',
  },
})
