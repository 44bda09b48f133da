/** Woven programs behave as plain ones: results, completion values, errors and stacks, form by form and in combination. */

import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'
import type { WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { programs } from './weave-programs.ts'
import { callPlan, greedyPlan, runPlain, runWoven, weaveScript, type Outcome } from './weave-support.ts'

const plans = { 'all calls and all syntax': greedyPlan, 'calls only': callPlan }

interface Difference {
  readonly source: string
  readonly code: string
  readonly plain: Outcome
  readonly woven: Outcome
}

/** Where the two runs differ; undefined where they agree, or where there is nothing to weave. */
async function difference(source: string, plan: WeavePlan): Promise<Difference | undefined> {
  const module = weaveScript(source, plan)
  if (module === undefined) return undefined
  expect(unweave(module.code)).toBe(source)
  const { completion, log } = await runWoven(module)
  const woven = { completion, log }
  const plain = await runPlain(source)
  return isDeepStrictEqual(plain, woven) ? undefined : { source, code: module.code, plain, woven }
}

describe.each(Object.entries(plans))('with %s woven', (_, plan) => {
  it.each(Object.entries(programs))('programs about %s behave as plain', async (_, sources) => {
    const differences = await Promise.all(sources.map((source) => difference(source, plan(source))))
    expect(differences.filter((d) => d !== undefined)).toEqual([])
  })
})

it('the programs are many, and nearly all have something to weave', () => {
  const all = Object.values(programs).flat()
  expect(all.length).toBeGreaterThan(350)
  expect(
    all.filter((source) => weaveScript(source, greedyPlan(source)) !== undefined).length / all.length,
  ).toBeGreaterThan(0.95)
})
