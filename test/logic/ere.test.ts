import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ere } from '#src/logic/ere/ere.ts'
import { runs } from '../support/property.ts'
import { contains, minimalAutomaton, print, trees } from './ere-oracle.ts'
import type { Tree } from './ere-oracle.ts'
import { holding, holdingAfter, synthesizeWith, words } from './synthesize-with.ts'

const events = ['a', 'b', 'c']

/** One verdict for each event, as `synthesize` shows them. */
function verdicts(formula: string, trace: string, options: { end?: string; categories?: string[] } = {}): string {
  const letters = trace.split('')
  const alphabet = options.end === undefined ? events : [...events, options.end]
  const template = synthesizeWith(ere, formula, alphabet, options)
  return holding(template, letters)
    .map(([first]) => first ?? '?')
    .join(' ')
}

describe('verdicts of single formulas', () => {
  test.each([
    ['a b', 'ab', '? match'],
    ['a b', 'aab', '? fail fail'],
    ['a b', 'aba', '? match fail'],
    ['a b*', 'abbc', 'match match match fail'],
    ['a | b', 'b', 'match'],
    ['a+', 'aaa', 'match match match'],
    ['a?b', 'b', 'match'],
    ['(a | b)* & ~((a | b)* b)', 'aba', 'match ? match'],
    ['~a b', 'abb', '? ? match'],
    ['~(a b)', 'abb', 'match ? match'],
    ['~a*', 'aab', '? ? match'],
    ['a b | c & c', 'c', 'match'],
    ['a{2}', 'aaa', '? match fail'],
    ['a{2,}', 'aaaa', '? match match match'],
    ['a{1,2} b', 'aab', '? ? match'],
    ['a^3', 'aaa', '? ? match'],
    ['a{0} b', 'b', 'match'],
    ['(a{2}){2}', 'aaaa', '? ? ? match'],
    ['epsilon', 'a', 'fail'],
    ['empty', 'a', 'fail'],
    ['~empty', 'abc', 'match match match'],
    ['empty* a', 'a', 'match'],
    ['\'a\' "b"', 'ab', '? match'],
    ['a // first\n b /* then */ c', 'abc', '? ? match'],
  ])('%s on %s gives %s', (formula, trace, expected) => {
    expect(verdicts(formula, trace)).toBe(expected)
  })

  test('keywords in quotes are events', () => {
    const template = synthesizeWith(ere, "'epsilon' epsilon", ['epsilon'])
    expect(holding(template, ['epsilon'])).toEqual([['match']])
  })

  test('at a terminal event that the formula does not mention, the trace before it is judged', () => {
    expect(verdicts('a b', 'ab!', { end: '!' })).toBe('? match match')
    expect(verdicts('a b', 'a!', { end: '!' })).toBe('? fail')
    expect(verdicts('a b', 'aa!', { end: '!' })).toBe('? fail fail')
  })

  test('at a terminal event that the formula mentions, the trace with it is judged', () => {
    expect(verdicts("a '!'", 'a!', { end: '!' })).toBe('? match')
    expect(verdicts("a '!'?", 'a!', { end: '!' })).toBe('match match')
    expect(verdicts("a '!' b", 'a!', { end: '!' })).toBe('fail fail')
  })

  test('nothing is judged after the end, and fail remains', () => {
    expect(verdicts('a b', 'ab!a!', { end: '!' })).toBe('? match match ? ?')
    expect(verdicts('a b', 'a!b!', { end: '!' })).toBe('? fail fail fail')
  })
})

describe('the automaton', () => {
  test('is the one of the iterator property, without the fail sink', () => {
    expect(synthesizeWith(ere, 'create next* modify next', ['create', 'modify', 'next']).automaton).toEqual({
      start: 's0',
      states: { s0: { create: 's1' }, s1: { modify: 's2', next: 's1' }, s2: { next: 's3' }, s3: {} },
      categories: { match: ['s3'] },
    })
  })

  test('shows a start state that is the sink', () => {
    expect(synthesizeWith(ere, 'a & b', ['a', 'b']).automaton).toEqual({
      start: 's0',
      states: { s0: { a: 's0', b: 's0' } },
      categories: { match: [], fail: ['s0'] },
    })
  })

  test('is the same for match alone', () => {
    const formula = '(a b)* c'
    const both = synthesizeWith(ere, formula, events)
    const one = synthesizeWith(ere, formula, events, { categories: ['match'] })
    expect(one.automaton).toEqual(both.automaton)
    expect(one.categories).toEqual([{ name: 'match', report: 'event' }])
  })
})

