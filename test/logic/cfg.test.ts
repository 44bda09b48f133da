import { describe, expect, test } from 'vitest'
import { renderError } from '#src/diagnostics/render-error.ts'
import { UserError } from '#src/diagnostics/user-error.ts'
import { cfg } from '#src/logic/cfg/cfg.ts'
import { synthesize } from '#src/logic/synthesize.ts'
import type { State } from '#src/logic/template.ts'
import { holding, synthesizeWith } from './synthesize-with.ts'
import type { Options } from './synthesize-with.ts'

/** One verdict for each event. */
function verdicts(formula: string, events: string, trace: string, options: Options = {}): string {
  const template = synthesizeWith(cfg, formula, events.split(' '), options)
  return holding(template, trace.split(' '))
    .map(([first]) => first ?? '?')
    .join(' ')
}

const safeFile = `
      S -> A S | epsilon,
      A -> A begin A end | A open A close | epsilon
`
const safeFileEvents = 'begin end open close'

describe('verdicts of single grammars', () => {
  test.each([
    ['S -> a S b | epsilon', 'a b', 'a a b b', '? ? ? match'],
    ['S -> a S b | epsilon', 'a b', 'a b a', '? match fail'],
    ['S -> a S b | epsilon', 'a b', 'b a', 'fail fail'],
    ['S -> S S | a S b | epsilon', 'a b', 'a b a a b b b', '? match ? ? ? match fail'],
    ['S -> S a | a', 'a b', 'a a b', 'match match fail'],
    ['S -> a S | a', 'a b', 'a a b', 'match match fail'],
    ['S -> S, S -> a', 'a', 'a a', 'match fail'],
    ['S -> A, A -> B, B -> A | a', 'a', 'a a', 'match fail'],
    ['S -> a S a | b S b | epsilon', 'a b', 'a b b a a', '? ? ? match ?'],
    ['S -> epsilon', 'a', 'a', 'fail'],
    ['S -> X a, X -> Y Y, Y -> epsilon', 'a', 'a', 'match'],
    ['S -> a | a b U, U -> U c', 'a b c', 'a b', 'match fail'],
  ])('%s over %s on %s gives %s', (formula, events, trace, expected) => {
    expect(verdicts(formula, events, trace)).toBe(expected)
  })

  test("JavaMOP's grammars run as they are published", () => {
    expect(verdicts('S -> next next', 'next hasnext', 'next next')).toBe('? match')
    expect(verdicts(safeFile, safeFileEvents, 'begin open close end open')).toBe('? ? ? match ?')
    expect(verdicts(safeFile, safeFileEvents, 'begin open end')).toBe('? ? fail')
    const writer = 'S -> open SafeWrite close write,\n SafeWrite -> SafeWrite S | SafeWrite write | epsilon'
    expect(verdicts(writer, 'open write close', 'open write close write')).toBe('? ? ? match')
    const isNull = 'S -> A deref deref,\n A ->  A isNull | A isNull deref | epsilon'
    expect(verdicts(isNull, 'isNull deref', 'isNull deref isNull deref deref')).toBe('? ? ? ? match')
  })

  test('rules are separated by commas, semicolons or nothing, and a name may have several', () => {
    const expected = '? ? match'
    expect(verdicts('S -> a A, A -> b A, A -> c', 'a b c', 'a b c')).toBe(expected)
    expect(verdicts('S -> a A; A -> b A | c;', 'a b c', 'a b c')).toBe(expected)
    expect(verdicts('S -> a A\nA -> b A\n   | c', 'a b c', 'a b c')).toBe(expected)
    expect(verdicts('S->a A A->b A|c', 'a b c', 'a b c')).toBe(expected)
  })

  test('parts may be repeated, optional or grouped', () => {
    expect(verdicts('S -> a (b | c)* a+ b?', 'a b c', 'a c b a a b')).toBe('? ? ? match match match')
    expect(verdicts('S -> (a S b)*', 'a b', 'a b a b b')).toBe('? match ? match fail')
    expect(verdicts('S -> a+?', 'a b', 'b')).toBe('fail')
    expect(verdicts('S -> a+? b', 'a b', 'a a b')).toBe('? ? match')
    expect(verdicts('S -> a epsilon b', 'a b', 'a b')).toBe('? match')
  })

  test('a quoted name is always an event', () => {
    expect(verdicts('S -> \'epsilon\' S "->" | epsilon', 'epsilon ->', 'epsilon epsilon -> ->')).toBe('? ? ? match')
  })

  test('at a terminal event that the grammar does not mention, the word before it is judged', () => {
    const judged = (trace: string) => verdicts('S -> a S b | epsilon', 'a b end', trace, { end: 'end' })
    expect(judged('a b end')).toBe('? match match')
    expect(judged('a end')).toBe('? fail')
    expect(judged('end')).toBe('match')
    expect(judged('a b end a end')).toBe('? match match ? ?')
    expect(judged('a end b')).toBe('? fail fail')
  })

  test('a terminal event that the grammar mentions ends a word', () => {
    const judged = (trace: string) => verdicts('S -> a S b | c end', 'a b c end', trace, { end: 'end' })
    expect(judged('c end')).toBe('? match')
    expect(judged('c end b')).toBe('? match ?')
    expect(judged('a')).toBe('fail')
    expect(verdicts('S -> a S b E, E -> end | epsilon, S -> epsilon', 'a b end', 'a b end', { end: 'end' })).toBe(
      '? match match',
    )
  })

  test('categories that are of no interest are not shown', () => {
    expect(verdicts('S -> a S b | epsilon', 'a b', 'a b b', { categories: ['fail'] })).toBe('? ? fail')
    expect(verdicts('S -> a S b | epsilon', 'a b', 'a b b', { categories: ['match'] })).toBe('? match ?')
  })

  test('a grammar of few configurations has a table, another has none; neither has an automaton', () => {
    const regular = synthesizeWith(cfg, 'S -> next next', ['next', 'hasnext'])
    expect(regular.table?.states).toBe(4)
    expect(regular.automaton).toBeUndefined()
    expect(synthesizeWith(cfg, 'S -> next next', ['next'], { limits: { states: 2 } }).table).toBeUndefined()
    const balanced = synthesizeWith(cfg, 'S -> a S b | epsilon', ['a', 'b'])
    expect(balanced.table).toBeUndefined()
    expect(balanced.automaton).toBeUndefined()
  })
})

