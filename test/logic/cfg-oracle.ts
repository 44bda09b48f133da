/**
 * Context-free grammars by definition, for tests: derivability as the least fixpoint over pairs of automaton states
 * (Bar-Hillel, Perles and Shamir's product). On the line of a word's positions that is the plain chart parser; on other
 * automata it decides exactly, without any bound on length, whether some word of the language has a regular shape. It
 * knows nothing of trimming, stacks or items, and takes grammars as they are.
 */

import fc from 'fast-check'
import { expect } from 'vitest'
import { words } from './synthesize-with.ts'

/** A rule with an empty right side derives the empty word. The first rule's left side is the start symbol. */
export interface PlainRule {
  readonly left: string
  readonly right: readonly string[]
}

export interface PlainGrammar {
  readonly events: readonly string[]
  readonly rules: readonly PlainRule[]
}

export function print({ rules }: PlainGrammar): string {
  return rules.map(({ left, right }) => `${left} -> ${right.length === 0 ? 'epsilon' : right.join(' ')}`).join(', ')
}

/** A nondeterministic automaton over event names; states are 0 … states - 1. */
interface Walk {
  readonly states: number
  readonly moves: (state: number, event: string) => readonly number[]
}

/** Whether the start symbol derives a word that leads from one state to another. Rows of relations are bit sets. */
function leads({ events, rules }: PlainGrammar, { states, moves }: Walk): (from: number, to: number) => boolean {
  expect(states).toBeLessThan(32)
  const relations = new Map<string, Int32Array>()
  for (const { left } of rules) relations.set(left, new Int32Array(states))
  for (const event of events) {
    const row = (s: number) => moves(s, event).reduce((bits, t) => bits | (1 << t), 0)
    relations.set(
      event,
      Int32Array.from({ length: states }, (_, s) => row(s)),
    )
  }
  for (let changed = true; changed;) {
    changed = false
    for (const { left, right } of rules) {
      const relation = relations.get(left)!
      for (let from = 0; from < states; from += 1) {
        let reached = 1 << from
        for (const symbol of right) reached = image(relations.get(symbol)!, reached)
        if ((reached & ~relation[from]!) === 0) continue
        relation[from]! |= reached
        changed = true
      }
    }
  }
  const start = relations.get(rules[0]!.left)!
  return (from, to) => (start[from]! & (1 << to)) !== 0
}

function image(relation: Int32Array, from: number): number {
  let to = 0
  for (let rest = from; rest !== 0; rest &= rest - 1) to |= relation[31 - Math.clz32(rest & -rest)]!
  return to
}

/** Whether the word is in the language. */
export function contains(grammar: PlainGrammar, word: readonly string[]): boolean {
  const moves = (s: number, event: string) => (word[s] === event ? [s + 1] : [])
  return leads(grammar, { states: word.length + 1, moves })(0, word.length)
}

/** Whether some word of the language goes on from this one by events that `admits` lets through. */
export function isViable(
  grammar: PlainGrammar,
  word: readonly string[],
  admits: (event: string) => boolean = () => true,
): boolean {
  const moves = (s: number, event: string) =>
    s === word.length ? (admits(event) ? [s] : []) : word[s] === event ? [s + 1] : []
  return leads(grammar, { states: word.length + 1, moves })(0, word.length)
}

export function isEmpty(grammar: PlainGrammar): boolean {
  return !isViable(grammar, [])
}

export type Verdict = 'match' | 'fail' | '?'

/** The verdict on a whole trace; with a terminal event as the documents define it. */
export function verdictOn(grammar: PlainGrammar, trace: readonly string[], end?: string): Verdict {
  if (end === undefined) return contains(grammar, trace) ? 'match' : isViable(grammar, trace) ? '?' : 'fail'
  const mentioned = mentions(grammar, end)
  const at = trace.indexOf(end)
  if (at !== -1) {
    const judged = contains(grammar, trace.slice(0, mentioned ? at + 1 : at))
    return !judged ? 'fail' : at === trace.length - 1 ? 'match' : '?'
  }
  if (contains(grammar, trace)) return 'match'
  return isViable(grammar, trace, (event) => event !== end) || (mentioned && endsWell(grammar, trace, end))
    ? '?'
    : 'fail'
}

