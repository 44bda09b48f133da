/**
 * Parser of grammars in JavaMOP's syntax, and more generous:
 *
 *     grammar       rule rule …, with ',' or ';' between them or nothing; the first defines the start symbol
 *     rule          Name -> choice; a name may have several rules
 *     choice        sequence | sequence …
 *     sequence      part part …
 *     part          event  'event'  Name  epsilon  (choice), each with any of * + ? behind it
 *
 * A name is a nonterminal if a rule defines it, else an event; a quoted name is always an event. First pass of synthesis.
 */

import { UserError } from '../../diagnostics/user-error.ts'
import type { FormulaScanner, Token } from '../formula/formula-scanner.ts'
import { suggestion } from '../formula/suggestion.ts'
import type { Grammar, GrammarSymbol, Production } from './grammar.ts'
import { nonterminal } from './grammar.ts'

export const grammarOperators = ['->', '|', ',', ';', '(', ')', '*', '+', '?']

type Repetition = '*' | '+' | '?'

type Expression =
  | { readonly kind: 'symbol'; readonly token: Token }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repetition'; readonly body: Expression; readonly operator: Repetition }

interface Rule {
  readonly left: Token
  readonly right: Expression
}

export interface ParsedGrammar {
  readonly grammar: Grammar
  /** The start symbol where it is defined, for errors about the whole language. */
  readonly start: Token
}

export function parseGrammar(scanner: FormulaScanner, events: readonly string[]): ParsedGrammar {
  const rules = parseRules(scanner)
  for (const { left } of rules) {
    if (!events.includes(left.text)) continue
    throw new UserError({
      code: 'event-as-nonterminal',
      message: `'${left.text}' is an event, so no rule can define it`,
      span: scanner.span(left),
      remedy: 'choose another name for the nonterminal',
    })
  }
  return { grammar: lower(scanner, rules, events), start: rules[0]!.left }
}

function parseRules(scanner: FormulaScanner): Rule[] {
  const rules: Rule[] = []
  /** The left side of the next rule, when the one at hand ran into it. */
  let ahead: Token | undefined
  do {
    const left = ahead ?? leftSide()
    ahead = undefined
    scanner.expect('->')
    rules.push({ left, right: choice() })
    while (scanner.accept(',') || scanner.accept(';')) continue
  } while (ahead !== undefined || scanner.peek().kind !== 'end')
  return rules

  function leftSide(): Token {
    const { kind } = scanner.peek()
    if (kind === 'quoted') scanner.fail('a quoted name is always an event, so no rule can define it')
    if (kind !== 'name') scanner.failExpected("a rule such as 'S -> a S b | epsilon'")
    if (scanner.at('epsilon')) scanner.fail("no rule can define 'epsilon', the empty word")
    return scanner.next()
  }

  function choice(): Expression {
    const options = [sequence()]
    while (ahead === undefined && scanner.accept('|')) options.push(sequence())
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  function sequence(): Expression {
    if (!startsPart()) scanner.failExpected("an event, a nonterminal, 'epsilon' or '('")
    const parts: Expression[] = []
    while (startsPart()) {
      const token = scanner.peek()
      const body = part()
      if (token.kind === 'name' && scanner.at('->')) {
        if (parts.length === 0)
          scanner.fail(`'${token.text}' begins a rule, but the one before it has no right side`, token)
        ahead = token
        break
      }
      parts.push(repetition(body))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  function startsPart(): boolean {
    const { kind } = scanner.peek()
    return kind === 'name' || kind === 'quoted' || scanner.at('(')
  }

  /** Operators in a row amount to one: equal ones to themselves, different ones to `*`. */
  function repetition(body: Expression): Expression {
    let operator: Repetition | undefined
    for (let next = postfix(); next !== undefined; next = postfix()) {
      operator = operator === undefined || operator === next ? next : '*'
    }
    return operator === undefined ? body : { kind: 'repetition', body, operator }
  }

  function postfix(): Repetition | undefined {
    return (['*', '+', '?'] as const).find((operator) => scanner.accept(operator))
  }

  function part(): Expression {
    if (scanner.at('(')) {
      return scanner.nested(scanner.next(), () => {
        const inner = choice()
        if (ahead !== undefined) scanner.failExpected("')'")
        scanner.expect(')')
        return inner
      })
    }
    if (scanner.at('epsilon')) {
      scanner.next()
      return { kind: 'sequence', parts: [] }
    }
    return { kind: 'symbol', token: scanner.next() }
  }
}

/** From expressions to plain productions: a repetition or choice inside a production becomes a nonterminal of its own. */
function lower(scanner: FormulaScanner, rules: readonly Rule[], events: readonly string[]): Grammar {
  const names = [...new Set(rules.map(({ left }) => left.text))]
  const productions: Production[][] = names.map(() => [])
  for (const { left, right } of rules) productions[names.indexOf(left.text)]!.push(...alternatives(right))
  return { width: events.length, start: 0, productions }

  function alternatives(expression: Expression): Production[] {
    return expression.kind === 'choice' ? expression.options.flatMap(alternatives) : [production(expression)]
  }

  function production(expression: Expression): Production {
    switch (expression.kind) {
      case 'symbol':
        return [symbolOf(expression.token)]
      case 'sequence':
        return expression.parts.flatMap(production)
      case 'choice':
        return [define(() => alternatives(expression))]
      case 'repetition': {
        const { body, operator } = expression
        return [
          define((self) => {
            const once = alternatives(body)
            const again = operator === '?' ? [] : once.map((one) => [...one, self])
            return [...(operator === '+' ? once : [[]]), ...(operator === '?' ? once : again)]
          }),
        ]
      }
    }
  }

  function define(right: (self: GrammarSymbol) => Production[]): GrammarSymbol {
    const n = productions.push([]) - 1
    productions[n]!.push(...right(nonterminal(n)))
    return nonterminal(n)
  }

  function symbolOf(token: Token): GrammarSymbol {
    const n = token.kind === 'name' ? names.indexOf(token.text) : -1
    if (n !== -1) return nonterminal(n)
    if (token.kind === 'quoted' || events.includes(token.text)) return scanner.eventOf(token)
    throw new UserError({
      code: 'unknown-event',
      message: `'${token.text}' is not an event of this property, and no rule defines it`,
      span: scanner.span(token),
      remedy: suggestion(token.text, [...events, ...names], 'declare it, add a rule for it, or use one of'),
    })
  }
}
