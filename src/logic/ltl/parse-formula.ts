/**
 * From text to syntax tree, for `ltl` and `ptltl`. The syntax is that of JavaMOP's LTL and PTLTL plugins, with the other
 * common spellings beside it. From the tightest to the loosest:
 *
 *     true false, events, ( )
 *     not !   o X   ~o   [] G   <> F   (*)   ~(*)   [*]   <*>       prefix
 *     U   R ~U   W                                                  a U b U c is a U (b U c)
 *     S   ~S                                                        a S b S c is (a S b) S c
 *     and & && /\
 *     xor ^ ++
 *     or | || \/
 *     => -> implies                                                 a => b => c is a => (b => c)
 *     <=> <->
 *
 * This is the precedence of JavaMOP's manual and of its PTLTL parser. Its LTL parser lets `U S R => <=>` stand only once
 * between parentheses and binds `U S R` looser than `or`; published formulas have parentheses wherever that matters.
 *
 * A name is an event if the alphabet has it, whatever else it could mean: with an event `o`, `o` is that event. A word
 * between two operands can only be an operator, so `a U U` is fine for events a and U. A quoted name is always an event.
 * `~` is not negation: `~(*) a` means "a just before, if there was anything", not `not (*) a`.
 */

import type { SourceSpan } from '../../diagnostics/user-error.ts'
import type { Token } from '../formula/formula-scanner.ts'
import { FormulaScanner } from '../formula/formula-scanner.ts'
import type { SynthesisInput } from '../logic.ts'
import type { BinaryOperator, Formula, UnaryOperator } from './formula.ts'

export interface ParsedFormula {
  readonly formula: Formula
  /** The whole text, for errors about the formula as such. */
  readonly span: SourceSpan
}

/** What a formula may speak of: `past` excludes the future operators. */
export type Tense = 'past' | 'any'

const prefixes = new Map<string, UnaryOperator>([
  ['not', 'not'],
  ['!', 'not'],
  ['o', 'next'],
  ['X', 'next'],
  ['~o', 'weak-next'],
  ['[]', 'always'],
  ['G', 'always'],
  ['<>', 'eventually'],
  ['F', 'eventually'],
  ['(*)', 'previously'],
  ['~(*)', 'weak-previously'],
  ['[*]', 'historically'],
  ['<*>', 'once'],
])

/** From the tightest to the loosest; the operators of a level group to the same side. */
const levels: readonly { readonly grouping: 'left' | 'right'; readonly operators: Record<string, BinaryOperator> }[] = [
  { grouping: 'right', operators: { U: 'until', R: 'release', '~U': 'release', W: 'weak-until' } },
  { grouping: 'left', operators: { S: 'since', '~S': 'trigger' } },
  { grouping: 'left', operators: { and: 'and', '&': 'and', '&&': 'and', '/\\': 'and' } },
  { grouping: 'left', operators: { xor: 'xor', '^': 'xor', '++': 'xor' } },
  { grouping: 'left', operators: { or: 'or', '|': 'or', '||': 'or', '\\/': 'or' } },
  { grouping: 'right', operators: { implies: 'implies', '=>': 'implies', '->': 'implies' } },
  { grouping: 'left', operators: { '<=>': 'iff', '<->': 'iff' } },
]

const infixes = new Map(
  levels.flatMap(({ operators, grouping }, level) =>
    Object.entries(operators).map(([text, kind]) => [text, { kind, level, grouping }] as const),
  ),
)

/** What to write instead of a future operator where only the past may be spoken of. */
const pastCounterparts = new Map<string, string>([
  ['next', '(*)'],
  ['weak-next', '~(*)'],
  ['always', '[*]'],
  ['eventually', '<*>'],
  ['until', 'S'],
  ['release', '~S'],
  ['weak-until', 'S'],
])

/** `~` alone is scanned for the sake of its error. */
const punctuation = [...prefixes.keys(), ...infixes.keys(), '(', ')', '~'].filter((text) => !/^\w/.test(text))

export function parseFormula(input: SynthesisInput, tense: Tense): ParsedFormula {
  const scanner = new FormulaScanner(input, punctuation)
  const span = scanner.whole()
  const formula = parseLevel(levels.length - 1)
  if (scanner.peek().kind !== 'end') scanner.failExpected('an operator or the end of the formula')
  return { formula, span }

  /** Operands joined by operators of this level or tighter ones. */
  function parseLevel(loosest: number): Formula {
    let left = parseOperand()
    for (;;) {
      const token = scanner.peek()
      const operator = token.kind === 'quoted' ? undefined : infixes.get(token.text)
      if (operator === undefined || operator.level > loosest) return left
      const { kind, level, grouping } = operator
      takeOperator(kind)
      const right = grouping === 'left' ? parseLevel(level - 1) : scanner.nested(token, () => parseLevel(level))
      left = { kind, left, right }
    }
  }

  function parseOperand(): Formula {
    const token = scanner.peek()
    if (token.kind === 'quoted' || (token.kind === 'name' && input.events.includes(token.text))) {
      return { kind: 'event', event: scanner.eventOf(scanner.next()) }
    }
    const prefix = prefixes.get(token.text)
    if (prefix !== undefined) {
      takeOperator(prefix)
      return scanner.nested(token, () => ({ kind: prefix, body: parseOperand() }))
    }
    if (scanner.accept('(')) {
      const inner = scanner.nested(token, () => parseLevel(levels.length - 1))
      if (!scanner.accept(')')) scanner.failExpected("an operator or ')'")
      return inner
    }
    if (scanner.accept('true')) return { kind: 'constant', value: true }
    if (scanner.accept('false')) return { kind: 'constant', value: false }
    if (token.text === '~') failTilde(token)
    if (token.kind === 'name' && !infixes.has(token.text)) return { kind: 'event', event: scanner.eventOf(token) }
    return scanner.failExpected('a formula')
  }

  function takeOperator(kind: UnaryOperator | BinaryOperator): void {
    const token = scanner.next()
    const follower = scanner.peek()
    // `~open` is a negation gone wrong, not `~o pen`.
    if (/^~\w/.test(token.text) && follower.kind === 'name' && follower.start === token.end) {
      failTilde({ ...token, end: token.start + 1 })
    }
    const counterpart = tense === 'past' ? pastCounterparts.get(kind) : undefined
    if (counterpart !== undefined) {
      scanner.fail(
        `'${token.text}' speaks of the future, and ptltl formulas speak of the past only`,
        token,
        `use the logic ltl, or a past operator such as ${counterpart}`,
      )
    }
  }

  function failTilde(token: Token): never {
    return scanner.fail("'~' is not negation here", token, 'write not or !')
  }
}
