/** What the user sees for each kind of mistake in a formula of the logics whose automata are written down directly. */

import { describe, expect, test } from 'vitest'
import { renderError } from '#src/diagnostics/render-error.ts'
import { UserError } from '#src/diagnostics/user-error.ts'
import { ere } from '#src/logic/ere/ere.ts'
import { fsm } from '#src/logic/fsm/fsm.ts'
import type { Logic } from '#src/logic/logic.ts'
import { raw } from '#src/logic/raw/raw.ts'
import { synthesizeWith } from './synthesize-with.ts'
import type { Options } from './synthesize-with.ts'

function complaint(logic: Logic, formula: string, events: string[], options: Options = {}): string {
  try {
    synthesizeWith(logic, formula, events, options)
  } catch (error) {
    if (error instanceof UserError) return renderError(error)
    throw error
  }
  throw new Error('no error')
}

describe('ERE', () => {
  const events = ['create', 'next', 'modify']

  test.each([
    [
      'an unknown event',
      'create naxt*',
      `error: 'naxt' is not an event of this property [unknown-event]
formula:1:8
  1 | create naxt*
    |        ^^^^
help: did you mean 'next'?`,
    ],
    [
      'an unknown event that is near none, on a later line',
      'create\n  somethingElse',
      `error: 'somethingElse' is not an event of this property [unknown-event]
formula:2:3
  2 |   somethingElse
    |   ^^^^^^^^^^^^^
help: declare it, or use one of the events: create, next, modify`,
    ],
    [
      'a quoted keyword that is no event',
      "create 'epsilon'",
      `error: 'epsilon' is not an event of this property [unknown-event]
formula:1:8
  1 | create 'epsilon'
    |        ^^^^^^^^^
help: declare it, or use one of the events: create, next, modify`,
    ],
    [
      'nothing',
      '',
      `error: expected an event, 'epsilon', 'empty', '~' or '(', found the end of the formula [formula-syntax]
formula:1:1
  1 | 
    | ^`,
    ],
    [
      'a missing operand',
      'create | ',
      `error: expected an event, 'epsilon', 'empty', '~' or '(', found the end of the formula [formula-syntax]
formula:1:9
  1 | create | 
    |         ^`,
    ],
    [
      'a repetition of nothing',
      '(* create)',
      `error: expected an event, 'epsilon', 'empty', '~' or '(', found '*' [formula-syntax]
formula:1:2
  1 | (* create)
    |  ^`,
    ],
    [
      'an open parenthesis',
      '(create next',
      `error: expected ')', found the end of the formula [formula-syntax]
formula:1:13
  1 | (create next
    |             ^`,
    ],
    [
      'a parenthesis too many',
      'create) next',
      `error: expected an operator or the end of the formula, found ')' [formula-syntax]
formula:1:7
  1 | create) next
    |       ^`,
    ],
    [
      'a number in no repetition',
      'create 2',
      `error: expected an operator or the end of the formula, found the number 2 [formula-syntax]
formula:1:8
  1 | create 2
    |        ^`,
    ],
    [
      'bounds that contradict each other',
      'next{3,2}',
      `error: at least 3 and at most 2 repetitions contradict each other [formula-syntax]
formula:1:5
  1 | next{3,2}
    |     ^^^^^`,
    ],
    [
      'a bound that is no number',
      'next{n}',
      `error: expected a number of repetitions, found 'n' [formula-syntax]
formula:1:6
  1 | next{n}
    |      ^`,
    ],
    [
      'an open bound',
      'next{2',
      `error: expected ',' or '}', found the end of the formula [formula-syntax]
formula:1:7
  1 | next{2
    |       ^`,
    ],
    [
      'a character without meaning',
      'create ; next',
      `error: ';' has no meaning here [formula-syntax]
formula:1:8
  1 | create ; next
    |        ^
help: put an event name with unusual characters in quotes`,
    ],
    [
      'an open quote',
      "create 'next",
      `error: this quote is never closed [formula-syntax]
formula:1:8
  1 | create 'next
    |        ^`,
    ],
    [
      'an empty name',
      "create ''",
      `error: a quoted event name is empty [formula-syntax]
formula:1:8
  1 | create ''
    |        ^^`,
    ],
    [
      'an open comment',
      'create /* next',
      `error: this comment is never closed [formula-syntax]
formula:1:8
  1 | create /* next
    |        ^^`,
    ],
  ])('%s', (_, formula, expected) => {
    expect(complaint(ere, formula, events)).toBe(expected)
  })

  test('nesting without end', () => {
    const formula = '('.repeat(100_000)
    const limits = { formulaLength: 200_000 }
    expect(complaint(ere, formula, events, { limits }))
      .toBe(`error: the formula is nested more than 500 levels deep [formula-too-deep]
formula:1:501
  1 | …${'('.repeat(200)}…
    | ${' '.repeat(81)}^
help: leave out needless parentheses, or split the property`)
    expect(complaint(ere, '~'.repeat(100_000), events, { limits })).toContain('[formula-too-deep]')
  })
})

