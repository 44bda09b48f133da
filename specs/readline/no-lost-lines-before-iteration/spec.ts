import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'readline/no-lost-lines-before-iteration',
  description: 'A readline interface must be iterated before its first line is emitted.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/readline.html#rlsymbolasynciterator',
  falseAlarms: ['An interface whose first lines are read by a listener, and the rest by a loop.'],
  parameters: { rl: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:readline#createInterface' }, bind: { rl: 'result' }, creation: true },
    // Somebody takes the lines.
    listen: {
      on: { kind: 'call', target: 'node:readline#Interface.prototype.{on,addListener,once}', when: 'before' },
      bind: { rl: 'receiver' },
      if: ({ args }) => args[0] === 'line',
    },
    line: { on: { kind: 'emit', target: 'node:readline#Interface', event: 'line' }, bind: { rl: 'receiver' } },
    iterate: {
      on: { kind: 'call', target: 'node:readline#Interface.prototype.@@asyncIterator', when: 'before' },
      bind: { rl: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'iterate => (not <*> line or <*> listen or (*) <*> iterate)',
  report: {
    violation: 'lines of {rl} were emitted before this loop began, and are lost: create it right before the loop',
  },
})
