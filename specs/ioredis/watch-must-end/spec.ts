import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ioredis/watch-must-end',
  description: 'A watched key must be let go by a transaction or by unwatch.',
  severity: 'warning',
  doc: 'https://redis.io/docs/latest/develop/using-commands/transactions/#optimistic-locking-using-check-and-set',
  parameters: { client: 'object' },
  events: {
    watch: {
      on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.watch' },
      bind: { client: 'receiver' },
      creation: true,
    },
    // Who begins a transaction is taken to execute it.
    letGo: {
      on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.{unwatch,multi,quit,disconnect}' },
      bind: { client: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](watch => <> letGo)',
  report: {
    violation:
      'a key is watched from here on and never let go: the next transaction on this client, whatever it is about, fails when that key changes; call unwatch() in every path',
  },
})
