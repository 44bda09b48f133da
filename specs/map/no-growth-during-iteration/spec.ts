import { defineSpec } from '#src/spec/define-spec.ts'

const { has } = Map.prototype

export default defineSpec({
  id: 'map/no-growth-during-iteration',
  description: 'A Map must not keep growing under a loop that iterates it.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Map/forEach',
  falseAlarms: ['A work list on purpose: a loop that adds what is still to be done to the Map that it iterates.'],
  parameters: { map: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Map', step: 'start' },
      bind: { map: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    next: { on: { kind: 'iterate', target: 'Map', step: 'next' }, bind: { iterator: 'iterator' } },
    add: {
      on: { kind: 'call', target: 'Map.prototype.set', when: 'before' },
      bind: { map: 'receiver' },
      if: ({ receiver, args }) => !has.call(receiver as Map<never, never>, args[0] as never),
    },
  },
  logic: 'ere',
  // Growth in two rounds of the loop: a single entry added on the way is a common and harmless idiom.
  formula: 'create next* add+ next+ add (add | next)* next',
  report: { match: 'the loop visits entries that it keeps adding itself, and may never end' },
})
