import { defineSpec } from '#src/spec/define-spec.ts'

const most = 20

export default defineSpec({
  id: 'abort-signal/listener-removed',
  description: 'Listeners for the abort of a long-lived signal must be removed when the work is done.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/events.html#eventsaddabortlistenersignal-listener',
  falseAlarms: ['More than twenty pieces of work that really run at the same time under one signal.'],
  parameters: { signal: 'object' },
  events: {
    add: {
      on: { kind: 'call', target: 'EventTarget.prototype.addEventListener' },
      bind: { signal: 'receiver' },
      if: ({ args, receiver }) => args[0] === 'abort' && (receiver as Partial<AbortSignal>).aborted === false,
      creation: true,
      action: (variables) => {
        variables.listeners += 1
        variables.grew = true
      },
    },
    remove: {
      on: { kind: 'call', target: 'EventTarget.prototype.removeEventListener' },
      bind: { signal: 'receiver' },
      if: ({ args }) => args[0] === 'abort',
      action: (variables) => {
        variables.listeners -= 1
        variables.grew = false
      },
    },
  },
  variables: { listeners: 0, grew: false },
  logic: 'fsm',
  formula: `
    quiet [ add -> watched  remove -> quiet ]
    watched [ add -> watched  remove -> watched ]
  `,
  report: {
    watched:
      '{signal} has {listeners} listeners for abort that were not removed when their work was done: remove them, or use events.addAbortListener and dispose of it',
  },
  handler: ({ variables }) => variables.grew && variables.listeners === most + 1,
})
