import { EventEmitter } from 'node:events'
import { defineSpec } from '#src/spec/define-spec.ts'

const { listenerCount, listeners } = EventEmitter.prototype
const { toString } = Function.prototype

export default defineSpec({
  id: 'events/remove-listener-identity',
  description: 'A listener must be removed with the very function that was added.',
  severity: 'error',
  doc: 'https://nodejs.org/api/events.html#emitterremovelistenereventname-listener',
  falseAlarms: ['Removing, to be safe, a listener that was never added while another with the same text is there.'],
  parameters: { emitter: 'object', listener: 'object' },
  events: {
    add: {
      on: {
        kind: 'call',
        target: 'node:events#EventEmitter.prototype.{on,addListener,once,prependListener,prependOnceListener}',
        when: 'before',
      },
      bind: { emitter: 'receiver', listener: 'arg1' },
      creation: true,
    },
    remove: {
      on: { kind: 'call', target: 'node:events#EventEmitter.prototype.{off,removeListener}', when: 'before' },
      bind: { emitter: 'receiver', listener: 'arg1' },
      if: ({ receiver, args }) => leavesTwin(receiver as EventEmitter, args[0] as string, args[1]),
      creation: true,
    },
    // Never signalled. A monitor that could report nothing more would be dropped, and with it the knowledge that the
    // listener was added once: removing it a second time is no mistake.
    never: {},
  },
  logic: 'ere',
  formula: 'remove | add never',
  report: { match: 'this removes nothing: the listener that was added is another function with the same text' },
})

/** Whether a listener with the same name and text, but another function, listens there. */
function leavesTwin(emitter: EventEmitter, event: string, listener: unknown): boolean {
  if (typeof listener !== 'function') return false
  // Copies no list, as `listeners` does; most listeners are there, or nobody is.
  if (listenerCount.call(emitter, event) === 0 || listenerCount.call(emitter, event, listener) > 0) return false
  const text = toString.call(listener)
  // All resolvers of promises look like this, whatever they resolve.
  if (listener.name === '' && text.endsWith('{ [native code] }')) return false
  return listeners.call(emitter, event).some((other) => other.name === listener.name && toString.call(other) === text)
}