describe('event sets', () => {
  test('of a balanced grammar', () => {
    const template = synthesizeWith(cfg, 'S -> S begin S end | epsilon', ['begin', 'end', 'other'])
    expect(template.enable('match')).toEqual({
      begin: [[], ['begin'], ['begin', 'end']],
      end: [['begin'], ['begin', 'end']],
      other: [],
    })
    expect(template.coenable('match')).toEqual({
      begin: [['end'], ['begin', 'end']],
      end: [['end'], ['begin', 'end']],
      other: [],
    })
    expect(template.coenable('fail')['begin']).toEqual([
      ['begin'],
      ['end'],
      ['other'],
      ['begin', 'end'],
      ['begin', 'other'],
      ['end', 'other'],
      ['begin', 'end', 'other'],
    ])
    expect(template.reportSets!([0, 0, 1])).toEqual({
      starts: [true, true, true],
      enable: [[0], [0], [0]],
      coenable: [[0, 1], [0, 1], []],
    })
  })

  test('with a terminal event, nothing is reported after it', () => {
    const template = synthesizeWith(cfg, 'S -> a S b | epsilon', ['a', 'b', 'end'], { end: 'end' })
    expect(template.coenable('match')).toEqual({
      a: [['b'], ['a', 'b'], ['b', 'end'], ['a', 'b', 'end']],
      b: [['b'], ['end'], ['b', 'end']],
      end: [],
    })
    expect(template.reportSets!([1, 2, 4]).coenable[2]).toEqual([])
  })

  test('of more than thirty events', () => {
    const events = Array.from({ length: 40 }, (_, i) => `e${i}`)
    const template = synthesizeWith(cfg, `S -> e0 S e39 | ${events.join(' ')}`, events, { categories: ['match'] })
    expect(template.table).toBeUndefined()
    expect(template.enable('match')['e1']).toEqual([['e0']])
    expect(template.enable('match')['e39']).toEqual([events.slice(0, 39), events])
    expect(template.coenable('match')['e38']).toEqual([['e39']])
  })
})

