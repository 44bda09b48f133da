import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/no-reuse-after-iteration',
  description: 'A Readable must not be iterated again after it was iterated to its end.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html#readablesymbolasynciterator',
  falseAlarms: ['A loop that is meant to find nothing.'],
  parameters: { stream: 'object' },
  events: {
    iterate: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{@@asyncIterator,iterator}', when: 'before' },
      bind: { stream: 'receiver' },
    },
    finish: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: ['end', 'close'] },
      bind: { stream: 'receiver' },
    },
  },
  logic: 'ere',
  formula: '(iterate | finish)* iterate finish+ iterate+',
  report: { match: '{stream} was iterated to its end before, and gives nothing again: collect it once' },
})
