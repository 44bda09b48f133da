/** LTL in examples that people read: verdicts, automata, published formulas, operator tables, limits. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderError } from '#src/diagnostics/render-error.ts'
import type { UserError } from '#src/diagnostics/user-error.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import { ltl } from '#src/logic/ltl/ltl.ts'
import { parseFormula } from '#src/logic/ltl/parse-formula.ts'
import type { MonitorTemplate } from '#src/logic/template.ts'
import { truth } from '../support/temporal-oracle.ts'

interface Options {
  readonly end?: string
  readonly categories?: readonly string[]
  readonly states?: number
}

function synthesize(formula: string, events: string, options: Options = {}): MonitorTemplate {
  const { end, categories, states = defaultLimits.states } = options
  return ltl.synthesize({ formula, events: events.split(' '), categories, end, limits: { ...defaultLimits, states } })
}

function verdicts(template: MonitorTemplate, trace: string): string {
  let state = template.initial
  const named = trace.split(' ').map((event) => {
    state = template.step(state, template.events.indexOf(event))
    const holding = template.categories.filter((_, c) => (template.verdict(state) & (1 << c)) !== 0)
    return holding.map(({ name }) => name).join() || '?'
  })
  return named.join(' ')
}

describe('verdicts', () => {
  test.each([
    // Response is never decided while the trace goes on, and is judged at its end.
    ['[](a => <> b)', 'a b', undefined, 'a b a a', '? ? ? ?'],
    ['[](a => <> b)', 'a b end', 'end', 'a b end', '? ? validation'],
    ['[](a => <> b)', 'a b end', 'end', 'a b a end b', '? ? ? violation violation'],
    // The past, from within the future.
    ['[](next => (*) hasNext)', 'hasNext next', undefined, 'hasNext next hasNext', '? ? ?'],
    ['[](next => (*) hasNext)', 'hasNext next', undefined, 'hasNext next next hasNext', '? ? violation violation'],
    ['[](next => (*) hasNext)', 'hasNext next', undefined, 'next', 'violation'],
    // The future, from within the past.
    ['<>(b and (*) <> a)', 'a b c', undefined, 'c b b a', '? ? ? validation'],
    ['[](c => (*) (not a U b))', 'a b c', undefined, 'c', 'violation'],
    ['[](c => (*) (not a U b))', 'a b c', undefined, 'b c', '? ?'],
    ['[](c => (*) (not a U b))', 'a b c', undefined, 'c a', 'violation violation'],
    ['o o (c => (*) (not a U b))', 'a b c', undefined, 'a c c a', '? ? ? violation'],
    // Exactly one event happens at a time.
    ['<>(a and b)', 'a b', undefined, 'a', 'violation'],
    ['[](a or b)', 'a b', undefined, 'a', 'validation'],
    ['[](a or b)', 'a b c', undefined, 'a b c', '? ? violation'],
    // Decided by what must come, not by what has come.
    ['<>[] a and <>[] b', 'a b', undefined, 'a', 'violation'],
    ['<>[] a or []<> not a', 'a b', undefined, 'a', 'validation'],
    ['o (a and o <> (a and b))', 'a b', undefined, 'b', 'violation'],
    ['[]<> a and []<> b', 'a b', undefined, 'a b', '? ?'],
    ['[]<> a and []<> b and []<> c', 'a b c', undefined, 'a b', '? ?'],
    ['[]<> a and []<> b and []<> c and []<> d', 'a b c d', undefined, 'd d', '? ?'],
    ['[]<> a and []<> b and []<> (a and o (b and c))', 'a b c', undefined, 'a', 'violation'],
    // Only one circle, on which each obligation is put off by some steps, and none by all.
    [
      '[](a => o b) and [](b => o c) and [](c => o a) and []<> a and []<> b and []<> c',
      'a b c',
      undefined,
      'a b',
      '? ?',
    ],
    [
      '[]<> (b and o b) and [](a => o (a or d)) and [](c => o c) and []<> (a and o o a)',
      'a b c d',
      undefined,
      'a d',
      '? ?',
    ],
    ['[](a => o b) and [](b => o a) and []<> c', 'a b c', undefined, 'c a', '? violation'],
    // Until, release and their kin.
    ['a U b', 'a b c', undefined, 'a a b c', '? ? validation validation'],
    ['a U b', 'a b c', undefined, 'a c b', '? violation violation'],
    ['a W b', 'a b c', undefined, 'a a', '? ?'],
    ['a W b', 'a b end', 'end', 'a a end', '? ? violation'],
    ['(a or end) W b', 'a b c end', 'end', 'a a end', '? ? validation'],
    ['a R (a or b)', 'a b c', undefined, 'b a c', '? validation validation'],
    // The end event is the last position: nothing comes after it, and weak next holds there.
    ['[](a => o b)', 'a b end', 'end', 'a end', '? violation'],
    ['[](a => ~o b)', 'a b end', 'end', 'b end', '? validation'],
    ['[](end => ~o false)', 'a end', 'end', 'a', 'validation'],
    ['[](end => o true)', 'a end', 'end', 'a', 'violation'],
    ['[](mk => (!end U aw))', 'mk aw end', 'end', 'mk aw mk end', '? ? ? violation'],
    ['[](mk => (!end U aw))', 'mk aw end', undefined, 'mk aw mk end', '? ? ? violation'],
    ['[](pipe => (!end U r) & (!end U w))', 'pipe r w end', 'end', 'pipe w r end', '? ? ? validation'],
    ['<> end', 'a end', 'end', 'a', 'validation'],
    ['[] a', 'a end', 'end', 'a', 'violation'],
    // Verdicts belong to events: the first one carries what was decided all along.
    ['true', 'a', undefined, 'a', 'validation'],
    ['false', 'a end', 'end', 'end', 'violation'],
    ['(*) a', 'a b', undefined, 'a a', 'violation violation'],
    ['~(*) a', 'a b', undefined, 'b', 'validation'],
  ])('%s over %s with end %s: %s gives %s', (formula, events, end, trace, expected) => {
    const template = synthesize(formula, events, end === undefined ? {} : { end })
    expect(verdicts(template, trace)).toBe(expected)
    expect(template.verdict(template.initial)).toBe(0)
  })

  test('reports are made on entering a category', () => {
    expect(synthesize('[] a', 'a b').categories).toEqual([
      { name: 'violation', report: 'entry' },
      { name: 'validation', report: 'entry' },
    ])
  })
})

describe('the automaton', () => {
  test('is minimal and shows its sinks', () => {
    expect(synthesize('[](next => (*) hasNext)', 'hasNext next').automaton).toEqual({
      start: 's0',
      states: {
        s0: { hasNext: 's1', next: 's2' },
        s1: { hasNext: 's1', next: 's0' },
        s2: { hasNext: 's2', next: 's2' },
      },
      categories: { violation: ['s2'], validation: [] },
    })
  })

  test('is minimal for the categories of interest', () => {
    expect(synthesize('a U b', 'a b c').table!.states).toBe(3)
    const { table, categories } = synthesize('a U b', 'a b c', { categories: ['validation'] })
    expect(categories).toEqual([{ name: 'validation', report: 'entry' }])
    expect(table!.states).toBe(3)
    expect(synthesize('[](a => <> b)', 'a b end', { end: 'end' }).table!.states).toBe(4)
    expect(synthesize('[](a => <> b)', 'a b end', { end: 'end', categories: ['violation'] }).table!.states).toBe(4)
  })

  test('of n response properties with an end has 2^n + 2 states, a chain of n one state for each link', () => {
    const numbers = [0, 1, 2, 3, 4, 5]
    const responses = numbers.map((n) => `[](a${n} => <> b${n})`).join(' and ')
    const events = numbers.flatMap((n) => [`a${n}`, `b${n}`]).join(' ')
    expect(synthesize(responses, `${events} end`, { end: 'end' }).table!.states).toBe(2 ** 6 + 2)
    expect(synthesize(responses, events).table!.states).toBe(1)
    const chain = numbers.reduceRight((rest, n) => `<>(a${n} and ${rest})`, 'true')
    expect(synthesize(chain, events).table!.states).toBe(7)
  })
})

describe('published formulas', () => {
  test.each([
    ['[](read => o obliterate)', 'read obliterate', 'read read', '? violation'],
    ['[](create => o (explicit or implicit))', 'create explicit implicit', 'create implicit create', '? ? ?'],
    ['[](create => o close)', 'create close', 'create create', '? violation'],
    ['[](next => (*) hasnexttrue)', 'hasnexttrue hasnextfalse next', 'hasnextfalse next', '? violation'],
    [
      'getCookieManagerInstance => <*> (webViewInstance or createCookieSyncManagerInstance)',
      'getCookieManagerInstance webViewInstance createCookieSyncManagerInstance',
      'getCookieManagerInstance',
      'violation',
    ],
    [
      '[](next => (not updatesource S create))',
      'create updatesource next',
      'create next updatesource next',
      '? ? ? violation',
    ],
    ['[](write => (not close S open))', 'open write close', 'open write close write', '? ? ? violation'],
    ['[](useIter => (not updateMap S createColl))', 'createColl updateMap useIter', 'useIter', 'violation'],
    ['[](bar => (*) car)', 'bar car', 'car bar bar', '? ? violation'],
  ])('%s', (formula, events, trace, expected) => {
    expect(verdicts(synthesize(formula, events), trace)).toBe(expected)
  })
})

describe('tables of operators', () => {
  test.each(['src/logic/ltl/formula.ts', 'docs/logics.md'])('in %s are true', (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const tables = [...text.matchAll(/^(.*?)trace {2,}(.+?) ([|…])\n\1(.+?) {2,}([1.][1. ]*)$/gm)]
    expect(tables.length).toBe(13)
    for (const [, , trace, ending, formula, row] of tables) {
      const events = ['a', 'b', 'c']
      const letters = trace!.split(' ').map((event) => events.indexOf(event))
      const input = { formula: formula!, events, categories: undefined, end: undefined, limits: defaultLimits }
      // `…` repeats the last event for ever; two more copies of it show what repeats.
      const repeated = [...letters, letters.at(-1)!, letters.at(-1)!]
      const shown = truth(
        parseFormula(input, 'any').formula,
        ending === '|' ? { letters, loop: undefined } : { letters: repeated, loop: repeated.length - 1 },
      )
      const cells = row!.trim().split(/ +/)
      expect(cells.length).toBeGreaterThanOrEqual(letters.length)
      expect([formula, cells]).toEqual([formula, shown.slice(0, cells.length).map((holds) => (holds ? '1' : '.'))])
    }
  })
})

describe('limits', () => {
  const failure = (run: () => unknown): string => {
    try {
      run()
    } catch (error) {
      return renderError(error as UserError)
    }
    return 'no error'
  }

  test('states of the automaton', () => {
    expect(failure(() => synthesize('[](a => o o o o b)', 'a b', { states: 10 }))).toBe(
      [
        'error: the automaton of this formula has more than 10 states [too-many-states]',
        'formula:1:1',
        '  1 | [](a => o o o o b)',
        '    | ^^^^^^^^^^^^^^^^^^',
        'help: make the formula smaller, or raise the limit: limits: { states: 40 }',
      ].join('\n'),
    )
  })

  test('a formula that explodes is refused, not waited for', () => {
    // Whether a letter twenty steps ago was an a must be remembered for each of twenty steps.
    const formula = `<>(a and ${'o '.repeat(20)}a) and [](b => <> (a and ${'(*) '.repeat(20)} b))`
    const started = performance.now()
    expect(failure(() => synthesize(formula, 'a b end', { end: 'end' }))).toMatch(/\[too-many-states\]/)
    expect(failure(() => synthesize(formula, 'a b'))).toMatch(/\[too-many-states\]/)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('a long chain of operators is no trouble', () => {
    const formula = `[](${Array.from({ length: 3000 }, () => 'a').join(' or ')})`
    expect(verdicts(synthesize(formula, 'a b'), 'a b')).toBe('? violation')
  })
})
