/**
 * The common front of all formula parsers: text → tokens with places, one token of look-ahead, and the errors that every
 * logic needs. A logic brings its own operators; names that are keywords in it (`epsilon`, `U`, `default`) come as
 * ordinary names, and a quoted name is always an event.
 */

import type { SourceSpan } from '../../diagnostics/user-error.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import type { SynthesisInput } from '../logic.ts'
import { suggestion } from './suggestion.ts'

/** `text` of a quoted name is without its quotes; of the end it is empty. */
export interface Token {
  readonly kind: 'name' | 'quoted' | 'number' | 'operator' | 'end'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Hyphens and dots stand inside names only, so that `a->b` and `a- b` are not swallowed. */
const namePattern = /[\p{ID_Start}_$](?:[.-]*[\p{ID_Continue}$])*/uy
const numberPattern = /[0-9]+/y
const blankPattern = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y

/** Far more than people write, and far less than the stack holds. */
const maxNesting = 500

export class FormulaScanner {
  readonly #source: string
  readonly #text: string
  readonly #operators: readonly string[]
  readonly #events: readonly string[]
  #token: Token
  #depth = 0

  /** `source` is what the text is called in errors. */
  constructor(input: SynthesisInput, operators: readonly string[], source = 'formula') {
    this.#source = source
    this.#text = input.formula
    this.#operators = [...operators].sort((a, b) => b.length - a.length)
    this.#events = input.events
    if (input.formula.length > input.limits.formulaLength) {
      throw new UserError({
        code: 'formula-too-long',
        message: `the formula has ${input.formula.length} characters, more than ${input.limits.formulaLength}`,
        remedy: `make the formula shorter, or raise the limit: limits: { formulaLength: ${input.formula.length} }`,
      })
    }
    this.#token = this.#scan(0)
  }

  /** The token at hand. */
  peek(): Token {
    return this.#token
  }

  /** Takes the token at hand. */
  next(): Token {
    const token = this.#token
    this.#token = this.#scan(token.end)
    return token
  }

  /** Whether the token at hand is this operator, or this name without quotes. */
  at(text: string): boolean {
    const { kind } = this.#token
    return (kind === 'operator' || kind === 'name') && this.#token.text === text
  }

  /** Whether this operator follows the token at hand. */
  precedes(operator: string): boolean {
    const following = this.#scan(this.#token.end)
    return following.kind === 'operator' && following.text === operator
  }

  /** Takes the token at hand if it is this operator, or this name without quotes. */
  accept(text: string): boolean {
    if (!this.at(text)) return false
    this.next()
    return true
  }

  /** Takes this operator or name; anything else is an error. */
  expect(text: string): Token {
    if (!this.at(text)) this.failExpected(`'${text}'`)
    return this.next()
  }

  /** Parses what stands inside an opening token. Nesting is limited, since parsers and passes after them recurse. */
  nested<T>(open: Token, parse: () => T): T {
    if (this.#depth === maxNesting) {
      throw new UserError({
        code: 'formula-too-deep',
        message: `the formula is nested more than ${maxNesting} levels deep`,
        span: this.span(open),
        remedy: 'leave out needless parentheses, or split the property',
      })
    }
    this.#depth += 1
    const result = parse()
    this.#depth -= 1
    return result
  }

  /** The index of the event that a token names; an error with the likeliest other name if there is none. */
  eventOf(token: Token): number {
    const index = this.#events.indexOf(token.text)
    if (index === -1) {
      throw new UserError({
        code: 'unknown-event',
        message: `'${token.text}' is not an event of this property`,
        span: this.span(token),
        remedy: suggestion(token.text, this.#events, 'declare it, or use one of the events'),
      })
    }
    return index
  }

  /** A place from the beginning of one token to the end of another (of the same, when there is one). */
  span(first: Token, last: Token = first): SourceSpan {
    return { source: this.#source, text: this.#text, start: first.start, end: last.end }
  }

  /** The whole formula as a place, without the blank around it. */
  whole(): SourceSpan {
    const start = this.#text.length - this.#text.trimStart().length
    return { source: this.#source, text: this.#text, start, end: Math.max(start, this.#text.trimEnd().length) }
  }

  /** A mistake in syntax at a token. */
  fail(message: string, token: Token = this.#token, remedy?: string): never {
    throw new UserError({
      code: 'formula-syntax',
      message,
      span: this.span(token),
      ...(remedy === undefined ? {} : { remedy }),
    })
  }

  /** The token at hand is not what the syntax asks for. */
  failExpected(expected: string): never {
    this.fail(`expected ${expected}, found ${describe(this.#token)}`)
  }

  #scan(from: number): Token {
    const text = this.#text
    blankPattern.lastIndex = from
    blankPattern.test(text)
    const start = blankPattern.lastIndex
    if (start >= text.length) {
      const end = text.trimEnd().length
      return { kind: 'end', text: '', start: end, end }
    }

    const quote = text[start]!
    if (quote === "'" || quote === '"') {
      const close = text.indexOf(quote, start + 1)
      const token: Token = { kind: 'quoted', text: text.slice(start + 1, close), start, end: close + 1 }
      if (close === -1) this.fail('this quote is never closed', { ...token, end: start + 1 })
      if (token.text === '') this.fail('a quoted event name is empty', token)
      return token
    }
    for (const operator of this.#operators) {
      if (text.startsWith(operator, start))
        return { kind: 'operator', text: operator, start, end: start + operator.length }
    }
    for (const [kind, pattern] of [
      ['name', namePattern],
      ['number', numberPattern],
    ] as const) {
      pattern.lastIndex = start
      if (pattern.test(text)) return { kind, text: text.slice(start, pattern.lastIndex), start, end: pattern.lastIndex }
    }
    const character = String.fromCodePoint(text.codePointAt(start)!)
    const token: Token = { kind: 'operator', text: character, start, end: start + character.length }
    if (text.startsWith('/*', start)) this.fail('this comment is never closed', { ...token, end: start + 2 })
    return this.fail(`'${character}' has no meaning here`, token, 'put an event name with unusual characters in quotes')
  }
}

/** A token as error texts name it. */
function describe(token: Token): string {
  if (token.kind === 'end') return 'the end of the formula'
  return token.kind === 'number' ? `the number ${token.text}` : `'${token.text}'`
}
