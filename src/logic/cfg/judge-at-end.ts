/**
 * Gives a grammar a terminal event, at which the word so far is judged. Written into the grammar itself, so that
 * monitoring and the event sets see nothing but words that end there. Runs between trimming and `recognizer.ts`.
 *
 *     trace          S -> a S b | epsilon     S -> a S | b end
 *     a b            match                    ?
 *     a b end        match                    match
 *     a end          fail                     fail
 *
 * A grammar that does not mention the event gets it after each of its words. One that does keeps those words in which it
 * is the last event or absent: the product with the automaton of `(not end)* end?`.
 */

import type { Grammar, Production } from './grammar.ts'
import { isEvent, nonterminal, nullableNonterminals } from './grammar.ts'

/** The grammar must be trimmed; the result is not. */
export function judgeAtEnd(grammar: Grammar, end: number): Grammar {
  const { width, start, productions } = grammar
  const mentioned = productions.some((alternatives) => alternatives.some((production) => production.includes(end)))
  const nullable = nullableNonterminals(grammar)

  /** n derives the words of n without the event, `closing(n)` those that end with it, cut off after it. */
  const size = productions.length
  const closing = (n: number): number => n + size

  const open = productions.map((alternatives) => alternatives.filter((production) => !production.includes(end)))
  const closed = productions.map((alternatives) =>
    alternatives.flatMap((production) => closings(production).map(([before, last]) => [...before, last])),
  )
  function closings(production: Production): [before: Production, last: number][] {
    const found: [Production, number][] = []
    for (let k = production.length - 1; k >= 0; k -= 1) {
      const symbol = production[k]!
      const before = production.slice(0, k)
      if (symbol === end) found.push([before, end])
      else if (!isEvent(symbol)) found.push([before, nonterminal(closing(~symbol))])
      if (isEvent(symbol) || nullable[~symbol] === 0) break
    }
    return found.filter(([before]) => !before.includes(end))
  }

  const word = nonterminal(start)
  const ended = mentioned ? [nonterminal(closing(start))] : [word, end]
  return { width, start: 2 * size, productions: [...open, ...closed, [[word], ended]] }
}
