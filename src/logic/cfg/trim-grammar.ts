/**
 * Removes from a grammar what no derivation of a word needs: alternatives that never end, nonterminals that the start
 * does not reach, symbols that derive the empty word only, productions written twice or leading from a nonterminal to
 * itself. The language stays the same. Runs before every other pass.
 *
 * After it every symbol occurs in a word's derivation, so a parser that has anything left to read has a viable prefix:
 * `fail` is exact. And a tail that can only be empty is empty, so that tail calls are seen as such (`recognizer.ts`).
 * Cost: O(nonterminals · size).
 */

import type { Grammar, Production } from './grammar.ts'
import { closeUpwards, isEvent, nonterminal } from './grammar.ts'

/** Undefined when the language is empty. */
export function trimGrammar(grammar: Grammar): Grammar | undefined {
  const productive = closeUpwards(grammar, isEvent)
  if (productive[grammar.start] === 0) return undefined
  const ends = (production: Production): boolean =>
    production.every((symbol) => isEvent(symbol) || productive[~symbol] === 1)
  const ending = grammar.productions.map((alternatives) => alternatives.filter(ends))

  const audible = nonterminalsWithEvents(ending)
  const shortened = ending.map((alternatives, n) => {
    const unique = new Map<string, Production>()
    for (const production of alternatives) {
      const kept = production.filter((symbol) => isEvent(symbol) || audible[~symbol] === 1)
      if (kept.length !== 1 || kept[0] !== nonterminal(n)) unique.set(kept.join(' '), kept)
    }
    return [...unique.values()]
  })

  const numbers = new Map([[grammar.start, 0]])
  for (const n of numbers.keys()) {
    for (const symbol of shortened[n]!.flat()) {
      if (!isEvent(symbol) && !numbers.has(~symbol)) numbers.set(~symbol, numbers.size)
    }
  }
  const renumber = (symbol: number): number => (isEvent(symbol) ? symbol : nonterminal(numbers.get(~symbol)!))
  return {
    width: grammar.width,
    start: 0,
    productions: Array.from(numbers.keys(), (n) => shortened[n]!.map((production) => production.map(renumber))),
  }
}

/** Per nonterminal 1 when it derives a word that is not empty; all nonterminals must be productive. */
function nonterminalsWithEvents(productions: readonly (readonly Production[])[]): Uint8Array {
  const audible = new Uint8Array(productions.length)
  for (let changed = true; changed;) {
    changed = false
    productions.forEach((alternatives, n) => {
      if (audible[n] === 1) return
      if (!alternatives.some((production) => production.some((s) => isEvent(s) || audible[~s] === 1))) return
      audible[n] = 1
      changed = true
    })
  }
  return audible
}