describe('identity of states', () => {
  const walk = (formula: string, events: string) => {
    const template = synthesizeWith(cfg, formula, events.split(' '))
    const from = (state: State, trace: string) =>
      trace.split(' ').reduce((at, event) => template.step(at, template.events.indexOf(event)), state)
    return { template, after: (trace: string) => from(template.initial, trace), from }
  }

  test.each([
    'S -> begin S end S | epsilon',
    'S -> S begin S end | epsilon',
    'S -> S S | begin S end | epsilon',
    'S -> A S | epsilon, A -> A begin A end | epsilon',
    'S -> (begin S end)*',
  ])('%s: equal nesting is the same object', (formula) => {
    const { template, after } = walk(formula, 'begin end')
    expect(template.table).toBeUndefined()
    expect(after('begin begin end begin end')).toBe(after('begin'))
    expect(after('begin begin end end begin')).toBe(after('begin'))
    expect(after('begin end begin begin')).toBe(after('begin begin'))
    expect(after('begin end begin end')).toBe(after('begin end'))
    expect(after('begin begin')).not.toBe(after('begin'))
  })

  test('right recursion in a grammar that is not regular adds nothing to a configuration', () => {
    const { after } = walk('S -> a S | B, B -> b B c | epsilon', 'a b c')
    expect(after('a a a')).toBe(after('a'))
    expect(after('a a b')).toBe(after('a b'))
  })
})

