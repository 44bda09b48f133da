/** LTL against its definition on random formulas: ultimately periodic continuations, finite ones with an end event. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Formula } from '#src/logic/ltl/formula.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import type { SynthesisInput } from '#src/logic/logic.ts'
import { ltl } from '#src/logic/ltl/ltl.ts'
import { parseFormula } from '#src/logic/ltl/parse-formula.ts'
import type { MonitorTemplate } from '#src/logic/template.ts'
import { runs } from '../support/property.ts'
import { formulas, holdsOnLasso, print, truth, words } from '../support/temporal-oracle.ts'

type Verdict = 'violation' | 'validation' | '?'

/** Whether some continuation violates and some satisfies: the two facts that a verdict is about. */
interface Outcomes {
  satisfying: boolean
  violating: boolean
}

function inputOf(formula: string, events: readonly string[], end?: string): SynthesisInput {
  return { formula, events, categories: undefined, end, limits: defaultLimits }
}

function synthesize(formula: string, events: readonly string[], end?: string): MonitorTemplate {
  return ltl.synthesize(inputOf(formula, events, end))
}

/** After the empty trace, then after each event. */
function verdictsOf(template: MonitorTemplate, trace: readonly number[]): Verdict[] {
  let state = template.initial
  const named = () => (['?', 'violation', 'validation'] as const)[template.verdict(state)]!
  return [
    named(),
    ...trace.map((event) => {
      state = template.step(state, event)
      return named()
    }),
  ]
}

/** Collects outcomes of continuations until both are seen or they run out. */
function collect(outcomes: Outcomes, judgements: Iterable<boolean>): Outcomes {
  for (const satisfied of judgements) {
    if (satisfied) outcomes.satisfying = true
    else outcomes.violating = true
    if (outcomes.satisfying && outcomes.violating) break
  }
  return outcomes
}

function verdict({ satisfying, violating }: Outcomes): Verdict {
  return !satisfying ? 'violation' : !violating ? 'validation' : '?'
}

function* onLassos(formula: Formula, prefix: readonly number[], width: number, stems: number, loops: number) {
  for (const stem of words(width, 0, stems))
    for (const loop of words(width, 1, loops)) yield holdsOnLasso(formula, [...prefix, ...stem], loop)
}

/** Short stems and loops first, then long stems, then long loops. */
function lassoStages(formula: Formula, prefix: readonly number[], width: number): Iterable<boolean>[] {
  const stems = width < 3 ? [1, 3, 10, 1, 0] : [1, 3, 6, 1, 0]
  const loops = width < 3 ? [3, 4, 1, 8, 12] : [3, 4, 2, 6, 8]
  return stems.map((stem, stage) => onLassos(formula, prefix, width, stem, loops[stage]!))
}

function* onFinite(formula: Formula, prefix: readonly number[], width: number, bound: number) {
  for (const rest of words(width, 0, bound))
    yield truth(formula, { letters: [...prefix, ...rest, width], loop: undefined })[0]!
}

/**
 * A decided verdict must agree with all small continuations (the first stage). An undecided one must have witnesses of
 * both outcomes; where the small ones do not suffice, the later stages search on (`[](o b <=> ~(*) (*) a)` lets only
 * words of period 6 pass). Returns the verdict by definition, as far as the search went.
 */
function check(given: Verdict, stages: readonly Iterable<boolean>[]): Verdict {
  const outcomes: Outcomes = { satisfying: false, violating: false }
  for (const stage of stages) {
    collect(outcomes, stage)
    if (given !== '?' || verdict(outcomes) === '?') break
  }
  return verdict(outcomes)
}

/** How often each verdict was examined: random formulas must give each in earnest numbers. */
class Tally {
  readonly #counts: Record<Verdict, number> = { violation: 0, validation: 0, '?': 0 }

  add(verdict: Verdict): void {
    this.#counts[verdict] += 1
  }

