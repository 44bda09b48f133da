/**
 * Parser of extended regular expressions in JavaMOP's syntax, from loosest to tightest:
 *
 *     union          r | s
 *     intersection   r & s
 *     concatenation  r s
 *     complement     ~r                       of all that follows up to a blank or operator: ~a* is ~(a*)
 *     repetition     r*  r+  r?  r{n}  r{n,}  r{n,m}  r^n
 *     parts          event  'event'  epsilon  empty  (r)
 */

import type { FormulaScanner } from '../formula/formula-scanner.ts'
import type { Expression, Expressions } from './expression.ts'

export const ereOperators = ['|', '&', '~', '*', '+', '?', '{', '}', ',', '^', '(', ')']

/** `mentioned` collects the events that the formula names. */
export function parseEre(scanner: FormulaScanner, expressions: Expressions, mentioned: Set<number>): Expression {
  const result = union()
  if (scanner.peek().kind !== 'end') scanner.failExpected('an operator or the end of the formula')
  return result

  function union(): Expression {
    const members = [intersection()]
    while (scanner.accept('|')) members.push(intersection())
    return expressions.union(members)
  }

  function intersection(): Expression {
    const members = [concatenation()]
    while (scanner.accept('&')) members.push(concatenation())
    return expressions.intersection(members)
  }

  function concatenation(): Expression {
    const parts = [complement()]
    while (startsPart()) parts.push(complement())
    return parts.reduceRight((tail, part) => expressions.concatenation(part, tail))
  }

  function startsPart(): boolean {
    const { kind } = scanner.peek()
    return kind === 'name' || kind === 'quoted' || scanner.at('(') || scanner.at('~')
  }

  function complement(): Expression {
    if (!scanner.at('~')) return repetition()
    return scanner.nested(scanner.next(), () => expressions.complement(complement()))
  }

  function repetition(): Expression {
    let body = part()
    for (;;) {
      if (scanner.accept('*')) body = expressions.repetition(body, 0, Infinity)
      else if (scanner.accept('+')) body = expressions.repetition(body, 1, Infinity)
      else if (scanner.accept('?')) body = expressions.repetition(body, 0, 1)
      else if (scanner.accept('^')) {
        const times = count()
        body = expressions.repetition(body, times, times)
      } else if (scanner.at('{')) body = bounded(body)
      else return body
    }
  }

  function bounded(body: Expression): Expression {
    const open = scanner.next()
    const least = count()
    let most = least
    if (scanner.accept(',')) most = scanner.at('}') ? Infinity : count()
    if (!scanner.at('}')) scanner.failExpected("',' or '}'")
    const close = scanner.next()
    if (most < least)
      scanner.fail(`at least ${least} and at most ${most} repetitions contradict each other`, {
        ...open,
        end: close.end,
      })
    return expressions.repetition(body, least, most)
  }

  function count(): number {
    if (scanner.peek().kind !== 'number') scanner.failExpected('a number of repetitions')
    return Math.min(Number(scanner.next().text), Number.MAX_SAFE_INTEGER)
  }

  function part(): Expression {
    if (scanner.at('(')) {
      return scanner.nested(scanner.next(), () => {
        const inner = union()
        scanner.expect(')')
        return inner
      })
    }
    if (scanner.accept('epsilon')) return expressions.epsilon
    if (scanner.accept('empty')) return expressions.empty
    const { kind } = scanner.peek()
    if (kind !== 'name' && kind !== 'quoted') scanner.failExpected("an event, 'epsilon', 'empty', '~' or '('")
    const event = scanner.eventOf(scanner.next())
    mentioned.add(event)
    return expressions.event(event)
  }
}
