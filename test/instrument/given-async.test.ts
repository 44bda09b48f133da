/** Calls that matter only with an async function are left as they are where the text shows another one. */

import { describe, expect, test } from 'vitest'
import forEach from '../../specs/array/for-each-no-async-callback/spec.ts'
import predicate from '../../specs/array/predicate-returns-no-promise/spec.ts'
import { packPlan, unpackPlan } from '#src/instrument/plan/pack-plan.ts'
import { planCallWeaving, planWeaving } from '#src/instrument/plan/plan-weaving.ts'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { emptyPlan } from '#src/instrument/weave/weave-plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { weaveScript } from './weave-support.ts'

const names = new Set(['every'])
const isWoven = (source: string, plan: object): boolean =>
  weaveScript(source, { ...emptyPlan, members: names, ...plan }) !== undefined

describe.each([
  ['around wrappers', {}],
  ['of calls', { hookCalls: names }],
])('a call is woven %s', (_, plan) => {
  test.each([
    'a.every((x) => x)',
    'a.every(function (x) { return x })',
    'a.every(function* () {}, a)',
    'a?.every((x) => x)',
    'a.b["every"](x => x)',
  ])('not for %s', (source) => {
    expect([isWoven(source, { ...plan, givenAsync: names }), isWoven(source, plan)]).toEqual([false, true])
  })

  test.each([
    'a.every(async (x) => x)',
    'a.every(async function () {})',
    'a.every(async function* () {})',
    'a.every(f)',
    'a.every(f || ((x) => x))',
    'a.every(...[(x) => x])',
    'a.every()',
    'a.every(class {})',
  ])('for %s', (source) => {
    expect(isWoven(source, { ...plan, givenAsync: names })).toBe(true)
  })

  test('for others inside of what it is given', () => {
    expect(isWoven('a.every((x) => x.every(f))', { ...plan, givenAsync: names })).toBe(true)
  })
})

test('a name matters for async functions only if it does to every spec', () => {
  const plan = (...specs: SpecDefinition[]) => planInstrumentation(specs.map((spec) => compileSpec(spec)))
  const all = { ...forEach.events['visit']!, on: { kind: 'call', target: './list.js#List.prototype.forEach' } } as const
  const another = { ...forEach, id: 'test/for-each', events: { visit: all } }
  const bare = { ...another, events: { visit: { ...all, on: { kind: 'call', target: './list.js#forEach' } } } } as const
  expect(planWeaving(plan(forEach)).givenAsync).toEqual(new Set(['forEach']))
  expect(planWeaving(plan(forEach, predicate)).givenAsync).toContain('every')
  expect(planWeaving(plan(forEach, another)).givenAsync).toBeUndefined()
  expect(planWeaving(plan(forEach, bare)).givenAsync).toBeUndefined()
  expect(planCallWeaving(plan(forEach)).givenAsync).toEqual(new Set(['forEach']))
  const packed = packPlan(plan(forEach, another))
  const specs = [forEach, another].map((spec) => compileSpec(spec))
  const unpacked = unpackPlan(packed, specs).operations.flatMap(({ subscriptions }) => subscriptions)
  expect(unpacked.map(({ spec, givenAsync }) => [spec.id, givenAsync])).toContainEqual(['test/for-each', false])
  expect(unpacked.filter(({ givenAsync }) => givenAsync)).toHaveLength(3)
})
