/**
 * Parser of finite state machines in JavaMOP's syntax. The first state is initial; commas may stand between and after
 * transitions and names.
 *
 *     closed [ open -> opened ]
 *     opened [ close -> closed, default opened ]
 *     alias usable = closed opened
 *
 * Names of states are resolved here: the result knows them by number, `fail` by the number after the last state.
 */

import type { SourceSpan } from '../../diagnostics/user-error.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import type { FormulaScanner, Token } from '../formula/formula-scanner.ts'
import { suggestion } from '../formula/suggestion.ts'

export const fsmOperators = ['->', '[', ']', '=', ',']

interface StateDeclaration {
  readonly name: string
  readonly span: SourceSpan
  /** By event; where an event is missing the default counts, and where that is missing too, `fail`. */
  readonly successors: ReadonlyMap<number | 'default', number>
}

interface AliasDeclaration {
  readonly name: string
  readonly span: SourceSpan
  /** `fail` included, where the alias names it. */
  readonly states: ReadonlySet<number>
}

export interface StateMachine {
  readonly states: readonly StateDeclaration[]
  readonly aliases: readonly AliasDeclaration[]
}

interface UnresolvedState {
  readonly name: Token
  readonly moves: Map<number | 'default', Move>
}

interface Move {
  /** The event, or the word `default`. */
  readonly place: Token
  readonly target: Token
}

interface UnresolvedAlias {
  readonly name: Token
  readonly states: readonly Token[]
}

export function parseFsm(scanner: FormulaScanner): StateMachine {
  const states: UnresolvedState[] = []
  const aliases: UnresolvedAlias[] = []
  /** All declared names, of states and aliases. */
  const declared = new Map<string, Token>()
  /** States by name, `fail` included once all are known. */
  const numbers = new Map<string, number>()

  do {
    const first = name('a state')
    if (first.text === 'alias' && !scanner.at('[')) aliases.push(alias())
    else states.push(state(first))
  } while (scanner.peek().kind !== 'end')
  if (states.length === 0) scanner.fail('the machine has no state', aliases[0]!.name)
  numbers.set('fail', states.length)

  return {
    states: states.map(({ name, moves }) => ({
      name: name.text,
      span: scanner.span(name),
      successors: new Map([...moves].map(([event, { target }]) => [event, resolve(target)])),
    })),
    aliases: aliases.map((alias) => ({
      name: alias.name.text,
      span: scanner.span(alias.name),
      states: new Set(alias.states.map(resolve)),
    })),
  }

  function state(stateName: Token): UnresolvedState {
    numbers.set(stateName.text, states.length)
    declare(stateName)
    const open = scanner.expect('[')
    const moves = new Map<number | 'default', Move>()
    while (!scanner.accept(']')) {
      const place = scanner.peek()
      if (place.kind === 'end') scanner.fail("this '[' is never closed", open)
      if (place.kind !== 'name' && place.kind !== 'quoted') scanner.failExpected("an event, 'default' or ']'")
      const event = scanner.accept('default') ? 'default' : scanner.eventOf(scanner.next())
      const earlier = moves.get(event)
      if (earlier !== undefined) {
        const message = `the state '${stateName.text}' has two transitions for '${place.text}'`
        duplicate('duplicate-transition', message, place, earlier.place)
      }
      if (event !== 'default') scanner.expect('->')
      else scanner.accept('->')
      moves.set(event, { place, target: name('the state that the transition leads to') })
      scanner.accept(',')
    }
    return { name: stateName, moves }
  }

  function alias(): UnresolvedAlias {
    const aliasName = name('the name of the alias')
    declare(aliasName)
    scanner.expect('=')
    const members = [name('a state')]
    // A name begins the next state if '[' follows it, and the next alias if it is the word for one.
    while (scanner.accept(',') || (isName(scanner.peek()) && !scanner.at('alias') && !scanner.precedes('['))) {
      members.push(name('a state'))
    }
    return { name: aliasName, states: members }
  }

  function name(expected: string): Token {
    if (!isName(scanner.peek())) scanner.failExpected(expected)
    return scanner.next()
  }

  function declare(token: Token): void {
    if (token.text === 'fail') {
      scanner.fail("'fail' is the name of what a missing transition leads to", token, 'choose another name')
    }
    const earlier = declared.get(token.text)
    if (earlier !== undefined) {
      duplicate('duplicate-state', `the name '${token.text}' is declared twice`, token, earlier)
    }
    declared.set(token.text, token)
  }

  function duplicate(code: string, message: string, token: Token, earlier: Token): never {
    throw new UserError({
      code,
      message,
      span: scanner.span(token),
      notes: [{ message: 'the first is here', span: scanner.span(earlier) }],
      remedy: 'remove or rename one of them',
    })
  }

  function resolve(token: Token): number {
    const number = numbers.get(token.text)
    if (number !== undefined) return number
    throw new UserError({
      code: 'unknown-state',
      message: `there is no state '${token.text}'`,
      span: scanner.span(token),
      remedy: suggestion(token.text, [...numbers.keys()], 'declare it, or use one of the states'),
    })
  }
}

/** States may be numbered instead of named. */
function isName(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'number'
}