describe('against the definition', () => {
  const sentences = words(events, 4).filter((word) => word.length > 0)

  const marks = (holds: (word: string[]) => boolean): string => sentences.map((word) => Number(holds(word))).join('')

  test('match is membership, fail is that no continuation is a member, and the automaton is minimal', () => {
    let examined = 0
    let beyond = 0
    const check = (tree: Tree): void => {
      const template = synthesizeWith(ere, print(tree), events)
      const holds = sentences.map((word) => holdingAfter(template, word))
      const members = marks((word) => contains(tree, word))
      expect(holds.map((names) => Number(names.includes('match'))).join('')).toBe(members)
      const minimal = minimalAutomaton(tree, events)
      if (minimal === undefined) {
        beyond += 1
        return
      }
      expect(marks((word) => minimal.accepts(word))).toBe(members)
      expect(holds.map((names) => Number(names.includes('fail'))).join('')).toBe(
        marks((word) => !minimal.hasContinuation(word)),
      )
      // A language without words has its start state shown, though it is the sink.
      expect(Object.keys(template.automaton!.states).length).toBe(Math.max(1, minimal.size))
      examined += 1
    }
    const { numRuns, seed } = runs(2500)
    fc.assert(fc.property(trees(events), check), { seed, numRuns })
    expect(examined).toBeGreaterThan(0.9 * numRuns)
    expect(examined + beyond).toBe(numRuns)
  })

  test('at the end the trace is judged, with the end event or without it', () => {
    const alphabet = [...events, 'end']
    const traces = words(events, 3)
    fc.assert(
      fc.property(trees(alphabet, 3), (tree) => {
        const template = synthesizeWith(ere, print(tree), alphabet, { end: 'end' })
        const mentioned = /\bend\b/.test(print(tree))
        for (const trace of traces) {
          const judged = mentioned ? [...trace, 'end'] : trace
          expect(holdingAfter(template, [...trace, 'end'])).toEqual([contains(tree, judged) ? 'match' : 'fail'])
        }
      }),
      runs(500),
    )
  })

  test('states are told apart by traces and are as many as traces tell apart', () => {
    const letters = ['a', 'b']
    let examined = 0
    const { numRuns, seed } = runs(400)
    fc.assert(
      fc.property(trees(letters, 3), (tree) => {
        const template = synthesizeWith(ere, print(tree), letters)
        const { states } = template.table!
        if (states > 5) return
        const prefixes = words(letters, states)
        const suffixes = words(letters, states)
        const languages = new Set(
          prefixes.map((w) => suffixes.map((v) => (contains(tree, [...w, ...v]) ? 1 : 0)).join('')),
        )
        expect(languages.size).toBe(states)
        examined += 1
      }),
      { seed, numRuns },
    )
    expect(examined).toBeGreaterThan(0.7 * numRuns)
  })
})

describe('size and time', () => {
  test('long alternations, long concatenations and deep complements stay small', () => {
    const many = Array.from({ length: 400 }, (_, i) => `e${i}`)
    expect(synthesizeWith(ere, `(${many.join(' | ')})+`, many).table!.states).toBe(2)
    expect(synthesizeWith(ere, many.join(' '), many).table!.states).toBe(402)
    expect(synthesizeWith(ere, many.map((name) => `${name}?`).join(' '), many).table!.states).toBe(402)
    const nested = Array.from({ length: 200 }).reduce<string>((inner) => `~(a ${inner} | b)`, 'c')
    expect(synthesizeWith(ere, nested, events).table!.states).toBeLessThan(300)
  })

  test('optional parts that cover each other are not told apart', () => {
    expect(synthesizeWith(ere, 'a?'.repeat(2000), events).table!.states).toBe(2002)
    expect(synthesizeWith(ere, 'a? b? '.repeat(300), events).table!.states).toBe(602)
  })

  test('repetitions of repetitions are flattened, and refused where they are too many', () => {
    expect(synthesizeWith(ere, `a${'?'.repeat(5000)}`, events).table!.states).toBe(3)
    expect(synthesizeWith(ere, `a${'{2}'.repeat(8)}`, events).table!.states).toBe(258)
    for (const formula of [`a${'{0,3}'.repeat(3000)}`, `a{${'9'.repeat(500)}}`, `a{0,${'9'.repeat(500)}}`]) {
      expect(() => synthesizeWith(ere, formula, events)).toThrow(expect.objectContaining({ code: 'too-many-states' }))
    }
  })

  test('five thousand repetitions are a chain of states', () => {
    expect(synthesizeWith(ere, '(a b){5000}', events).table!.states).toBe(10_002)
  })

  test('an exponential automaton is refused at the limit', () => {
    expect(() => synthesizeWith(ere, '(a | b)* a (a | b){20}', events, { limits: { states: 3000 } })).toThrow(
      expect.objectContaining({ code: 'too-many-states' }),
    )
    expect(synthesizeWith(ere, '(a | b)* a (a | b){8}', events).table!.states).toBe(513)
  })
})
