/** Which specs need no mark for what they skip, and which events mean nothing on a loop that nobody monitors. */

import { expect, test } from 'vitest'
import { concernsKeptLoopsOnly, createsFreshOnly } from '#src/engine/select/fresh-objects.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'

const start = { on: { kind: 'iterate', target: 'Array', step: 'start' } } as const
const next = { on: { kind: 'iterate', target: 'Array', step: 'next' } } as const
const push = {
  on: { kind: 'call', target: 'Array.prototype.push', when: 'before' },
  bind: { array: 'receiver' },
} as const

function loops(changes: Partial<SpecDefinition> = {}): CompiledSpec {
  return compileSpec({
    id: 'test/loop',
    description: 'A loop.',
    severity: 'error',
    doc: 'https://example.org',
    falseAlarms: ['None.'],
    parameters: { array: 'object', iterator: 'object' },
    events: {
      create: { ...start, bind: { array: 'iterable', iterator: 'iterator' }, creation: true },
      next: { ...next, bind: { iterator: 'iterator' } },
      push,
    },
    logic: 'ere',
    formula: 'create next* push next',
    report: { match: 'pushed' },
    ...changes,
  })
}

test('a loop that begins a monitor of its own is fresh, and its steps concern that monitor alone', () => {
  const spec = loops()
  expect(createsFreshOnly(spec)).toBe(true)
  expect(spec.events.map(({ name }, event) => [name, concernsKeptLoopsOnly(spec, event)])).toEqual([
    ['create', false],
    ['next', true],
    ['push', false],
  ])
})

test('where the collection keeps the monitors, a step without a monitor can matter', () => {
  const spec = loops({ parameters: { iterator: 'object', array: 'object' } })
  expect(createsFreshOnly(spec)).toBe(false)
  expect(concernsKeptLoopsOnly(spec, 1)).toBe(false)
})

test('where something else creates monitors as well, it can', () => {
  const spec = loops({
    events: {
      create: { ...start, bind: { array: 'iterable', iterator: 'iterator' }, creation: true },
      next: { ...next, bind: { iterator: 'iterator' } },
      push: { ...push, creation: true },
    },
    formula: '(create | push) next* push next',
  })
  expect(createsFreshOnly(spec)).toBe(false)
  expect(concernsKeptLoopsOnly(spec, 1)).toBe(false)
})

test('a step that creates monitors always matters, and so does one that names the collection alone', () => {
  const creating = loops({
    events: {
      create: { ...start, bind: { array: 'iterable', iterator: 'iterator' }, creation: true },
      next: { ...next, bind: { iterator: 'iterator' }, creation: true },
      push,
    },
    formula: '(create | next) next* push next',
  })
  expect(concernsKeptLoopsOnly(creating, 1)).toBe(false)
  const collection = loops({
    events: {
      create: { ...start, bind: { array: 'iterable', iterator: 'iterator' }, creation: true },
      next: { ...next, bind: { array: 'iterable' } },
      push,
    },
  })
  expect(concernsKeptLoopsOnly(collection, 1)).toBe(false)
})
