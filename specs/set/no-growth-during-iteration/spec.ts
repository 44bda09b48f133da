import { defineSpec } from '#src/spec/define-spec.ts'

const { has } = Set.prototype

export default defineSpec({
  id: 'set/no-growth-during-iteration',
  description: 'A Set must not keep growing under a loop that iterates it.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Set/forEach',
  falseAlarms: ['A work list on purpose: a loop that adds what is still to be done to the Set that it iterates.'],
  parameters: { set: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Set', step: 'start' },
      bind: { set: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    next: { on: { kind: 'iterate', target: 'Set', step: 'next' }, bind: { iterator: 'iterator' } },
    add: {
      on: { kind: 'call', target: 'Set.prototype.add', when: 'before' },
      bind: { set: 'receiver' },
      if: ({ receiver, args }) => !has.call(receiver as Set<never>, args[0] as never),
    },
  },
  logic: 'ere',
  // Growth in two rounds of the loop: a single entry added on the way is a common and harmless idiom.
  formula: 'create next* add+ next+ add (add | next)* next',
  report: { match: 'the loop visits entries that it keeps adding itself, and may never end' },
})
