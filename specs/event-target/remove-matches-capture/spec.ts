import { defineSpec } from '#src/spec/define-spec.ts'

const captures = (options: unknown): boolean =>
  options === true ||
  (typeof options === 'object' && options !== null && (options as { capture?: unknown }).capture === true)

export default defineSpec({
  id: 'event-target/remove-matches-capture',
  description: 'A listener must be removed with the capture flag that it was added with.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/EventTarget/removeEventListener#matching_event_listeners_for_removal',
  parameters: { target: 'object', listener: 'object', type: 'value' },
  events: {
    addCapturing: {
      on: { kind: 'call', target: 'EventTarget.prototype.addEventListener' },
      bind: { target: 'receiver', listener: 'arg1', type: 'arg0' },
      if: ({ args }) => captures(args[2]),
    },
    addPlain: {
      on: { kind: 'call', target: 'EventTarget.prototype.addEventListener' },
      bind: { target: 'receiver', listener: 'arg1', type: 'arg0' },
      if: ({ args }) => !captures(args[2]),
    },
    removeCapturing: {
      on: { kind: 'call', target: 'EventTarget.prototype.removeEventListener', when: 'before' },
      bind: { target: 'receiver', listener: 'arg1', type: 'arg0' },
      if: ({ args }) => captures(args[2]),
    },
    removePlain: {
      on: { kind: 'call', target: 'EventTarget.prototype.removeEventListener', when: 'before' },
      bind: { target: 'receiver', listener: 'arg1', type: 'arg0' },
      if: ({ args }) => !captures(args[2]),
    },
  },
  logic: 'ptltl',
  formula: `(removePlain => (<*> addPlain or [*] not addCapturing))
    and (removeCapturing => (<*> addCapturing or [*] not addPlain))`,
  report: {
    violation:
      'this removes nothing: the listener for {type} was added with another capture flag, and goes on being called; give both calls the same options',
  },
})
