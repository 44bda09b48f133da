import { expect, test } from 'vitest'
import { compileHandler } from '#src/instrument/plan/compile-handler.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { kernelDouble } from '../support/kernel-double.ts'

test('events count again after the program has used up its stack', () => {
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: { e: { on: { kind: 'call', target: 'f', when: 'before' } } },
    logic: 'raw',
    report: { match: 'm' },
  })
  // What is called when a spec fails fails as well.
  const overflow = (): never => {
    throw new RangeError('Maximum call stack size exceeded')
  }
  const kernel = { ...kernelDouble(overflow, (_, site) => site).kernel, switchOff: overflow }
  const { subscriptions } = planInstrumentation([spec]).operations[0]!
  const wanted = subscriptions.map((subscription) => ({ subscription, kind: 'call' as const, only: undefined }))
  const run = compileHandler(kernel, 'f', 'before', wanted)
  expect(() => run(1, undefined, 0, undefined, undefined, undefined, [], undefined, undefined)).toThrow(
    'Maximum call stack size exceeded',
  )
  expect(kernel.busy).toBe(false)
})

test('an operation is signalled when the condition of the event and that of its pointcut hold', () => {
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: {
      e: {
        on: [
          { kind: 'call', target: 'f', if: 'arg0 > 0', when: 'before' },
          { kind: 'call', target: 'g', when: 'before' },
        ],
        if: 'arg0 < 9',
      },
      p: { on: { kind: 'call', target: 'h', if: 'arg0 > 0', when: 'before' } },
    },
    logic: 'raw',
    report: { match: 'm' },
  })
  let signals = 0
  const { kernel, faults } = kernelDouble(
    () => (signals += 1),
    (_, site) => site,
  )
  const signalled = planInstrumentation([spec]).operations.map(({ member, subscriptions }) => {
    const wanted = subscriptions.map((subscription) => ({ subscription, kind: 'call' as const, only: undefined }))
    const run = compileHandler(kernel, member!, 'before', wanted)
    const values = [-1, 1, 10].filter((value) => {
      const before = signals
      run(1, undefined, value, undefined, undefined, undefined, [value], undefined, undefined)
      return signals > before
    })
    return [member, values]
  })
  expect(faults).toEqual([])
  expect(signalled).toEqual([
    ['f', [1]],
    ['g', [-1, 1]],
    ['h', [1, 10]],
  ])
})

test('a spec is monitored from the first event on whose condition holds', () => {
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: { e: { on: { kind: 'call', target: 'f', when: 'before' }, if: 'arg0 > 0' } },
    logic: 'raw',
    report: { match: 'm' },
  })
  let signals = 0
  let sinks = 0
  const { kernel: double } = kernelDouble(
    () => (signals += 1),
    (_, site) => site,
  )
  const sink = (index: number) => {
    sinks += 1
    return double.sink(index)
  }
  const { subscriptions } = planInstrumentation([spec]).operations[0]!
  const wanted = subscriptions.map((subscription) => ({ subscription, kind: 'call' as const, only: undefined }))
  const run = compileHandler({ ...double, sink }, 'f', 'before', wanted)
  const seen = [-1, 1, 2].map((value) => {
    run(1, undefined, value, undefined, undefined, undefined, [value], undefined, undefined)
    return { sinks, signals }
  })
  expect(seen).toEqual([
    { sinks: 0, signals: 0 },
    { sinks: 1, signals: 1 },
    { sinks: 1, signals: 2 },
  ])
})
