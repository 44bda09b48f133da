/**
 * A grammar prepared for reading: every tail of every production is a number, equal tails the same. First pass of
 * `recognizer.ts`.
 */

import type { Grammar, GrammarSymbol, Production } from './grammar.ts'
import { nonterminal, nullableNonterminals } from './grammar.ts'
import type { Rest } from './stack-node.ts'

export const emptyRest: Rest = 0

export interface Rests {
  readonly count: number
  /** The first symbol of a rest that is not empty, and what follows it. */
  readonly heads: readonly GrammarSymbol[]
  readonly tails: readonly Rest[]
  /** Per nonterminal, its productions but the empty one. */
  readonly productions: readonly (readonly Rest[])[]
  /** Per nonterminal 1 when it derives the empty word. */
  readonly nullable: Uint8Array
  /** The start symbol alone. */
  readonly start: Rest
}

/** The grammar must be trimmed. */
export function numberRests(grammar: Grammar): Rests {
  const heads: GrammarSymbol[] = [0]
  const tails: Rest[] = [emptyRest]
  const numbers = new Map<string, Rest>()
  const numberOf = (production: Production): Rest => {
    let tail = emptyRest
    for (let k = production.length - 1; k >= 0; k -= 1) {
      const key = `${production[k]!} ${tail}`
      const known = numbers.get(key)
      if (known === undefined) {
        numbers.set(key, heads.length)
        heads.push(production[k]!)
        tails.push(tail)
      }
      tail = known ?? heads.length - 1
    }
    return tail
  }
  const productions = grammar.productions.map((alternatives) =>
    alternatives.filter((production) => production.length > 0).map(numberOf),
  )
  const start = numberOf([nonterminal(grammar.start)])
  return { count: heads.length, heads, tails, productions, nullable: nullableNonterminals(grammar), start }
}