describe('FSM', () => {
  const events = ['open', 'close']

  test.each([
    [
      'an unknown event',
      'closed [ opne -> closed ]',
      `error: 'opne' is not an event of this property [unknown-event]
formula:1:10
  1 | closed [ opne -> closed ]
    |          ^^^^
help: did you mean 'open'?`,
    ],
    [
      'an unknown state',
      'closed [ open -> opend ]\nopened [ close -> closed ]',
      `error: there is no state 'opend' [unknown-state]
formula:1:18
  1 | closed [ open -> opend ]
    |                  ^^^^^
help: did you mean 'opened'?`,
    ],
    [
      'an unknown state in an alias',
      'closed [ ]\nalias all = closed everything',
      `error: there is no state 'everything' [unknown-state]
formula:2:20
  2 | alias all = closed everything
    |                    ^^^^^^^^^^
help: declare it, or use one of the states: closed, fail`,
    ],
    [
      'a state twice',
      'closed [ open -> closed ]\nclosed [ ]',
      `error: the name 'closed' is declared twice [duplicate-state]
formula:2:1
  2 | closed [ ]
    | ^^^^^^
note: the first is here
formula:1:1
  1 | closed [ open -> closed ]
    | ^^^^^^
help: remove or rename one of them`,
    ],
    [
      'an alias with the name of a state',
      'closed [ ] alias closed = closed',
      `error: the name 'closed' is declared twice [duplicate-state]
formula:1:18
  1 | closed [ ] alias closed = closed
    |                  ^^^^^^
note: the first is here
formula:1:1
  1 | closed [ ] alias closed = closed
    | ^^^^^^
help: remove or rename one of them`,
    ],
    [
      'two transitions for one event',
      'a [ open -> a close -> a open -> b ] b [ ]',
      `error: the state 'a' has two transitions for 'open' [duplicate-transition]
formula:1:26
  1 | a [ open -> a close -> a open -> b ] b [ ]
    |                          ^^^^
note: the first is here
formula:1:5
  1 | a [ open -> a close -> a open -> b ] b [ ]
    |     ^^^^
help: remove or rename one of them`,
    ],
    [
      'two defaults',
      'a [ default a default a ]',
      `error: the state 'a' has two transitions for 'default' [duplicate-transition]
formula:1:15
  1 | a [ default a default a ]
    |               ^^^^^^^
note: the first is here
formula:1:5
  1 | a [ default a default a ]
    |     ^^^^^^^
help: remove or rename one of them`,
    ],
    [
      'a state called fail',
      'a [ open -> fail ] fail [ ]',
      `error: 'fail' is the name of what a missing transition leads to [formula-syntax]
formula:1:20
  1 | a [ open -> fail ] fail [ ]
    |                    ^^^^
help: choose another name`,
    ],
    [
      'no states',
      'alias a = b',
      `error: the machine has no state [formula-syntax]
formula:1:7
  1 | alias a = b
    |       ^`,
    ],
    [
      'nothing',
      ' ',
      `error: expected a state, found the end of the formula [formula-syntax]
formula:1:1
  1 |  
    | ^`,
    ],
    [
      'an open bracket',
      'a [ open -> a',
      `error: this '[' is never closed [formula-syntax]
formula:1:3
  1 | a [ open -> a
    |   ^`,
    ],
    [
      'a missing bracket',
      'a open -> a ]',
      `error: expected '[', found 'open' [formula-syntax]
formula:1:3
  1 | a open -> a ]
    |   ^^^^`,
    ],
    [
      'a missing arrow',
      'a [ open a ]',
      `error: expected '->', found 'a' [formula-syntax]
formula:1:10
  1 | a [ open a ]
    |          ^`,
    ],
    [
      'a missing target',
      'a [ open -> ]',
      `error: expected the state that the transition leads to, found ']' [formula-syntax]
formula:1:13
  1 | a [ open -> ]
    |             ^`,
    ],
    [
      'a quoted state',
      "a [ open -> 'a' ]",
      `error: expected the state that the transition leads to, found 'a' [formula-syntax]
formula:1:13
  1 | a [ open -> 'a' ]
    |             ^^^`,
    ],
    [
      'an operator for an event',
      'a [ = ]',
      `error: expected an event, 'default' or ']', found '=' [formula-syntax]
formula:1:5
  1 | a [ = ]
    |     ^`,
    ],
  ])('%s', (_, formula, expected) => {
    expect(complaint(fsm, formula, events)).toBe(expected)
  })

  test('a category that nothing reaches', () => {
    const formula = 'a [ open -> a ]\nlost [ close -> a ]\nalias never = lost'
    expect(complaint(fsm, formula, events, { categories: ['fail', 'lost'] }))
      .toBe(`error: no trace reaches the category 'lost' [unreachable-category]
formula:2:1
  2 | lost [ close -> a ]
    | ^^^^
help: add a transition that leads there, or do not name it as a category`)
    expect(complaint(fsm, formula, events, { categories: ['never'] }))
      .toBe(`error: no trace reaches the category 'never' [unreachable-category]
formula:3:7
  3 | alias never = lost
    |       ^^^^^
help: add a transition that leads there, or do not name it as a category`)
  })

  test('too many states', () => {
    expect(complaint(fsm, 'a [ open -> b ] b [ ]', events, { limits: { states: 2 } }))
      .toBe(`error: the automaton of this formula has more than 2 states [too-many-states]
formula:1:1
  1 | a [ open -> b ] b [ ]
    | ^^^^^^^^^^^^^^^^^^^^^
help: make the formula smaller, or raise the limit: limits: { states: 8 }`)
  })

  test('too many categories', () => {
    const aliases = Array.from({ length: 30 }, (_, i) => `alias x${i} = a`).join('\n')
    expect(complaint(fsm, `a [ ] ${aliases}`, events))
      .toBe(`error: 31 categories are of interest, more than 30 [too-many-categories]
help: name the ones to watch, at most 30, as categories`)
    expect(synthesizeWith(fsm, `a [ open -> a ] ${aliases}`, events, { categories: ['x29'] }).categories).toHaveLength(
      1,
    )
  })
})

test('raw with a formula', () => {
  expect(complaint(raw, 'open', ['open'])).toBe(`error: the logic 'raw' has no formula [formula-syntax]
formula:1:1
  1 | open
    | ^^^^
help: leave the formula out`)
})
