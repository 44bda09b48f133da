/**
 * Second step of the safe expression language: tokens → tree, by precedence climbing. The grammar is JavaScript's, less
 * everything that could run code or change something:
 *
 *     conditional = binary [ '?' conditional ':' conditional ]
 *     binary      = unary { operator unary }              operators and their precedence: `precedence` below
 *     unary       = ( '!' | '-' | '+' | 'typeof' ) unary | member
 *     member      = primary { ( '.' | '?.' ) name | '[' conditional ']' }
 *     primary     = literal | name | name '(' conditional { ',' conditional } ')' | '(' conditional ')' | '[' literals ']'
 *
 * Only a plain name can be called, and `functions.ts` knows which. Nesting and length are bounded, so neither this parser
 * nor the evaluator can exhaust the stack.
 */

import { type Fail, scan, type Token } from './scan.ts'

export type UnaryOperator = '!' | '-' | '+' | 'typeof'
export type BinaryOperator =
  | '??'
  | '||'
  | '&&'
  | '==='
  | '!=='
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'

type Literal = string | number | boolean | null | undefined

export type Expression = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'literal'; readonly value: Literal | readonly Literal[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly key: Expression }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'conditional'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
)

const maxExpressionLength = 2_000
const maxExpressionDepth = 50

/** Names that lead from data to code; no expression may read them. */
export function isForbiddenKey(key: unknown): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

