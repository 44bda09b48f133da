/** Woven programs behave as plain ones: results, completion values, errors and stacks, form by form and in combination. */

import { inspect, isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { unweave } from '#src/instrument/weave/unweave.ts'
import type { WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { programs } from './weave-programs.ts'
import { callPlan, greedyPlan, hookPlan, runPlain, runWoven, weaveScript, type Outcome } from './weave-support.ts'

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

describe('what differs', () => {
  const at = (column: number): string => `\n    at program.js:1:${column}`
  const unknown = 'ReferenceError: undeclared is not defined'
  /** Source, what it gives plain, what it gives woven. */
  it.each<[string, string, string]>([
    // V8 has no position for the name itself and takes the last one it passed.
    ['new undeclared', unknown + at(1), unknown + at(5)],
    ['for (const x of undeclared.y);', unknown + at(28), unknown + at(17)],
    // A name that another function has declared counts as there: a store stands before it with a comma.
    [
      '(function (late) {})(); late.m()',
      `ReferenceError: late is not defined${at(25)}`,
      `ReferenceError: late is not defined${at(30)}`,
    ],
    // V8 folds constants before it looks for a text.
    ['for (const x of 1 + 2);', `TypeError: 3 is not iterable${at(19)}`, `TypeError: (1 + 2) is not iterable${at(19)}`],
    // A call without arguments that is not the first thing evaluated spreads an array.
    [
      '"use strict"; delete Array.prototype[Symbol.iterator]; 1 + "a".trim()',
      "'1a'",
      `TypeError: Spread syntax requires ...iterable[Symbol.iterator] to be a function${at(64)}`,
    ],
  ])('%s', async (source, plain, woven) => {
    expect((await runPlain(source)).completion).toBe(plain)
    expect((await runWoven(weaveScript(source, greedyPlan(source))!)).completion).toBe(woven)
  })
})

describe('with all calls hooked', () => {
  /** Of an error its class, since its text may show our calls; no stacks, since V8 names some functions after them. */
  const withoutText = ({ completion, log }: Outcome): Outcome => {
    const strip = (text: string): string => text.replace(/^(\w*Error): [^]*/, '$1')
    return { completion: strip(completion), log: log.map(strip) }
  }

  it.each(Object.entries(programs))('programs about %s have the same results', async (_, sources) => {
    const found: unknown[] = []
    for (const source of sources) {
      const d = await difference(source, hookPlan(source))
      if (d !== undefined && !isDeepStrictEqual(withoutText(d.plain), withoutText(d.woven))) found.push(d)
    }
    expect(found).toEqual([])
  })

  it('the runtime hears of calls and results in order', async () => {
    const source = 'const m = new Map(); m.set(1, 2).set(3, Number(4)); this.f = () => 5; this.f(); [6].pop(...[])'
    const { seen } = await runWoven(weaveScript(source, hookPlan(source))!)
    expect(seen.map(({ hook, value }) => `${hook} ${inspect(value, { depth: 0, breakLength: 200 })}`)).toEqual([
      'c [ [], undefined, [Function: Map] ]',
      'r Map(2) { 1 => 2, 3 => 4 }',
      'c [ [Array], [Map], [Function: c] ]',
      'r Map(2) { 1 => 2, 3 => 4 }',
      'q Map(2) { 1 => 2, 3 => 4 }',
      'c [ [Array], undefined, [Function: Number] ]',
      'r 4',
      "c [ [Array], 'caught', undefined ]",
      'r Map(2) { 1 => 2, 3 => 4 }',
      'c [ [], [Object], [Function: c] ]',
      'r 5',
      'q []',
      "c [ [], 'caught', undefined ]",
      'r 6',
    ])
  })
})

it('the programs are many, and nearly all have something to weave', () => {
  const all = Object.values(programs).flat()
  expect(all.length).toBeGreaterThan(350)
  expect(
    all.filter((source) => weaveScript(source, greedyPlan(source)) !== undefined).length / all.length,
  ).toBeGreaterThan(0.95)
})
