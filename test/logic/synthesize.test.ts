import { describe, expect, test } from 'vitest'
import { registerLogic, synthesize, UserError, renderError } from '#src/index.ts'
import { ere } from '#src/logic/ere/ere.ts'
import { builtInLogics } from '#src/logic/built-in.ts'
import { LogicRegistry } from '#src/logic/registry.ts'
import { budget } from './budget-logic.ts'

/** What the user sees; anything but a `UserError` is a fault of ours and passes through. */
function complaint(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof UserError) return renderError(error)
    throw error
  }
  throw new Error('no error')
}

describe('the library face', () => {
  const property = synthesize({
    logic: 'ere',
    formula: 'create next* modify next',
    events: ['create', 'modify', 'next'],
  })

  test('gives one verdict for each event', () => {
    expect(property.verdicts(['create', 'modify', 'next'])).toEqual(['?', '?', 'match'])
    expect(property.verdicts(['create', 'next', 'modify', 'next', 'next', 'create'])).toEqual([
      '?',
      '?',
      '?',
      'match',
      'fail',
      'fail',
    ])
    expect(property.verdicts([])).toEqual([])
  })

  test('gives the automaton and the event sets', () => {
    expect(property.automaton).toEqual({
      start: 's0',
      states: { s0: { create: 's1' }, s1: { modify: 's2', next: 's1' }, s2: { next: 's3' }, s3: {} },
      categories: { match: ['s3'] },
    })
    expect(property.enable('match')['modify']).toEqual([['create'], ['create', 'next']])
    expect(property.coenable('match')['modify']).toEqual([['next']])
    expect(property.template.events).toEqual(['create', 'modify', 'next'])
  })

  test('shows the first category of interest that holds', () => {
    const machine = { logic: 'fsm', formula: 'a [ x -> a ] alias all = a', events: ['x'] }
    expect(synthesize({ ...machine, categories: ['all', 'a'] }).verdicts(['x'])).toEqual(['all'])
    expect(synthesize({ ...machine, categories: ['a', 'all'] }).verdicts(['x'])).toEqual(['a'])
  })

  test('needs no formula for raw, where every event is a match', () => {
    const raw = synthesize({ logic: 'raw', events: ['write', 'end'], end: 'end' })
    expect(raw.verdicts(['write', 'write', 'end'])).toEqual(['match', 'match', 'match'])
    expect(raw.enable('match')).toEqual({
      write: [[], ['write'], ['end'], ['write', 'end']],
      end: [[], ['write'], ['end'], ['write', 'end']],
    })
    expect(raw.automaton!.states).toEqual({ s0: { write: 's1', end: 's1' }, s1: { write: 's1', end: 's1' } })
  })

  test('takes event names that are unusual', () => {
    const events = ['__proto__', 'öffne', 'a.b', 'on-end', 'x y', 'constructor']
    const formula = "__proto__ öffne a.b on-end 'x y' constructor"
    const odd = synthesize({ logic: 'ere', formula, events })
    expect(odd.verdicts(events)).toEqual(['?', '?', '?', '?', '?', 'match'])
    expect(Object.keys(odd.enable('match'))).toEqual(events)
    expect(Object.keys(odd.automaton!.states['s0']!)).toEqual(['__proto__'])
  })
})

