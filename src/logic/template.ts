/**
 * What a logic makes of a formula: a monitor template. The engine runs any number of monitors from one template; a
 * monitor is nothing but a state of it. States are immutable, so a monitor is cloned by copying its state.
 *
 * This file is the border between `logic` and everything after it. It knows events by number and nothing of parameters.
 */

import type { MonitoredGrammar } from './cfg/monitor-grammar.ts'

/** A state of a template. Templates with a table use its row numbers; others use immutable objects of their own. */
export type State = number | object

/**
 * When a category is reported. `entry`: when a monitor enters it (fail, violation, validation); a monitor's first event
 * enters all that hold after it. `event`: at each event after which it holds (ERE match, FSM states and aliases).
 */
export type ReportRule = 'entry' | 'event'

export interface Category {
  readonly name: string
  readonly report: ReportRule
}

/** A complete deterministic automaton as a typed-array table: the successor of state s under event e is `next[s * width + e]`. */
export interface TransitionTable {
  readonly states: number
  /** Number of events, the length of a row. */
  readonly width: number
  readonly start: number
  readonly next: Int32Array
  /** Per state, the bit set of categories that hold there (bit i is `categories[i]`); 0 while undecided. */
  readonly verdicts: Int32Array
  /** Per state 1 when a report can still be made from it (by at least one further event), else 0. */
  readonly live: Uint8Array
}

/** For each event, a list of event sets; events in alphabet order, sets ordered by size, then by alphabet order. */
export type EventSets = Readonly<Record<string, readonly (readonly string[])[]>>

/** Event sets as the engine wants them, see `MonitorTemplate.reportSets`. Lists are per event, ascending, without duplicates. */
export interface ReportSets {
  /** Whether a trace that leads to a report can begin with the event. */
  readonly starts: readonly boolean[]
  /** The unions of the labels of w, for all traces w e w' that end with a report. */
  readonly enable: readonly (readonly number[])[]
  /** The unions of the labels of w', for all traces w e w' with w' not empty that end with a report. */
  readonly coenable: readonly (readonly number[])[]
}

/** The minimal automaton as people and tools read it. The fail sink is left out: a missing transition leads there. */
export interface Automaton {
  readonly start: string
  readonly states: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly categories: Readonly<Record<string, readonly string[]>>
}

export interface MonitorTemplate {
  readonly logic: string
  /** The alphabet. An event is known by its index here. */
  readonly events: readonly string[]
  /** The categories of interest, at most 30. A category is known by its index here. */
  readonly categories: readonly Category[]
  /** The terminal event, if the property has one. */
  readonly end: string | undefined
  readonly initial: State
  /** Present for regular properties: `step`, `verdict` and `live` then equal the look-ups in it. */
  readonly table: TransitionTable | undefined
  /** Present for grammars that are not: `step`, `verdict` and `live` can be had from it again (`cfg/monitor-grammar.ts`). */
  readonly grammar?: MonitoredGrammar
  step(state: State, event: number): State
  /** Bit set over `categories` that hold in a state; 0 while undecided. */
  verdict(state: State): number
  /** Whether a report can still be made after at least one further event. May over-approximate (true is always safe). */
  live(state: State): boolean
  /** The minimal automaton for display; undefined when the property is not regular. */
  readonly automaton: Automaton | undefined
  /**
   * Events that occur before an event in traces that reach the category: per event e, { events(w) | w e w' reaches it }.
   * Exact for regular properties and CFG match, a superset for CFG fail.
   */
  enable(category: string): EventSets
  /** Events that occur after an event in such traces: per event e, { events(w') | w e w' reaches it }, the empty set dropped. */
  coenable(category: string): EventSets
  /**
   * The same over all categories at once and for reports instead of verdicts (a trace that entered a sticky category is
   * over), with each event replaced by a label, a bit set such as its parameters. Never grows with the alphabet, only with
   * the number of different unions. Optional: who needs it falls back on `enable` and `coenable`, which give supersets.
   */
  reportSets?(labels: readonly number[]): ReportSets
}
