import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'abort-signal/checked-before-listen',
  description: 'Who listens for the abort of a signal must look whether it is aborted already.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/globals.html#event-abort',
  falseAlarms: ['A signal that was checked by the caller, in an earlier turn, with another object standing for it.'],
  parameters: { signal: 'object' },
  events: {
    check: {
      on: [
        { kind: 'read', target: 'AbortSignal', key: ['aborted', 'reason'] },
        { kind: 'call', target: 'AbortSignal.prototype.throwIfAborted', when: 'before' },
      ],
      bind: { signal: 'receiver' },
    },
    listen: {
      on: {
        kind: 'call',
        target: 'EventTarget.prototype.addEventListener',
        when: 'before',
        if: ({ args, receiver }) => args[0] === 'abort' && (receiver as Partial<AbortSignal>).aborted === true,
      },
      bind: { signal: 'receiver' },
      creation: true,
    },
    // Looking right after the listener was added is as good.
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  logic: 'ere',
  formula: 'listen+ turn',
  blame: 'creation',
  report: {
    match:
      'a listener for abort was added to {signal}, which is aborted already, so it is never called: look at signal.aborted first',
  },
})
