import { defineSpec } from '#src/spec/define-spec.ts'

interface Emitter {
  listeners(event: unknown): Function[]
}

const { toString } = Function.prototype

export default defineSpec({
  id: 'eventemitter3/remove-listener-identity',
  description: 'A listener must be removed with the very function that was added.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/events.html#emitterremovelistenereventname-listener',
  falseAlarms: ['Removing, to be safe, a listener that was never added while another with the same text is there.'],
  parameters: { emitter: 'object', listener: 'object' },
  events: {
    remove: {
      on: { kind: 'call', target: 'npm:eventemitter3#prototype.{off,removeListener}', when: 'before' },
      bind: { emitter: 'receiver', listener: 'arg1' },
      if: ({ receiver, args }) => leavesTwin(receiver as Emitter, args[0], args[1]),
    },
  },
  logic: 'raw',
  report: {
    match:
      'this removes nothing: the listener that was added is another function with the same text; keep the function and give it to off',
  },
})

/** Whether a listener with the same name and text, but another function, listens there. */
function leavesTwin(emitter: Emitter, event: unknown, listener: unknown): boolean {
  if (typeof listener !== 'function') return false
  const present = emitter.listeners(event)
  if (present.includes(listener)) return false
  const text = toString.call(listener)
  return present.some((other) => other.name === listener.name && toString.call(other) === text)
}
