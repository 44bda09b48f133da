/** What is left out of a plan where only some code begins slices: functions of the language that this code does not name. */

import { expect, test } from 'vitest'
import { callsLanguage, leaveUnnamed } from '#src/instrument/plan/leave-unnamed.ts'
import { joinPlans, packPlan } from '#src/instrument/plan/pack-plan.ts'
import { operationKey, planInstrumentation } from '#src/instrument/plan/plan.ts'
import { readCatalogue } from '#src/load/read-catalogue.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'

const specs = (await readCatalogue()).map((definition) => compileSpec(definition))
const plan = joinPlans(specs.map((spec) => packPlan(planInstrumentation([spec]))))
const numberOf = (id: string): number => specs.findIndex((spec) => spec.id === id)

/** Operations that are not in the plan any more. */
function leftOut(...given: Parameters<typeof leaveUnnamed> extends [unknown, ...infer Rest] ? Rest : never): string[] {
  const kept = new Set(leaveUnnamed(plan, ...given).operations.map(operationKey))
  return plan.operations.map(operationKey).filter((key) => !kept.has(key))
}

test('nothing is, where all is named or nothing may be missed', () => {
  expect(
    leftOut(
      () => true,
      () => true,
    ),
  ).toEqual([])
  expect(
    leftOut(
      () => false,
      () => false,
    ),
  ).toEqual([])
})

test('calls of the language are, and nothing that woven code shows, that Node has, or that no name calls', () => {
  const left = leftOut(
    () => false,
    () => true,
  )
  expect(left.length).toBeGreaterThan(30)
  expect(left).toEqual(plan.operations.filter(callsLanguage).map(operationKey))
  expect(left).toContain('call #Array.prototype.forEach')
  expect(left).toContain('call #JSON.stringify')
  const others = plan.operations.map(operationKey).filter((key) => !left.includes(key))
  expect(others).toEqual(
    expect.arrayContaining([
      'call #Promise.executor.resolve',
      'iterate-start #Array.',
      'call #EventTarget.prototype.addEventListener',
      'call node:fs#openSync',
    ]),
  )
})

test('a function stays for one name of it, and for one rule that may not miss it', () => {
  const splices = 'call #Array.prototype.splice'
  const asked: [string, boolean][] = []
  const names = (member: string, givenAsync: boolean): boolean => {
    asked.push([member, givenAsync])
    return member === 'splice'
  }
  expect(leftOut(names, () => true)).not.toContain(splices)
  // Rules that are about an async function ask for one, and only where no other rule has an ear for the function.
  expect(asked).toContainEqual(['forEach', true])
  expect(asked).toContainEqual(['splice', false])
  const strict = numberOf('array/no-shift-during-iteration')
  expect(strict).toBeGreaterThan(-1)
  const left = leftOut(
    () => false,
    (spec) => spec !== strict,
  )
  expect(left).not.toContain(splices)
  expect(left).toContain('call #Array.prototype.fill')
})
