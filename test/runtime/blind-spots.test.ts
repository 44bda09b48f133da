/** Which specs a strategy can judge, against the definition: all traces up to a length, with all ways to miss events. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Strategy } from '#src/instrument/strategy.ts'
import { hybridStrategy } from '#src/instrument/strategy.ts'
import { blindSpots } from '#src/runtime/blind-spots.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import { runs } from '../support/property.ts'

const names = ['a', 'b', 'c']

function specOf(formula: string, creation: readonly string[]): CompiledSpec {
  const event = (name: string) => ({
    on: { kind: 'call' as const, target: `${name}.call` },
    bind: { o: 'receiver' as const },
    ...(creation.includes(name) ? { creation: true } : {}),
  })
  return compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    parameters: { o: 'object' },
    events: { a: event('a'), b: event('b'), c: event('c') },
    logic: 'ere',
    formula,
    report: { match: 'm' },
  })
}

const missing = (missed: readonly string[]): Strategy => ({
  ...hybridStrategy,
  name: 'short-sighted',
  misses: (events) => typeof events !== 'string' && missed.includes(events.holder[0]!),
})

/** The reports of a slice, by definition: at each event after the first creation event, whether the trace since then matches. */
function reports({ template, events }: CompiledSpec, trace: readonly number[]): boolean[] {
  let state: ReturnType<typeof template.step> | undefined
  return trace.map((event) => {
    if (state === undefined && !events[event]!.creation) return false
    state = template.step(state ?? template.initial, event)
    return template.verdict(state) !== 0
  })
}

/** `seesBeginnings`: the first creation event that is not missed begins the slice for whoever sees everything as well. */
function canMakeUp(spec: CompiledSpec, missed: readonly string[], length: number, seesBeginnings: boolean): boolean {
  const search = (trace: readonly number[], kept: readonly boolean[]): boolean => {
    if (trace.length > 0) {
      const full = reports(spec, trace)
      const seen = reports(
        spec,
        trace.filter((_, i) => kept[i]),
      )
      let at = 0
      for (const [i, keeps] of kept.entries()) {
        if (!keeps) continue
        if (seen[at]! && !full.slice(0, i + 1).includes(true)) return true
        at += 1
      }
    }
    if (trace.length === length) return false
    return names.some(
      (name, event) =>
        search([...trace, event], [...kept, true]) ||
        (missed.includes(name) &&
          !(seesBeginnings && isBeginning(spec, trace, event)) &&
          search([...trace, event], [...kept, false])),
    )
  }
  return search([], [])
}

function isBeginning({ events }: CompiledSpec, trace: readonly number[], event: number): boolean {
  return events[event]!.creation && !trace.some((before) => events[before]!.creation)
}

const word = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...names),
    fc.tuple(tie('e'), tie('e')).map(([x, y]) => `(${x} ${y})`),
    fc.tuple(tie('e'), tie('e')).map(([x, y]) => `(${x} | ${y})`),
    tie('e').map((x) => `(${x})*`),
  ),
})).e

test.each([false, true])(
  'a spec is left out if missing events can make up a report: beginnings seen: %s',
  (seesBeginnings) => {
    let left = 0
    let judged = 0
    fc.assert(
      fc.property(word, fc.subarray(names, { minLength: 1 }), (formula, missed) => {
        // Every letter occurs, so that the alphabet is the same.
        const spec = specOf(`(${formula}) | (a b c a b c a b c)`, [])
        const isLeft = blindSpots(spec, missing(missed), seesBeginnings).length > 0
        const madeUp = canMakeUp(spec, missed, 4, seesBeginnings)
        if (isLeft) left += 1
        else judged += 1
        // Short traces may not show what long ones can do.
        if (madeUp) expect(isLeft).toBe(true)
      }),
      runs(60),
    )
    expect(left).toBeGreaterThan(5)
    expect(judged).toBeGreaterThan(0)
  },
)

test.each([
  ['a b', ['a'], ['b'], []],
  ['a b', ['a'], ['a'], ['a']],
  ['a c* b', ['a'], ['c'], []],
  ['a b+ | a c', ['a'], ['c'], []],
  ['a (b c)* b b', ['a'], ['c'], ['c']],
  ['a b c | c a a', ['a', 'c'], ['b', 'a'], ['a', 'b']],
] as const)('%s, created by %j, missing %j: left out for %j', (formula, creation, missed, expected) => {
  expect(blindSpots(specOf(formula, [...creation]), missing(missed))).toEqual(expected)
})

test('a beginning that is never missed makes up nothing', () => {
  const spec = specOf('a+ b', ['a'])
  expect(blindSpots(spec, missing(['a']))).toEqual(['a'])
  expect(blindSpots(spec, missing(['a']), true)).toEqual([])
})
