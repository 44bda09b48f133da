/**
 * From a complete automaton to the monitor template that the engine consumes: minimal table, automaton for display,
 * enable and coenable sets (computed when first asked for). The common end of all regular logics.
 */

import { UserError } from '../../diagnostics/user-error.ts'
import type { SourceSpan } from '../../diagnostics/user-error.ts'
import type { SynthesisLimits } from '../logic.ts'
import type {
  Automaton,
  Category,
  EventSets,
  MonitorTemplate,
  ReportSets,
  State,
  TransitionTable,
} from '../template.ts'
import type { Dfa } from './dfa.ts'
import {
  eventSets,
  liveStates,
  numberLabels,
  reportGoals,
  unionsAfter,
  unionsBefore,
  verdictGoals,
} from './event-sets.ts'
import { minimize } from './minimize.ts'

export interface RegularProperty {
  readonly logic: string
  readonly events: readonly string[]
  /** The categories of interest; verdict bits of `dfa` are numbered by them. */
  readonly categories: readonly Category[]
  readonly end: string | undefined
  readonly dfa: Dfa
  readonly limits: SynthesisLimits
  /** Shown when a limit is exceeded. */
  readonly formula: SourceSpan
  /** Names of the states of `dfa`, for logics whose formulas name them; else s0, s1 … breadth-first. */
  readonly stateNames?: readonly string[]
  /** Whether a sink where nothing but `fail` holds is left out of the automaton for display (a missing transition leads there). */
  readonly failSink?: boolean
}

export function regularTemplate(property: RegularProperty): MonitorTemplate {
  const { logic, events, categories, end, limits, formula } = property
  const { dfa, representative } = minimize(property.dfa)
  const reports = reportGoals(dfa, categoryBits(categories, 'event'), categoryBits(categories, 'entry'))
  const table: TransitionTable = { ...dfa, live: liveStates(dfa, reports) }

  const countPairs = () => {
    let pairs = 0
    return (): void => {
      pairs += 1
      if (pairs > limits.eventSets) throw tooManyEventSets(limits, formula)
    }
  }
  const setsOf = (direction: 'before' | 'after') => {
    const cache = new Map<string, EventSets>()
    return (category: string): EventSets => {
      let sets = cache.get(category)
      if (sets === undefined) {
        const goals = verdictGoals(dfa, 1 << categoryIndex(categories, category))
        const unions = direction === 'before' ? unionsBefore : unionsAfter
        sets = eventSets(events, (labels) => unions(dfa, goals, labels, countPairs()))
        cache.set(category, sets)
      }
      return sets
    }
  }

  return {
    logic,
    events,
    categories,
    end,
    initial: dfa.start,
    table,
    step: (state: State, event: number) => dfa.next[(state as number) * dfa.width + event]!,
    verdict: (state: State) => dfa.verdicts[state as number]!,
    live: (state: State) => table.live[state as number] === 1,
    automaton: display(property, dfa, representative),
    enable: setsOf('before'),
    coenable: setsOf('after'),
    reportSets(labels: readonly number[]): ReportSets {
      const ascending = (sets: Set<number>[]) => sets.map((set) => [...set].sort((a, b) => a - b))
      return {
        starts: events.map(
          (_, e) => reports[dfa.start * dfa.width + e] === 1 || table.live[dfa.next[dfa.start * dfa.width + e]!] === 1,
        ),
        enable: ascending(unionsBefore(dfa, reports, numberLabels(labels), countPairs())),
        coenable: ascending(unionsAfter(dfa, reports, numberLabels(labels), countPairs())),
      }
    },
  }
}

function categoryBits(categories: readonly Category[], rule: Category['report']): number {
  return categories.reduce((bits, category, i) => (category.report === rule ? bits | (1 << i) : bits), 0)
}

/** The index of a category of interest; a `UserError` that lists them for any other name. */
export function categoryIndex(categories: readonly Category[], name: string): number {
  const index = categories.findIndex((category) => category.name === name)
  if (index !== -1) return index
  throw new UserError({
    code: 'unknown-category',
    message: `'${name}' is not a category of interest of this property`,
    remedy: `use one of: ${categories.map((category) => category.name).join(', ')}`,
  })
}

/** Gives up on event sets; `formula` is shown. */
export function tooManyEventSets(limits: SynthesisLimits, formula: SourceSpan): UserError {
  return new UserError({
    code: 'too-many-event-sets',
    message: `the enable and coenable sets of this formula take more than ${limits.eventSets} event sets to compute`,
    span: formula,
    remedy: `use fewer events, or raise the limit: limits: { eventSets: ${limits.eventSets * 4} }`,
  })
}

function display(property: RegularProperty, dfa: Dfa, representative: Int32Array): Automaton {
  const { events, categories, stateNames } = property
  const sink = property.failSink === true ? findFailSink(dfa, categories) : undefined
  const names: (string | undefined)[] = []
  let unnamed = 0
  for (let s = 0; s < dfa.states; s += 1) {
    names.push(s === sink ? undefined : stateNames === undefined ? `s${unnamed++}` : stateNames[representative[s]!]!)
  }
  const shown = names.flatMap((name, s) => (name === undefined ? [] : [{ name, s }]))
  const row = (s: number): [string, string][] =>
    events.flatMap((event, e) => {
      const target = names[dfa.next[s * dfa.width + e]!]
      return target === undefined ? [] : [[event, target]]
    })
  const holds = (c: number): string[] =>
    shown.filter(({ s }) => (dfa.verdicts[s]! & (1 << c)) !== 0).map(({ name }) => name)
  return {
    start: names[dfa.start]!,
    states: Object.fromEntries(shown.map(({ name, s }) => [name, Object.fromEntries(row(s))])),
    categories: Object.fromEntries(
      categories
        .map((category, c): [string, string[]] => [category.name, holds(c)])
        .filter(([name, members]) => name !== 'fail' || members.length > 0),
    ),
  }
}

/** The absorbing state where `fail` alone holds or, when `fail` is of no interest, nothing. The start state is always shown. */
function findFailSink(
  { states, width, start, next, verdicts }: Dfa,
  categories: readonly Category[],
): number | undefined {
  const fail = categories.findIndex((category) => category.name === 'fail')
  const verdict = fail === -1 ? 0 : 1 << fail
  for (let s = 0; s < states; s += 1) {
    if (s === start || verdicts[s] !== verdict) continue
    if (next.subarray(s * width, (s + 1) * width).every((target) => target === s)) return s
  }
  return undefined
}
