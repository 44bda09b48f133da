/** Events that wait for a monitor: their handlers come when their spec awakes, wherever in an operation that is. */

import { expect, test } from 'vitest'
import type { Kernel } from '#src/instrument/kernel.ts'
import { HookedFunctions } from '#src/instrument/patch/hooked-functions.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { kernelDouble } from '../support/kernel-double.ts'

/** `open` creates; `use` and `used`, before and after a call of `f`, and `told`, when the promise of `later` settles, wait. */
const spec = compileSpec({
  id: 'a/b',
  description: 'A rule.',
  severity: 'error',
  doc: 'https://example.org',
  parameters: { o: 'object' },
  events: {
    open: { on: { kind: 'call', target: 'open', when: 'returned' }, bind: { o: 'arg0' } },
    use: { on: { kind: 'call', target: 'f', when: 'before' }, bind: { o: 'arg0' } },
    used: { on: { kind: 'call', target: 'f', when: 'returned', if: 'arg1 === 1' }, bind: { o: 'arg0' } },
    told: { on: { kind: 'call', target: 'later', when: 'fulfilled' }, bind: { o: 'arg0' } },
  },
  logic: 'ere',
  formula: 'open (use used | told)* use use',
  report: { match: 'm' },
})

function patched() {
  const signals: string[] = []
  const listeners: (() => void)[] = []
  const asleep = [true]
  const { kernel: awake, faults } = kernelDouble((event) => signals.push(spec.events[event]!.name))
  const kernel: Kernel = {
    ...awake,
    asleep,
    wake: () => {
      asleep[0] = false
      for (const listener of listeners) listener()
    },
    whenAwake: (_, listener) => listeners.push(listener),
  }
  const hooks = new HookedFunctions(kernel)
  const plan = planInstrumentation([spec], ({ events }) => events.map(({ creation }) => !creation))
  const wrap = (name: string, original: Function) => {
    const operations = plan.operations.filter(({ member }) => member === name)
    const hook = hooks.add(original, name, operations[0]!, undefined)
    hooks.wrap(hook, globalThis)
    for (const operation of operations) hooks.want(hook, operation, undefined)
    hooks.arrange()
    return { hook, call: hook.wrapper as (...args: unknown[]) => unknown }
  }
  return { kernel, wrap, signals, faults, isMade: () => !asleep[0] }
}

test('they are passed over, at no cost but a look, until an event creates', () => {
  const { wrap, signals, faults, isMade } = patched()
  const f = wrap('f', () => 0)
  const open = wrap('open', () => 0)
  const object = {}
  f.call(object, 1)
  expect({ signals, made: isMade(), asleep: f.hook.asleep }).toEqual({ signals: [], made: false, asleep: true })
  open.call('no object')
  expect({ made: isMade(), asleep: f.hook.asleep }).toEqual({ made: false, asleep: true })
  open.call(object)
  f.call(object, 1)
  f.call(object, 2)
  expect({ signals, faults }).toEqual({ signals: ['open', 'use', 'used', 'use'], faults: [] })
})

test('a spec that awakes during an operation hears of the rest of it, with its arguments', () => {
  const { wrap, signals, faults } = patched()
  const object = {}
  const open = wrap('open', () => 0)
  const f = wrap('f', (_: unknown, __: unknown, within?: () => void) => within?.())
  f.call(object, 1, () => open.call(object))
  f.call(object, 1)
  expect({ signals, faults }).toEqual({ signals: ['open', 'used', 'use', 'used'], faults: [] })
})

test('a promise that was given out before its spec awoke is an event when it settles', async () => {
  const { wrap, signals, faults } = patched()
  const object = {}
  const open = wrap('open', () => 0)
  const later = wrap('later', () => Promise.resolve())
  const promise = later.call(object)
  open.call(object)
  await promise
  expect({ signals, faults }).toEqual({ signals: ['open', 'told'], faults: [] })
})

test('a call that is passed on takes its site with it: the next call without one must not find it', () => {
  const { kernel, wrap } = patched()
  const scripted = wrap('f', () => 0)
  kernel.slot.s = 7
  scripted.call({}, 1)
  expect(kernel.slot.s).toBe(0)
  const native = patched()
  const f = native.wrap('f', Math.max)
  native.kernel.slot.s = 7
  f.call(1, 2)
  expect({ asleep: f.hook.asleep, site: native.kernel.slot.s }).toEqual({ asleep: true, site: 0 })
})
