/** Loops over arrays that are changed meanwhile: the spec that selection has most to do with. */

import type { SpecDefinition } from '#src/spec/definition.ts'

export const loopDefinition: SpecDefinition = {
  id: 'test/loop',
  description: 'A loop.',
  severity: 'error',
  doc: 'https://example.org',
  falseAlarms: ['None.'],
  parameters: { array: 'object', iterator: 'object' },
  events: {
    create: {
      on: { kind: 'iterate', target: 'Array', step: 'start' },
      bind: { array: 'iterable', iterator: 'iterator' },
      creation: true,
    },
    next: { on: { kind: 'iterate', target: 'Array', step: 'next' }, bind: { iterator: 'iterator' } },
    push: { on: { kind: 'call', target: 'Array.prototype.push', when: 'before' }, bind: { array: 'receiver' } },
  },
  logic: 'ere',
  formula: 'create next* push next',
  report: { match: 'pushed' },
}

/** Its events. */
export const [create, next, push] = [0, 1, 2] as const
