/** Loops over arrays that nobody else has a hold on are left as they are, where nothing that is watched can happen there. */

import { expect, test } from 'vitest'
import noShift from '../../specs/array/no-shift-during-iteration/spec.ts'
import { planCallWeaving, planWeaving } from '#src/instrument/plan/plan-weaving.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { EventDefinition, SpecDefinition } from '#src/spec/definition.ts'
import { emptyPlan } from '#src/instrument/weave/weave-plan.ts'
import { weaveScript } from './weave-support.ts'

const loops = { ...emptyPlan, iteration: true }
const isWoven = (source: string, leavesOwn: boolean): boolean =>
  weaveScript(source, { ...loops, leavesOwn })?.code.includes('.o(') === true

const own = [
  'for (const x of [a, b]) f(x)',
  'for (const x of [...a]) f(x)',
  'for (const x of Object.keys(o)) f(x)',
  'for (const [k, v] of Object.entries(o)) { f(k, v) }',
  'for (const x of Object.values(o)) f(x)',
  'for (const x of Object["keys"](o)) f(x)',
  'for (const x of Array.from(o, g)) f(x)',
  'for (const x of Reflect.ownKeys(o)) f(x)',
  'again: for (const x of [1]) continue again',
  'for await (const x of [p, q]) f(x)',
]

const shared = [
  'for (const x of a) f(x)',
  'for (const x of (a = [])) f(x)',
  'for (const x of o.keys()) f(x)',
  'for (const x of mine.Object.keys(o)) f(x)',
  'for (const x of a.map(f)) f(x)',
  'for (const x of Object.freeze(a)) f(x)',
  'for (const x of Object?.keys(o)) f(x)',
  'function g(Object) { for (const x of Object.keys(o)) f(x) }',
]

test.each(own)('%s', (source) => {
  const text = source.startsWith('for await') ? `async () => { ${source} }` : source
  expect([isWoven(text, true), isWoven(text, false)]).toEqual([false, true])
})

test.each(shared)('%s is woven', (source) => {
  expect([isWoven(source, true), isWoven(source, false)]).toEqual([true, true])
})

test('what stands in such a loop is woven', () => {
  const nested = 'for (const a of [b, c]) for (const x of a) f(x)'
  expect(weaveScript(nested, { ...loops, leavesOwn: true })?.code.match(/\.o\(/g)).toHaveLength(1)
})

/** A spec on loops over arrays, with other events besides. */
const watching = (events: Record<string, EventDefinition>, formula: string, more: Partial<SpecDefinition> = {}) =>
  planInstrumentation([
    compileSpec({
      ...noShift,
      events: { create: noShift.events['create']!, next: noShift.events['next']!, ...events },
      logic: 'ere',
      formula,
      report: { match: 'm' },
      ...more,
    }),
  ])

const finish: EventDefinition = {
  on: { kind: 'iterate', target: 'Array', step: 'finish' },
  bind: { iterator: 'iterator' },
}
const change: EventDefinition = {
  on: { kind: 'call', target: 'Array.prototype.push', when: 'before' },
  bind: { array: 'receiver' },
}
const call: EventDefinition = { on: { kind: 'call', target: 'f', when: 'before' } }

test('a rule that needs a change of the array leaves them alone', () => {
  const plan = planInstrumentation([compileSpec(noShift)])
  expect(planWeaving(plan).leavesOwn).toBe(true)
  expect(planCallWeaving(plan).leavesOwn).toBe(true)
  expect(planWeaving(watching({ change }, 'create next* change next')).leavesOwn).toBe(true)
})

test.each([
  ['two steps', watching({ change }, 'create next next | create change')],
  ['their end', watching({ finish, change }, 'create next* change* finish')],
  ['something that binds neither array nor loop', watching({ call }, 'create next* call next')],
  [
    'the end of the program',
    watching({ change, end: { on: { kind: 'end', of: 'program' } } }, 'create next* change* end', { end: 'end' }),
  ],
])('a rule that is broken by %s does not', (_, plan) => {
  expect(planWeaving(plan).leavesOwn).toBeUndefined()
})

test('nor do specs that ask for what a loop calls', () => {
  const plan = planInstrumentation([
    compileSpec(noShift),
    compileSpec({
      ...noShift,
      id: 'test/asks',
      parameters: { array: 'object' },
      events: {
        ask: {
          on: { kind: 'call', target: 'Array.prototype.@@iterator', when: 'before' },
          bind: { array: 'receiver' },
        },
      },
      logic: 'raw',
      formula: undefined as never,
      confirm: undefined as never,
      report: { match: 'm' },
    }),
  ])
  expect(planCallWeaving(plan).leavesOwn).toBeUndefined()
})
