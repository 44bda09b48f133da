/**
 * What happens before and after each event in the words of a grammar, by fixpoint: the enable and coenable sets of a
 * grammar, exact. Last pass of synthesis for grammars, run when first asked for.
 *
 * Source: Chen, Meredith, Jin, Roşu, "Efficient formalism-independent monitoring of parametric properties" (2009), which
 * gives the fixpoint for grammars. Three steps: the label unions of the words of each nonterminal; from them, going
 * through the productions from left to right, the unions of what stands to the left of each place; after is before in
 * the mirrored grammar. What stands left of a place does not depend on what stands right of it, so nothing is lost.
 *
 * Cost: with one label bit for each event there can be 2^events unions at a place; `visit` is called for each union of
 * two labels, so that the caller can give up.
 */

import type { Labels } from '../automaton/event-sets.ts'
import type { Grammar } from './grammar.ts'
import { isEvent } from './grammar.ts'
import type { Rests } from './rests.ts'
import { emptyRest, numberRests } from './rests.ts'
import type { Rest } from './stack-node.ts'

/** Per event e, the label unions of w for all words w e w'. The grammar must be trimmed. */
export function unionsBefore<L>(grammar: Grammar, labels: Labels<L>, visit: () => void): Set<L>[] {
  const rests = numberRests(grammar)
  const { count, heads, tails, productions, start } = rests
  const words = wordUnions(rests, labels, visit)
  const result: Set<L>[] = Array.from({ length: grammar.width }, () => new Set())
  const left: Set<L>[] = Array.from({ length: count }, () => new Set())
  const pending: [Rest, L][] = []
  const reach = (rest: Rest, union: L): void => {
    if (rest === emptyRest || left[rest]!.has(union)) return
    left[rest]!.add(union)
    pending.push([rest, union])
  }
  reach(start, labels.none)
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const [rest, union] = item
    const head = heads[rest]!
    if (isEvent(head)) result[head]!.add(union)
    else for (const production of productions[~head]!) reach(production, union)
    if (tails[rest] === emptyRest) continue
    for (const word of words(head)) {
      visit()
      reach(tails[rest]!, labels.union(union, word))
    }
  }
  return result
}

/** Per event e, the label unions of w' for all words w e w', w' empty or not. The grammar must be trimmed. */
export function unionsAfter<L>(grammar: Grammar, labels: Labels<L>, visit: () => void): Set<L>[] {
  const productions = grammar.productions.map((alternatives) =>
    alternatives.map((production) => production.toReversed()),
  )
  return unionsBefore({ ...grammar, productions }, labels, visit)
}

/** Per symbol, the label unions of the words that it derives. A union that appears somewhere is combined with its neighbours once. */
function wordUnions<L>(rests: Rests, labels: Labels<L>, visit: () => void): (symbol: number) => ReadonlySet<L> {
  const { count, heads, tails, productions, nullable } = rests
  const ofRest: Set<L>[] = Array.from({ length: count }, () => new Set())
  const ofNonterminal: Set<L>[] = productions.map(() => new Set())
  const ofEvent: Set<L>[] = []
  const ofSymbol = (symbol: number): Set<L> =>
    isEvent(symbol) ? (ofEvent[symbol] ??= new Set([labels.of(symbol)])) : ofNonterminal[~symbol]!

  const byTail: Rest[][] = Array.from({ length: count }, () => [])
  const byHead: Rest[][] = productions.map(() => [])
  for (let rest = 1; rest < count; rest += 1) {
    byTail[tails[rest]!]!.push(rest)
    if (!isEvent(heads[rest]!)) byHead[~heads[rest]!]!.push(rest)
  }
  const definers: number[][] = Array.from({ length: count }, () => [])
  productions.forEach((alternatives, n) => alternatives.forEach((rest) => definers[rest]!.push(n)))

  const pending: (() => void)[] = []
  const foundRest = (rest: Rest, union: L): void => {
    if (ofRest[rest]!.has(union)) return
    ofRest[rest]!.add(union)
    pending.push(() => {
      for (const n of definers[rest]!) foundNonterminal(n, union)
      for (const longer of byTail[rest]!) {
        for (const word of ofSymbol(heads[longer]!)) {
          visit()
          foundRest(longer, labels.union(word, union))
        }
      }
    })
  }
  const foundNonterminal = (n: number, union: L): void => {
    if (ofNonterminal[n]!.has(union)) return
    ofNonterminal[n]!.add(union)
    pending.push(() => {
      for (const rest of byHead[n]!) {
        for (const tail of ofRest[tails[rest]!]!) {
          visit()
          foundRest(rest, labels.union(union, tail))
        }
      }
    })
  }
  foundRest(emptyRest, labels.none)
  nullable.forEach((derivesEmpty, n) => {
    if (derivesEmpty === 1) foundNonterminal(n, labels.none)
  })
  for (let combine = pending.pop(); combine !== undefined; combine = pending.pop()) combine()
  return ofSymbol
}
