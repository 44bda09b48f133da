import { defineSpec } from '#src/spec/define-spec.ts'

/**
 * Notes whether the promise is settled again in the same way with the same value or none, which loses nothing; nor does a
 * `resolve()` after an error, as where a stream fails and then closes.
 */
const settles =
  (how: string) =>
  (variables: { how: string; value: unknown; repeated: boolean }, { args }: { readonly args: readonly unknown[] }) => {
    const isBare = args[0] === undefined
    variables.repeated = variables.how === how ? isBare || args[0] === variables.value : isBare && how === 'resolve'
    variables.how = how
    variables.value = args[0]
  }

export default defineSpec({
  id: 'promise/settle-once',
  description: 'A promise must not be settled twice, in different ways, in the same turn of the event loop.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Promise/Promise',
  falseAlarms: ['A second result that is dropped on purpose: the first one counts.'],
  parameters: { promise: 'object' },
  events: {
    resolve: {
      on: { kind: 'call', target: 'Promise.executor.resolve', when: 'before' },
      bind: { promise: 'activation' },
      action: settles('resolve'),
    },
    reject: {
      on: { kind: 'call', target: 'Promise.executor.reject', when: 'before' },
      bind: { promise: 'activation' },
      action: settles('reject'),
    },
    // A timeout that loses a race settles in a turn of its own, and that is how races are written.
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  variables: { how: '', value: undefined, repeated: false },
  logic: 'ere',
  formula: '(resolve | reject) (resolve | reject)',
  report: {
    match: 'a promise that was settled already is settled again by {event}: a missing return, or an error that is lost',
  },
  handler: ({ variables }) => !variables.repeated,
})
