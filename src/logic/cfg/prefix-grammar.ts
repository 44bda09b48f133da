/**
 * Grammars around `fail`: its traces are not context-free in general (the complement of the viable prefixes), but they
 * lie in a context-free language that is near enough for event sets. Used by `cfg.ts` for enable and coenable sets.
 */

import type { Grammar, GrammarSymbol, Production } from './grammar.ts'
import { isEvent, nonterminal } from './grammar.ts'

/**
 * All viable prefixes followed by one event: every trace that enters `fail` is among them. Nothing is entered after the
 * terminal event, if there is one. The grammar must be trimmed.
 */
export function failEntries(grammar: Grammar, end: number | undefined): Grammar {
  const { productions, start } = openPrefixes(grammar, end)
  const anyEvent = productions.length
  return {
    width: grammar.width,
    start: anyEvent + 1,
    productions: [
      ...productions,
      Array.from({ length: grammar.width }, (_, e) => [e]),
      [[nonterminal(start), nonterminal(anyEvent)]],
    ],
  }
}

/** All traces but the empty one: `fail` keeps to those that have entered it. */
export function nonEmptyTraces(width: number): Grammar {
  const again = Array.from({ length: width }, (_, e) => [e, nonterminal(0)])
  return { width, start: 0, productions: [[...again, ...Array.from({ length: width }, (_, e) => [e])]] }
}

/** The prefixes of all words without `end`: for each nonterminal n a second one, n + size, derives those of n's words. */
function openPrefixes({ width, start, productions }: Grammar, end: number | undefined): Grammar {
  const size = productions.length
  const cut = (production: Production): Production[] =>
    production.flatMap((symbol, k) => {
      if (symbol === end) return []
      const last: GrammarSymbol = isEvent(symbol) ? symbol : nonterminal(~symbol + size)
      return [[...production.slice(0, k), last]]
    })
  return {
    width,
    start: start + size,
    productions: [...productions, ...productions.map((alternatives) => [[], ...alternatives.flatMap(cut)])],
  }
}
