import { EventEmitter } from 'node:events'
import { defineSpec } from '#src/spec/define-spec.ts'

// Copies no list, as `listeners` does.
const { listenerCount } = EventEmitter.prototype

export default defineSpec({
  id: 'events/no-duplicate-listener',
  description: 'The same listener must not be added twice to the same event.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/events.html#emitteroneventname-listener',
  falseAlarms: ['A listener that is meant to run several times for one event.'],
  parameters: { emitter: 'object', listener: 'object' },
  events: {
    add: {
      on: {
        kind: 'call',
        target: 'node:events#EventEmitter.prototype.{on,addListener,prependListener}',
        when: 'before',
      },
      bind: { emitter: 'receiver', listener: 'arg1' },
    },
    again: {
      on: {
        kind: 'call',
        target: 'node:events#EventEmitter.prototype.{on,addListener,prependListener}',
        when: 'before',
      },
      bind: { emitter: 'receiver', listener: 'arg1' },
      if: ({ receiver, args }) =>
        listenerCount.call(receiver as EventEmitter, args[0] as string, args[1] as () => void) > 0,
    },
  },
  logic: 'fsm',
  formula: `
    absent [ add -> present again -> twice ]
    present [ add -> present again -> twice ]
    twice [ add -> present again -> twice ]
  `,
  report: { twice: '{listener} listens to this event of {emitter} already, and will be called twice: remove it first' },
})
