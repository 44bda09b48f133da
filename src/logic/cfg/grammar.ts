/**
 * A context-free grammar as every pass of this room reads it: numbers only. `parse-grammar.ts` makes one from a formula,
 * `trim-grammar.ts`, `judge-at-end.ts` and `prefix-grammar.ts` make one from another.
 */

/** An event e is the number e, the nonterminal n is the number ~n (below zero). */
export type GrammarSymbol = number

/** The right side of a rule; empty for epsilon. */
export type Production = readonly GrammarSymbol[]

export interface Grammar {
  /** Number of events of the alphabet, used by the grammar or not. */
  readonly width: number
  /** The nonterminal that derives the language. */
  readonly start: number
  /** The alternatives of each nonterminal. */
  readonly productions: readonly (readonly Production[])[]
}

export function isEvent(symbol: GrammarSymbol): boolean {
  return symbol >= 0
}

/** The symbol of a nonterminal; its own inverse. */
export function nonterminal(n: number): GrammarSymbol {
  return ~n
}

/** Per nonterminal 1 when one of its productions consists of nonterminals that are marked, or symbols that `admits` lets through. */
export function closeUpwards({ productions }: Grammar, admits: (symbol: GrammarSymbol) => boolean): Uint8Array {
  const marked = new Uint8Array(productions.length)
  const holds = (symbol: GrammarSymbol): boolean => admits(symbol) || (symbol < 0 && marked[~symbol] === 1)
  for (let changed = true; changed;) {
    changed = false
    productions.forEach((alternatives, n) => {
      if (marked[n] === 1 || !alternatives.some((production) => production.every(holds))) return
      marked[n] = 1
      changed = true
    })
  }
  return marked
}

/** Nonterminals that derive the empty word. */
export function nullableNonterminals(grammar: Grammar): Uint8Array {
  return closeUpwards(grammar, () => false)
}