  expectEach(verdicts: readonly Verdict[], { numRuns }: { numRuns: number }): void {
    for (const verdict of verdicts) expect(this.#counts[verdict]).toBeGreaterThan(numRuns / 20)
  }
}

const alphabet = ['a', 'b', 'c']
const cases = (width: number, size: number) =>
  fc.tuple(formulas(width, size, 'any'), fc.array(fc.nat({ max: width - 1 }), { minLength: 1, maxLength: 4 }))

describe('LTL on infinite traces', () => {
  test.each([
    { width: 1, size: 6, count: 500 },
    { width: 2, size: 6, count: 5000 },
    { width: 3, size: 5, count: 1500 },
  ])('verdicts over $width events are those of all ultimately periodic continuations', ({ width, size, count }) => {
    const events = alphabet.slice(0, width)
    const tally = new Tally()
    fc.assert(
      fc.property(cases(width, size), ([formula, trace]) => {
        const [initial, ...verdicts] = verdictsOf(synthesize(print(formula, events), events), trace)
        expect(initial).toBe('?')
        verdicts.forEach((given, i) => {
          if (given !== '?' && given === verdicts[i - 1]) return
          const prefix = trace.slice(0, i + 1)
          const expected = check(given, lassoStages(formula, prefix, width))
          expect([prefix, given]).toEqual([prefix, expected])
          tally.add(given)
        })
      }),
      runs(count),
    )
    // With a single event there is a single continuation, so everything is decided.
    tally.expectEach(width === 1 ? ['violation', 'validation'] : ['violation', 'validation', '?'], runs(count))
  })

  test('verdicts of combined patterns are those of all ultimately periodic continuations', () => {
    const patterns = [
      '[] <> f',
      '<> [] f',
      '[] (f => <> g)',
      '[] (f => o (g U h))',
      '[] (f => (*) g)',
      '[] (f => (not g S h))',
      '<> (f and o <> g)',
      'f U g',
      '<> (f and (*) [] g)',
    ]
    const literals = ['a', 'b', 'c', 'not a', '(a or b)']
    const pattern = fc
      .tuple(fc.constantFrom(...patterns), fc.array(fc.constantFrom(...literals), { minLength: 3, maxLength: 3 }))
      .map(([text, [f, g, h]]) => text.replaceAll('f', f!).replaceAll('g', g!).replaceAll('h', h!))
    const combined = fc
      .tuple(fc.array(pattern, { minLength: 1, maxLength: 4 }), fc.constantFrom(' and ', ' or ', ' and not ', ' xor '))
      .map(([texts, joint]) => texts.join(joint))
    const tally = new Tally()
    fc.assert(
      fc.property(combined, fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }), (text, trace) => {
        const { formula } = parseFormula(inputOf(text, alphabet), 'any')
        const verdicts = verdictsOf(synthesize(text, alphabet), trace).slice(1)
        const given = verdicts.at(-1)!
        tally.add(given)
        const expected = check(given, lassoStages(formula, trace, 3))
        expect(given).toBe(expected)
      }),
      runs(2000),
    )
    tally.expectEach(['violation', 'validation', '?'], runs(2000))
  })

  test('decided verdicts are final', () => {
    fc.assert(
      fc.property(cases(3, 10), ([formula, trace]) => {
        const verdicts = verdictsOf(synthesize(print(formula, alphabet), alphabet), trace)
        const decided = verdicts.findIndex((verdict) => verdict !== '?')
        if (decided !== -1) expect(new Set(verdicts.slice(decided)).size).toBe(1)
      }),
      runs(1000),
    )
  })
})

describe('LTL with an end event', () => {
  test.each([
    { width: 1, size: 6, bounds: [6, 9, 14], count: 500 },
    { width: 2, size: 6, bounds: [4, 7, 11], count: 5000 },
    { width: 3, size: 5, bounds: [3, 5, 8], count: 1500 },
  ])(
    'verdicts over $width events and the end are those of all finite continuations',
    ({ width, size, bounds, count }) => {
      const events = [...alphabet.slice(0, width), 'end']
      const tally = new Tally()
      fc.assert(
        fc.property(
          fc.tuple(formulas(width + 1, size, 'any'), fc.array(fc.nat({ max: width - 1 }), { maxLength: 4 })),
          ([formula, trace]) => {
            const template = synthesize(print(formula, events), events, 'end')
            const [initial, ...verdicts] = verdictsOf(template, [...trace, width, 0, width])
            expect(initial).toBe('?')
            trace.forEach((_, i) => {
              const prefix = trace.slice(0, i + 1)
              const expected = check(
                verdicts[i]!,
                bounds.map((bound) => onFinite(formula, prefix, width, bound)),
              )
              expect([prefix, verdicts[i]]).toEqual([prefix, expected])
              tally.add(expected)
            })
            const judged = truth(formula, { letters: [...trace, width], loop: undefined })[0]
              ? 'validation'
              : 'violation'
            expect(verdicts.slice(trace.length)).toEqual([judged, judged, judged])
          },
        ),
        runs(count),
      )
      tally.expectEach(['violation', 'validation', '?'], runs(count))
    },
  )
})

describe('equivalent formulas have the same automaton', () => {
  const laws: readonly (readonly [string, string])[] = [
    ['not (f and g)', 'not f or not g'],
    ['not [] f', '<> not f'],
    ['not o f', '~o not f'],
    ['not (f U g)', 'not f R not g'],
    ['not (f S g)', 'not f ~S not g'],
    ['not (*) f', '~(*) not f'],
    ['not [*] f', '<*> not f'],
    ['f U g', 'g or (f and o (f U g))'],
    ['f R g', 'g and (f or ~o (f R g))'],
    ['f W g', '(f U g) or [] f'],
    ['f S g', 'g or (f and (*) (f S g))'],
    ['<> <> f', '<> f'],
    ['o (f and g)', 'o f and o g'],
    ['[] (f and g)', '[] f and [] g'],
    ['f xor g', 'not (f <=> g)'],
    ['f => g', 'not f or g'],
    ['f <=> g', '(f => g) and (g => f)'],
    ['(*) (f or g)', '(*) f or (*) g'],
    ['[] f', '[] [*] f'],
    ['<> f', '<> <*> f'],
  ]
  test.each(laws)('%s   ≡   %s', (one, other) => {
    const events = ['a', 'b', 'end']
    fc.assert(
      fc.property(formulas(3, 2, 'any'), formulas(3, 2, 'any'), fc.boolean(), (f, g, ends) => {
        const fill = (law: string) => law.replaceAll(/\b[fg]\b/g, (name) => `(${print(name === 'f' ? f : g, events)})`)
        const end = ends ? 'end' : undefined
        expect(synthesize(fill(one), events, end).automaton).toEqual(synthesize(fill(other), events, end).automaton)
      }),
      runs(100),
    )
  })
})
