/** The text of temporal formulas: spellings, precedence, names, and what each mistake is told. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderError } from '#src/diagnostics/render-error.ts'
import { UserError } from '#src/diagnostics/user-error.ts'
import { defaultLimits } from '#src/logic/logic.ts'
import type { Tense } from '#src/logic/ltl/parse-formula.ts'
import { parseFormula } from '#src/logic/ltl/parse-formula.ts'
import { runs } from '../support/property.ts'
import { formulas, print } from '../support/temporal-oracle.ts'

const abc = ['a', 'b', 'c', 'd']

function parse(formula: string, events: readonly string[] = abc, tense: Tense = 'any') {
  return parseFormula({ formula, events, categories: undefined, end: undefined, limits: defaultLimits }, tense).formula
}

/** The formula with all parentheses and one spelling. */
function normal(formula: string, events?: readonly string[]): string {
  return print(parse(formula, events), events ?? abc)
}

function failure(formula: string, events?: readonly string[], tense?: Tense): string {
  try {
    parse(formula, events, tense)
  } catch (error) {
    if (error instanceof UserError) return renderError(error)
    throw error
  }
  return 'no error'
}

test('a printed formula is read back as it was', () => {
  fc.assert(
    fc.property(formulas(4, 12, 'any'), (formula) => {
      expect(parse(print(formula, abc))).toEqual(formula)
    }),
    runs(2000),
  )
})

test.each([
  ['! a', 'not a'],
  ['X a', 'o a'],
  ['G F a', '[] <> a'],
  ['a & b && c /\\ d', '(((a and b) and c) and d)'],
  ['a | b || c \\/ d', '(((a or b) or c) or d)'],
  ['a ^ b ++ c xor d', '(((a xor b) xor c) xor d)'],
  ['a -> b', '(a => b)'],
  ['a implies b', '(a => b)'],
  ['a <-> b', '(a <=> b)'],
  ['a ~U b', '(a R b)'],
  ['[](a=>(*)b)', '[] (a => (*) b)'],
  ['[]<>!a', '[] <> not a'],
  ['(\n  a /* or more */ U // until\n  b)', '(a U b)'],
])('%s is %s', (text, expected) => {
  expect(normal(text)).toBe(expected)
})

test.each([
  ['not a U b', '(not a U b)'],
  ['[] a => b', '([] a => b)'],
  ['o a and <*> b', '(o a and <*> b)'],
  ['a U b U c', '(a U (b U c))'],
  ['a U b R c W d', '(a U (b R (c W d)))'],
  ['a S b S c', '((a S b) S c)'],
  ['a U b S c', '((a U b) S c)'],
  ['a S b U c', '(a S (b U c))'],
  ['a S b and c', '((a S b) and c)'],
  ['a and b U c', '(a and (b U c))'],
  ['a xor b and c', '(a xor (b and c))'],
  ['a or b xor c', '(a or (b xor c))'],
  ['a => b or c', '(a => (b or c))'],
  ['a => b => c', '(a => (b => c))'],
  ['a <=> b => c', '(a <=> (b => c))'],
  ['a => b <=> c', '((a => b) <=> c)'],
  ['a => b U c and d', '(a => ((b U c) and d))'],
])('precedence: %s is %s', (text, expected) => {
  expect(normal(text)).toBe(expected)
})

describe('names', () => {
  test('that are events are events, whatever else they could mean', () => {
    const events = ['o', 'U', 'true', 'not', 'S', 'constructor']
    expect(parse('o', events)).toEqual({ kind: 'event', event: 0 })
    expect(parse('true', events)).toEqual({ kind: 'event', event: 2 })
    expect(parse('constructor', events)).toEqual({ kind: 'event', event: 5 })
    expect(normal('U U U S not', events)).toBe('((U U U) S not)')
    expect(normal('X o', events)).toBe('o o')
    expect(normal('~o o', events)).toBe('~o o')
  })

  test('in quotes are events', () => {
    const events = ['U', 'two words', 'a']
    expect(parse(`"U"`, events)).toEqual({ kind: 'event', event: 0 })
    expect(parse(`'two words' U a`, events)).toEqual({
      kind: 'until',
      left: { kind: 'event', event: 1 },
      right: { kind: 'event', event: 2 },
    })
  })
})

