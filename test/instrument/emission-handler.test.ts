/** What hears of emissions by name: a handler for each name, and every event once and in order. */

import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { HookedFunctions } from '#src/instrument/patch/hooked-functions.ts'
import { compileWith } from '#src/instrument/plan/generate.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { kernelDouble } from '../support/kernel-double.ts'

const texts: string[] = []
compileWith((text, filename) => {
  texts.push(text)
  return new Script(text, { filename })
})

/** `events`: the names that each event of the spec is emitted by. */
function emitting(events: Record<string, string | string[]>) {
  const names = Object.keys(events)
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    parameters: { o: 'object' },
    events: Object.fromEntries(
      names.map((name) => [
        name,
        { on: { kind: 'emit', target: 'node:events#EventEmitter', event: events[name]! }, bind: { o: 'receiver' } },
      ]),
    ),
    logic: 'ere',
    formula: `(${names.join(' | ')})*`,
    report: { match: 'm' },
  })
  const signals: string[] = []
  const { kernel, faults } = kernelDouble((event) => signals.push(spec.events[event]!.name))
  const hooks = new HookedFunctions(kernel)
  const { operations } = planInstrumentation([spec])
  const hook = hooks.add(() => true, 'emit', operations[0]!, undefined)
  hooks.wrap(hook, globalThis)
  for (const operation of operations) hooks.want(hook, operation, undefined)
  hooks.arrange()
  const emit = hook.wrapper as (this: object, name: unknown) => unknown
  return { emit: (name: unknown) => emit.call({}, name), signals, faults }
}

test('a name compiles what hears of it, and nothing else', () => {
  const { emit, signals, faults } = emitting({ closed: 'close', ended: ['end', 'finish'], timeout: 'timeout' })
  texts.length = 0
  emit('end')
  emit('data')
  emit('end')
  emit('finish')
  expect({ signals, faults }).toEqual({ signals: ['ended', 'ended', 'ended'], faults: [] })
  // What a handler signals is numbered, from the first that hears of the name.
  expect(texts.join('')).toContain('signal0(at')
  expect(texts.join('')).not.toContain('signal1')
})

test('a name that is given twice is heard of once', () => {
  const { emit, signals, faults } = emitting({ ended: ['end', 'end'] })
  emit('end')
  expect({ signals, faults }).toEqual({ signals: ['ended'], faults: [] })
})

test('who hears of every name hears of events in the order in which they were declared', () => {
  const { emit, signals, faults } = emitting({ ended: 'end', any: '*', again: 'end' })
  emit('end')
  emit('data')
  emit('end')
  const both = ['ended', 'any', 'again']
  expect({ signals, faults }).toEqual({ signals: [...both, 'any', ...both], faults: [] })
})