const precedence: ReadonlyMap<string, number> = new Map([
  ['??', 1],
  ['||', 1],
  ['&&', 2],
  ['===', 3],
  ['!==', 3],
  ['==', 3],
  ['!=', 3],
  ['<', 4],
  ['<=', 4],
  ['>', 4],
  ['>=', 4],
  ['in', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['/', 6],
  ['%', 6],
])

const words: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

export function parseExpression(text: string, fail: Fail): Expression {
  if (text.length > maxExpressionLength) {
    fail(
      0,
      text.length,
      `the expression has ${text.length} characters, more than ${maxExpressionLength}`,
      'Shorten it, or write the condition as a function in a TypeScript spec.',
    )
  }
  return new Parser(scan(text, fail), fail).whole()
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #fail: Fail
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], fail: Fail) {
    this.#tokens = tokens
    this.#fail = fail
  }

  whole(): Expression {
    const expression = this.#conditional()
    const rest = this.#peek()
    if (rest.kind !== 'end') this.#unexpected(rest, 'an operator or the end')
    return expression
  }

  #peek(): Token {
    return this.#tokens[this.#at]!
  }

  #sees(text: string): boolean {
    const token = this.#peek()
    return token.kind !== 'string' && token.kind !== 'end' && token.text === text
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string): Token {
    const token = this.#peek()
    if (!this.#take(text)) this.#unexpected(token, `\`${text}\``)
    return token
  }

  #unexpected(token: Token, wanted: string): never {
    const found = token.kind === 'end' ? 'the end' : `\`${token.text}\``
    return this.#fail(
      token.start,
      Math.max(token.end, token.start + 1),
      `expected ${wanted} but found ${found}`,
      'docs/expressions.md shows what can stand in an expression.',
    )
  }

  /** Every recursion of the grammar passes through here. */
  #nested<T>(parse: () => T): T {
    this.#depth += 1
    if (this.#depth > maxExpressionDepth) {
      const { start, end } = this.#peek()
      this.#fail(
        start,
        Math.max(end, start + 1),
        `the expression is nested more than ${maxExpressionDepth} deep`,
        'Simplify it, or write the condition as a function in a TypeScript spec.',
      )
    }
    const result = parse()
    this.#depth -= 1
    return result
  }

  #conditional(): Expression {
    return this.#nested(() => {
      const test = this.#binary(1)
      if (!this.#take('?')) return test
      const yes = this.#conditional()
      this.#expect(':')
      const no = this.#conditional()
      return { kind: 'conditional', test, yes, no, start: test.start, end: no.end }
    })
  }

  #binary(lowest: number): Expression {
    let left = this.#unary()
    let mixed: string | undefined
    for (;;) {
      const token = this.#peek()
      const level = token.kind === 'string' ? undefined : precedence.get(token.text)
      if (level === undefined || level < lowest) return left
      if (level === 1) {
        mixed ??= token.text
        if (mixed !== token.text) {
          this.#fail(
            token.start,
            token.end,
            '`??` and `||` stand side by side',
            'Put parentheses around one of the two, as JavaScript demands.',
          )
        }
      }
      this.#at += 1
      const right = this.#binary(level + 1)
      if (token.text === 'in' && right.kind === 'literal' && Array.isArray(right.value)) {
        this.#fail(
          token.start,
          right.end,
          '`in` asks for a key of an object, not for an element of a list',
          'Write `includes([…], x)`.',
        )
      }
      left = { kind: 'binary', operator: token.text as BinaryOperator, left, right, start: left.start, end: right.end }
    }
  }

  #unary(): Expression {
    const token = this.#peek()
    if (token.kind !== 'string' && /^(?:!|-|\+|typeof)$/.test(token.text)) {
      this.#at += 1
      const operand = this.#nested(() => this.#unary())
      return { kind: 'unary', operator: token.text as UnaryOperator, operand, start: token.start, end: operand.end }
    }
    return this.#member()
  }

  #member(): Expression {
    let object = this.#primary()
    for (;;) {
      if (this.#take('.') || this.#take('?.')) {
        const token = this.#peek()
        if (token.kind !== 'name') this.#unexpected(token, 'the name of a property')
        this.#at += 1
        object = this.#access(
          object,
          { kind: 'literal', value: token.text, start: token.start, end: token.end },
          token.end,
        )
      } else if (this.#take('[')) {
        const key = this.#conditional()
        object = this.#access(object, key, this.#expect(']').end)
      } else if (this.#sees('(')) {
        const { start } = this.#peek()
        this.#fail(
          object.start,
          start + 1,
          'an expression cannot call methods',
          'Use one of the functions in docs/expressions.md, or write the condition as a function in a TypeScript spec.',
        )
      } else {
        return object
      }
    }
  }

  #access(object: Expression, key: Expression, end: number): Expression {
    if (key.kind === 'literal' && isForbiddenKey(key.value)) {
      this.#fail(
        key.start,
        key.end,
        `\`${String(key.value)}\` cannot be read: it leads from data to code`,
        "Ask for an object's class with `instanceOf(x, 'Name')`.",
      )
    }
    return { kind: 'member', object, key, start: object.start, end }
  }

  #primary(): Expression {
    const token = this.#peek()
    const { start, end } = token
    if (this.#take('(')) {
      const inner = this.#conditional()
      this.#expect(')')
      return inner
    }
    if (this.#take('[')) {
      const values: Literal[] = []
      while (!this.#sees(']')) {
        values.push(this.#literal())
        if (!this.#take(',')) break
      }
      return { kind: 'literal', value: values, start, end: this.#expect(']').end }
    }
    if (token.kind === 'name' && !words.has(token.text)) {
      if (token.text === 'in' || token.text === 'typeof') this.#unexpected(token, 'a value')
      this.#at += 1
      if (!this.#take('(')) return { kind: 'name', name: token.text, start, end }
      const args: Expression[] = []
      while (!this.#sees(')')) {
        args.push(this.#conditional())
        if (!this.#take(',')) break
      }
      return { kind: 'call', name: token.text, args, start, end: this.#expect(')').end }
    }
    return { kind: 'literal', value: this.#literal(), start, end }
  }

  #literal(): Literal {
    const token = this.#peek()
    const negative = this.#take('-')
    const value = this.#peek()
    this.#at += 1
    if (value.kind === 'number') return negative ? -Number(value.text) : Number(value.text)
    if (!negative && value.kind === 'string') return value.text
    if (!negative && value.kind === 'name' && words.has(value.text)) return words.get(value.text)
    return this.#unexpected(token, 'a value')
  }
}