describe('mistakes', () => {
  test.each([
    {
      formula: '[](a => )',
      expected: [
        "error: expected a formula, found ')' [formula-syntax]",
        'formula:1:9',
        '  1 | [](a => )',
        '    |         ^',
      ],
    },
    {
      formula: '[](a => <> b',
      expected: [
        "error: expected an operator or ')', found the end of the formula [formula-syntax]",
        'formula:1:13',
        '  1 | [](a => <> b',
        '    |             ^',
      ],
    },
    {
      formula: 'a b',
      expected: [
        "error: expected an operator or the end of the formula, found 'b' [formula-syntax]",
        'formula:1:3',
        '  1 | a b',
        '    |   ^',
      ],
    },
    {
      formula: 'a U "b" "U" c',
      expected: [
        "error: expected an operator or the end of the formula, found 'U' [formula-syntax]",
        'formula:1:9',
        '  1 | a U "b" "U" c',
        '    |         ^^^',
      ],
    },
    {
      formula: 'a and\nor b',
      expected: ["error: expected a formula, found 'or' [formula-syntax]", 'formula:2:1', '  2 | or b', '    | ^^'],
    },
    {
      formula: '',
      expected: [
        'error: expected a formula, found the end of the formula [formula-syntax]',
        'formula:1:1',
        '  1 | ',
        '    | ^',
      ],
    },
    {
      formula: '[](next => (*) hasNxt)',
      events: ['hasNext', 'next'],
      expected: [
        "error: 'hasNxt' is not an event of this property [unknown-event]",
        'formula:1:16',
        '  1 | [](next => (*) hasNxt)',
        '    |                ^^^^^^',
        "help: did you mean 'hasNext'?",
      ],
    },
    {
      formula: '[] ~a',
      expected: [
        "error: '~' is not negation here [formula-syntax]",
        'formula:1:4',
        '  1 | [] ~a',
        '    |    ^',
        'help: write not or !',
      ],
    },
    {
      formula: '[] ~open',
      events: ['open'],
      expected: [
        "error: '~' is not negation here [formula-syntax]",
        'formula:1:4',
        '  1 | [] ~open',
        '    |    ^',
        'help: write not or !',
      ],
    },
    {
      formula: '('.repeat(501),
      expected: [
        'error: the formula is nested more than 500 levels deep [formula-too-deep]',
        'formula:1:501',
        `  1 | …${'('.repeat(200)}`,
        `    | ${' '.repeat(200)}^`,
        'help: leave out needless parentheses, or split the property',
      ],
    },
  ])('$formula', ({ formula, events, expected }) => {
    expect(failure(formula, events)).toBe(expected.join('\n'))
  })

  test.each([
    ['[]', '[] a', '[*]'],
    ['G', 'G a', '[*]'],
    ['<>', '<> a', '<*>'],
    ['o', 'o a', '(*)'],
    ['~o', '~o a', '~(*)'],
    ['U', 'a U b', 'S'],
    ['R', 'a R b', '~S'],
    ['W', 'a W b', 'S'],
  ])('%s in a past formula', (operator, formula, counterpart) => {
    const at = formula.indexOf(operator)
    expect(failure(formula, abc, 'past')).toBe(
      [
        `error: '${operator}' speaks of the future, and ptltl formulas speak of the past only [formula-syntax]`,
        `formula:1:${at + 1}`,
        `  1 | ${formula}`,
        `    | ${' '.repeat(at)}${'^'.repeat(operator.length)}`,
        `help: use the logic ltl, or a past operator such as ${counterpart}`,
      ].join('\n'),
    )
  })
})
