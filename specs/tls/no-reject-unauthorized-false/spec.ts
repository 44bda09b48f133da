import { defineSpec } from '#src/spec/define-spec.ts'
import { readData } from '#src/spec/expression/read-data.ts'

export default defineSpec({
  id: 'tls/no-reject-unauthorized-false',
  description: 'A TLS connection must not be told to accept any certificate.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/tls.html#tlsconnectoptions-callback',
  falseAlarms: ['A test against a server of its own.'],
  events: {
    connect: {
      on: {
        kind: 'call',
        target: ['node:https#{request,get}', 'node:tls#connect', 'node:http2#connect'],
        when: 'before',
      },
      if: ({ args }) => args.some((argument) => readData(argument, 'rejectUnauthorized') === false),
    },
    agent: {
      on: { kind: 'construct', target: 'node:https#Agent', when: 'returned' },
      if: ({ args }) => readData(args[0], 'rejectUnauthorized') === false,
    },
  },
  logic: 'raw',
  report: { match: 'any certificate is accepted here, a forged one too: trust your own with `ca` instead' },
})
