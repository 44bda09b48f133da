import { defineSpec } from '#src/spec/define-spec.ts'

const textOf = (query: unknown): string => {
  const text: unknown = typeof query === 'object' && query !== null ? (query as { text?: unknown }).text : query
  return typeof text === 'string' ? text : ''
}

export default defineSpec({
  id: 'pg/set-local-in-transaction',
  description: 'SET LOCAL must be inside of a transaction.',
  severity: 'error',
  doc: 'https://www.postgresql.org/docs/current/sql-set.html',
  parameters: { client: 'object' },
  events: {
    connect: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.connect' },
      bind: { client: 'receiver' },
      creation: true,
    },
    begin: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /\b(?:begin|start\s+transaction)\b/i.test(textOf(args[0])),
      creation: true,
    },
    finish: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /^\s*(?:commit|end|abort|rollback)\b(?!.*\bto\b)/i.test(textOf(args[0])),
    },
    setLocal: {
      on: { kind: 'call', target: 'npm:pg#Client.prototype.query', when: 'before' },
      bind: { client: 'receiver' },
      if: ({ args }) => /^\s*set\s+local\b/i.test(textOf(args[0])),
      creation: true,
    },
  },
  logic: 'ptltl',
  formula: 'setLocal => (not finish S begin) or (connect and not connect)',
  report: {
    violation:
      'SET LOCAL has no effect here, because no transaction is open on this client: send BEGIN first, or use SET and RESET',
  },
})