describe('mistakes', () => {
  function errorOf(formula: string, events: string, options: Options = {}): string {
    try {
      synthesizeWith(cfg, formula, events.split(' '), options)
    } catch (error) {
      if (error instanceof UserError) return renderError(error)
      throw error
    }
    return 'no error'
  }

  test.each([
    [
      'S -> aquire S release | epsilon',
      'acquire release',
      `error: 'aquire' is not an event of this property, and no rule defines it [unknown-event]
formula:1:6
  1 | S -> aquire S release | epsilon
    |      ^^^^^^
help: did you mean 'acquire'?`,
    ],
    [
      'S -> a Boddy b,\nBody -> a | epsilon',
      'a b',
      `error: 'Boddy' is not an event of this property, and no rule defines it [unknown-event]
formula:1:8
  1 | S -> a Boddy b,
    |        ^^^^^
help: did you mean 'Body'?`,
    ],
    [
      'S -> a X',
      'a b',
      `error: 'X' is not an event of this property, and no rule defines it [unknown-event]
formula:1:8
  1 | S -> a X
    |        ^
help: declare it, add a rule for it, or use one of: a, b, S`,
    ],
    [
      "S -> 'S' a",
      'a b',
      `error: 'S' is not an event of this property [unknown-event]
formula:1:6
  1 | S -> 'S' a
    |      ^^^
help: declare it, or use one of the events: a, b`,
    ],
    [
      'S -> a b,\nb -> a',
      'a b',
      `error: 'b' is an event, so no rule can define it [event-as-nonterminal]
formula:2:1
  2 | b -> a
    | ^
help: choose another name for the nonterminal`,
    ],
    [
      'S -> a T, T -> T b',
      'a b',
      `error: 'S' derives no word: each of its derivations goes on for ever [empty-language]
formula:1:1
  1 | S -> a T, T -> T b
    | ^
help: give one of the nonterminals an alternative that ends, such as 'epsilon'`,
    ],
    [
      '',
      'a',
      `error: expected a rule such as 'S -> a S b | epsilon', found the end of the formula [formula-syntax]
formula:1:1
  1 | 
    | ^`,
    ],
    [
      'S',
      'a',
      `error: expected '->', found the end of the formula [formula-syntax]
formula:1:2
  1 | S
    |  ^`,
    ],
    [
      'S -> a |',
      'a',
      `error: expected an event, a nonterminal, 'epsilon' or '(', found the end of the formula [formula-syntax]
formula:1:9
  1 | S -> a |
    |         ^`,
    ],
    [
      'S -> , T -> a',
      'a',
      `error: expected an event, a nonterminal, 'epsilon' or '(', found ',' [formula-syntax]
formula:1:6
  1 | S -> , T -> a
    |      ^`,
    ],
    [
      'S ->\nT -> a',
      'a',
      `error: 'T' begins a rule, but the one before it has no right side [formula-syntax]
formula:2:1
  2 | T -> a
    | ^`,
    ],
    [
      'S -> (a b',
      'a b',
      `error: expected ')', found the end of the formula [formula-syntax]
formula:1:10
  1 | S -> (a b
    |          ^`,
    ],
    [
      'S -> (a\nT -> b)',
      'a b',
      `error: expected ')', found '->' [formula-syntax]
formula:2:3
  2 | T -> b)
    |   ^^`,
    ],
    [
      'S -> a) b',
      'a b',
      `error: expected a rule such as 'S -> a S b | epsilon', found ')' [formula-syntax]
formula:1:7
  1 | S -> a) b
    |       ^`,
    ],
    [
      "'S' -> a",
      'a',
      `error: a quoted name is always an event, so no rule can define it [formula-syntax]
formula:1:1
  1 | 'S' -> a
    | ^^^`,
    ],
    [
      'epsilon -> a',
      'a',
      `error: no rule can define 'epsilon', the empty word [formula-syntax]
formula:1:1
  1 | epsilon -> a
    | ^^^^^^^`,
    ],
  ])('%s', (formula, events, expected) => {
    expect(errorOf(formula, events)).toBe(expected)
  })

  test('a grammar in which something always follows the terminal event', () => {
    expect(errorOf('S -> a end b', 'a b end', { end: 'end' })).toBe(
      `error: 'S' derives no word that ends with its terminal event 'end' [empty-language]
formula:1:1
  1 | S -> a end b
    | ^
help: let nothing follow 'end' in the grammar`,
    )
  })

  test('a category that is none, or that no trace reaches', () => {
    expect(errorOf('S -> a', 'a', { categories: ['mach'] })).toBe(
      `error: 'mach' is not a category of this property [unknown-category]\nhelp: did you mean 'match'?`,
    )
    expect(() =>
      synthesize({ logic: 'cfg', formula: 'S -> (a | b)*', events: ['a', 'b'], categories: ['fail'] }),
    ).toThrow("no trace reaches the category 'fail'")
    const template = synthesizeWith(cfg, 'S -> a S b | epsilon', ['a', 'b'], { categories: ['match'] })
    expect(() => template.enable('fail')).toThrow("'fail' is not a category of interest of this property")
  })

  test('more event sets than the limit', () => {
    const events = Array.from({ length: 12 }, (_, i) => `e${i}`)
    const formula = `S -> e0 S e1 | A,\nA -> A A | ${events.join(' | ')}`
    const template = synthesizeWith(cfg, formula, events, { limits: { eventSets: 1000 } })
    let text = ''
    try {
      template.enable('match')
    } catch (error) {
      text = renderError(error as UserError)
    }
    expect(text).toBe(
      `error: the enable and coenable sets of this formula take more than 1000 event sets to compute [too-many-event-sets]
formula:1:1
  1 | S -> e0 S e1 | A,
    | ^^^^^^^^^^^^^^^^^
help: use fewer events, or raise the limit: limits: { eventSets: 4000 }`,
    )
    expect(template.reportSets!(events.map((_, i) => i & 3)).enable[0]).toEqual([0, 1, 2, 3])
  })

  test('parentheses nested too deeply, and long rows of operators', () => {
    expect(() => synthesizeWith(cfg, `S -> ${'('.repeat(5000)}a`, ['a'])).toThrow('nested more than')
    expect(verdicts(`S -> a${'*+?'.repeat(3000)}`, 'a', 'a')).toBe('match')
  })
})
