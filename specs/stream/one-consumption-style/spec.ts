import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/one-consumption-style',
  description: 'A Readable must be consumed in one way only.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#choose-one-api-style',
  falseAlarms: ['A listener that only counts bytes beside the one that consumes.'],
  parameters: { stream: 'object' },
  events: {
    data: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{on,addListener}', when: 'before' },
      bind: { stream: 'receiver' },
      if: ({ args }) => args[0] === 'data',
    },
    readable: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{on,addListener}', when: 'before' },
      bind: { stream: 'receiver' },
      if: ({ args }) => args[0] === 'readable',
    },
    iterate: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{@@asyncIterator,iterator}', when: 'before' },
      bind: { stream: 'receiver' },
    },
    release: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{off,removeListener,removeAllListeners}' },
      bind: { stream: 'receiver' },
    },
    finish: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: ['end', 'close'] },
      bind: { stream: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    fresh [ data -> flowing readable -> pulled iterate -> pulled release -> fresh finish -> done ]
    flowing [ data -> flowing readable -> mixed iterate -> mixed release -> fresh finish -> done ]
    pulled [ data -> mixed readable -> pulled iterate -> pulled release -> fresh finish -> done ]
    mixed [ default mixed ]
    done [ default done ]
  `,
  report: { mixed: '{stream} is consumed in two ways at once, and each takes chunks from the other: choose one' },
  handler: ({ variables }) => {
    const first = !variables.told
    variables.told = true
    return first
  },
  variables: { told: false },
})