describe('faults of the user', () => {
  const options = { logic: 'ere', formula: 'a b', events: ['a', 'b'] }

  test.each([
    [
      'an unknown logic that is near a known one',
      () => synthesize({ ...options, logic: 'fms' }),
      "error: there is no logic 'fms' [unknown-logic]\nhelp: did you mean 'fsm'?",
    ],
    [
      'an unknown logic',
      () => synthesize({ ...options, logic: 'temporal' }, new LogicRegistry([ere, budget])),
      "error: there is no logic 'temporal' [unknown-logic]\nhelp: use one of: ere, budget",
    ],
    [
      'no events',
      () => synthesize({ ...options, events: [] }),
      'error: the property has no events [no-events]\nhelp: declare at least one',
    ],
    [
      'an event without a name',
      () => synthesize({ ...options, events: ['a', ''] }),
      'error: event 2 has an empty name [empty-event-name]\nhelp: name it',
    ],
    [
      'an event twice',
      () => synthesize({ ...options, events: ['a', 'b', 'a'] }),
      "error: the event 'a' is declared twice [duplicate-event]\nhelp: declare each event once",
    ],
    [
      'an end that is no event',
      () => synthesize({ ...options, end: 'end' }),
      "error: the end event 'end' is not an event of this property [unknown-event]\nhelp: use one of the events: a, b",
    ],
    [
      'an unknown event in a trace',
      () => synthesize(options).verdicts(['a', 'c']),
      "error: event 2 of the trace, 'c', is not an event of this property [unknown-event]\nhelp: use one of the events: a, b",
    ],
    [
      'an unknown category',
      () => synthesize({ ...options, categories: ['mach'] }),
      "error: 'mach' is not a category of this property [unknown-category]\nhelp: did you mean 'match'?",
    ],
    [
      'sets of an unknown category',
      () => synthesize(options).enable('violation'),
      "error: 'violation' is not a category of interest of this property [unknown-category]\nhelp: use one of: match, fail",
    ],
    [
      'a category twice',
      () => synthesize({ ...options, categories: ['fail', 'fail'] }),
      "error: the category 'fail' is listed twice [duplicate-category]\nhelp: list each category once",
    ],
    [
      'no categories',
      () => synthesize({ ...options, categories: [] }),
      'error: the list of categories is empty [no-categories]\nhelp: name at least one of: match, fail, or leave the list out',
    ],
    [
      'a category that nothing reaches',
      () => synthesize({ ...options, formula: ' a & b ', categories: ['match'] }),
      `error: no trace reaches the category 'match' [unreachable-category]
formula:1:2
  1 |  a & b 
    |  ^^^^^
help: correct the formula, or do not name it as a category`,
    ],
    [
      'a formula that is too long',
      () => synthesize({ ...options, limits: { formulaLength: 2 } }),
      'error: the formula has 3 characters, more than 2 [formula-too-long]\nhelp: make the formula shorter, or raise the limit: limits: { formulaLength: 3 }',
    ],
    [
      'an automaton that is too large',
      () => synthesize({ ...options, formula: '(a | b)* a (a | b){9}', limits: { states: 500 } }),
      `error: the automaton of this formula has more than 500 states [too-many-states]
formula:1:1
  1 | (a | b)* a (a | b){9}
    | ^^^^^^^^^^^^^^^^^^^^^
help: make the formula smaller, or raise the limit: limits: { states: 2000 }`,
    ],
    [
      'a logic registered twice',
      () => new LogicRegistry([ere, ere]),
      "error: there is a logic 'ere' already [duplicate-logic]\nhelp: choose another name, and register each logic once",
    ],
    [
      'a logic with a name that cannot be typed',
      () => new LogicRegistry([{ ...ere, name: 'My Logic' }]),
      "error: 'My Logic' cannot name a logic [bad-logic-name]\nhelp: use lower-case letters, digits and hyphens, a letter first",
    ],
  ])('%s', (_, action, expected) => {
    expect(complaint(action)).toBe(expected)
  })
})

describe('a sixth logic, by a user', () => {
  registerLogic(budget)
  const options = { logic: 'budget', formula: 'acquire - release <= 2', events: ['acquire', 'release'] }

  test('is used like those of the house', () => {
    const property = synthesize(options)
    expect(property.verdicts(['acquire', 'acquire', 'acquire', 'release', 'release', 'release'])).toEqual([
      '?',
      '?',
      'exceeded',
      '?',
      '?',
      'settled',
    ])
    expect(property.automaton).toBe(undefined)
    expect(property.coenable('exceeded')['acquire']).toEqual([['acquire'], ['release'], ['acquire', 'release']])
    expect(synthesize({ ...options, categories: ['settled'] }).verdicts(['acquire', 'release'])).toEqual([
      '?',
      'settled',
    ])
  })

  test('has its own mistakes shown in the same way', () => {
    expect(complaint(() => synthesize({ ...options, formula: 'acquire < 2' })))
      .toBe(`error: a budget is written: event - event <= number [budget-syntax]
formula:1:1
  1 | acquire < 2
    | ^^^^^^^^^^^`)
  })

  test('is listed after the logics of the house, and refused a second time', () => {
    expect(builtInLogics.list().map(({ name }) => name)).toEqual(['ere', 'fsm', 'ltl', 'ptltl', 'cfg', 'raw', 'budget'])
    expect(complaint(() => registerLogic(budget))).toBe(
      "error: there is a logic 'budget' already [duplicate-logic]\nhelp: choose another name, and register each logic once",
    )
  })
})
