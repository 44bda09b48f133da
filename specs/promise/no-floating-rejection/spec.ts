import { isMainThread } from 'node:worker_threads'
import { defineSpec } from '#src/spec/define-spec.ts'

/** Runners that listen emit it again (mocha). */
const told = new WeakSet<object>()

/** In the main thread every test runner listens. In a thread, whoever listens means to handle it. */
const isFloating = (): boolean => isMainThread || process.listenerCount('unhandledRejection') === 0

export default defineSpec({
  id: 'promise/no-floating-rejection',
  description: 'A promise that rejects must have a handler by the end of the turn.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/process.html#event-unhandledrejection',
  falseAlarms: ['A handler that is attached in a later turn on purpose.'],
  parameters: { promise: 'object' },
  events: {
    // Node itself says so when all microtasks of the turn are done, whether or not anybody listens.
    floating: {
      on: { kind: 'emit', target: 'process', event: 'unhandledRejection' },
      bind: { promise: 'arg2' },
      action: (variables, { args }) => {
        variables.reason = args[1]
      },
      if: ({ args }) => {
        const promise = args[2]
        // Programs emit it themselves, some without a promise.
        if (typeof promise !== 'object' || promise === null || told.has(promise) || !isFloating()) return false
        told.add(promise)
        return true
      },
    },
  },
  // oxlint-disable-next-line no-unnecessary-type-assertion -- It is the type of what is put there.
  variables: { reason: undefined as unknown },
  logic: 'raw',
  report: { match: 'a promise was rejected with {reason}, and nothing handles it' },
})
