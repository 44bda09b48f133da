/** The rules of the bench: a map changed under a loop, a set used again after it was cleared, an async predicate. */

import { types } from 'node:util'
import { defineSpec } from '../../src/spec/define-spec.ts'
import type { SpecDefinition } from '../../src/spec/definition.ts'

export const noSetDuringIteration = defineSpec({
  id: 'bench/no-set-during-iteration',
  description: 'A Map must not be set under a loop that iterates it.',
  severity: 'error',
  doc: 'https://example.org',
  parameters: { map: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Map', step: 'start' },
      bind: { map: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    next: { on: { kind: 'iterate', target: 'Map', step: 'next' }, bind: { iterator: 'iterator' } },
    set: { on: { kind: 'call', target: 'Map.prototype.set', when: 'before' }, bind: { map: 'receiver' } },
  },
  logic: 'ere',
  formula: 'create (next | set)* set next',
  report: { match: 'a map was set under a loop' },
})

export const noAddAfterClear = defineSpec({
  id: 'bench/no-add-after-clear',
  description: 'A Set that was cleared must not be added to.',
  severity: 'error',
  doc: 'https://example.org',
  parameters: { set: 'object' },
  events: {
    clear: {
      on: { kind: 'call', target: 'Set.prototype.clear', when: 'before' },
      bind: { set: 'receiver' },
      creation: true,
    },
    add: { on: { kind: 'call', target: 'Set.prototype.add', when: 'before' }, bind: { set: 'receiver' } },
  },
  logic: 'ere',
  formula: '(clear | add)* clear add',
  report: { match: 'a set was used after it was cleared' },
})

export const noAsyncPredicate = defineSpec({
  id: 'bench/no-async-predicate',
  description: 'A predicate is not async.',
  severity: 'error',
  doc: 'https://example.org',
  parameters: { array: 'object' },
  events: {
    ask: {
      on: { kind: 'call', target: 'Array.prototype.some', when: 'before', given: 'async function' },
      bind: { array: 'receiver' },
    },
  },
  logic: 'raw',
  report: { match: 'a predicate is async' },
})

/** The same, as it has to be written where only a condition can tell. */
export const noAsyncByCondition: SpecDefinition = {
  ...noAsyncPredicate,
  id: 'bench/no-async-by-condition',
  events: {
    ask: {
      on: { kind: 'call', target: 'Array.prototype.some', when: 'before' },
      bind: { array: 'receiver' },
      if: ({ args }) => types.isAsyncFunction(args[0]),
    },
  },
}