/** Whether some word of the language has the event in it. */
function mentions(grammar: PlainGrammar, end: string): boolean {
  const moves = (s: number, event: string) => (s === 0 && event === end ? [0, 1] : [s])
  return leads(grammar, { states: 2, moves })(0, 1)
}

/** Whether the trace, some other events and then the terminal event make a word of the language. */
function endsWell(grammar: PlainGrammar, trace: readonly string[], end: string): boolean {
  const n = trace.length
  const moves = (s: number, event: string) => {
    if (s < n) return trace[s] === event ? [s + 1] : []
    return s === n ? [event === end ? n + 1 : n] : []
  }
  return leads(grammar, { states: n + 2, moves })(0, n + 1)
}

/** { events(w) | w e w' in the language } for each event e, as bit sets, ascending. */
export function setsBefore(grammar: PlainGrammar): number[][] {
  const { events } = grammar
  const size = 1 << events.length
  // States 0 … size - 1: the set so far. From size on: the set when e happened.
  return events.map((e) => {
    const moves = (s: number, event: string) => {
      if (s >= size) return [s]
      const longer = s | (1 << events.indexOf(event))
      return event === e ? [longer, s + size] : [longer]
    }
    const reaches = leads(grammar, { states: 2 * size, moves })
    return Array.from({ length: size }, (_, set) => set).filter((set) => reaches(0, set + size))
  })
}

/** { events(w') | w e w' in the language, w' not empty } for each event e, as bit sets, ascending. */
export function setsAfter(grammar: PlainGrammar): number[][] {
  const { events } = grammar
  const size = 1 << events.length
  // States 0 … size - 1: the set since e happened; size: it has not yet.
  return events.map((e) => {
    const moves = (s: number, event: string) => {
      if (s < size) return [s | (1 << events.indexOf(event))]
      return event === e ? [size, 0] : [size]
    }
    const reaches = leads(grammar, { states: size + 1, moves })
    return Array.from({ length: size }, (_, set) => set).filter((set) => set !== 0 && reaches(size, set))
  })
}

/** Sets around each event by going through all traces of at most the given length that `isGoal` admits. */
export function enumeratedSets(
  events: readonly string[],
  length: number,
  isGoal: (trace: readonly string[]) => boolean,
): { before: Set<number>[]; after: Set<number>[] } {
  const before = events.map(() => new Set<number>())
  const after = events.map(() => new Set<number>())
  const setOf = (part: readonly string[]) => part.reduce((set, event) => set | (1 << events.indexOf(event)), 0)
  for (const trace of words(events, length)) {
    if (!isGoal(trace)) continue
    trace.forEach((event, i) => {
      const e = events.indexOf(event)
      before[e]!.add(setOf(trace.slice(0, i)))
      if (i < trace.length - 1) after[e]!.add(setOf(trace.slice(i + 1)))
    })
  }
  return { before, after }
}

/**
 * Grammars with up to four nonterminals, each with a rule or more. Short right sides over few symbols make ambiguous,
 * left-recursive and cyclic ones, empty words, symbols that derive nothing and symbols that nothing reaches.
 */
export function grammars(events: readonly string[]): fc.Arbitrary<PlainGrammar> {
  return fc.integer({ min: 1, max: 4 }).chain((count) => {
    const nonterminals = ['S', 'A', 'B', 'C'].slice(0, count)
    const symbol = fc.constantFrom(...events, ...nonterminals, ...nonterminals)
    const right = fc.array(symbol, { maxLength: 4 })
    const alternatives = fc.array(right, { minLength: 1, maxLength: 3 })
    return fc.tuple(...nonterminals.map(() => alternatives)).map((perNonterminal) => ({
      events,
      rules: perNonterminal.flatMap((list, n) => list.map((side) => ({ left: nonterminals[n]!, right: side }))),
    }))
  })
}

/** A trace that mostly stays viable: choices pick among the events that leave something to hope for, or among all. */
export function viableTrace(grammar: PlainGrammar, choices: readonly number[]): string[] {
  const trace: string[] = []
  for (const choice of choices) {
    const hopeful = grammar.events.filter((event) => isViable(grammar, [...trace, event]))
    const events = hopeful.length === 0 || choice % 10 === 0 ? grammar.events : hopeful
    trace.push(events[Math.floor(choice / 10) % events.length]!)
  }
  return trace
}
