import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'url-search-params/no-mutation-during-iteration',
  description: 'URLSearchParams must not lose or gain entries while they are iterated.',
  severity: 'error',
  doc: 'https://url.spec.whatwg.org/#interface-urlsearchparams',
  falseAlarms: ['A loop that deletes only the entry it is at, and in which skipping the next one does not matter.'],
  parameters: { params: 'object', iterator: 'object' },
  events: {
    start: {
      on: { kind: 'iterate', target: 'URLSearchParams', step: 'start' },
      bind: { params: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    change: {
      on: { kind: 'call', target: 'URLSearchParams.prototype.{append,delete,sort}' },
      bind: { params: 'receiver' },
    },
    next: {
      on: { kind: 'iterate', target: 'URLSearchParams', step: 'next' },
      bind: { params: 'iterable', iterator: 'iterator' },
    },
  },
  logic: 'ere',
  formula: 'start next* change+ next',
  report: {
    match:
      'the entries moved under this loop, which goes by position: one is skipped or visited twice; iterate over a copy, [...params]',
  },
})
