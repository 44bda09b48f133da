/**
 * Context-free grammars: a logic that judges the whole trace so far, and can count nesting. Formula → grammar →
 * recognizer; where the grammar turns out to be regular, on to an automaton.
 *
 * `match` holds when the trace is in the language, `fail` when no continuation can bring it there.
 * For `S -> S begin S end | epsilon`:
 *
 *     trace     begin begin end end     begin end   end   begin
 *     verdict   ?     ?     ?   match   ?     match fail  fail
 *
 * A terminal event ends the trace, so nothing continues it: there the trace is judged, `match` or `fail`. The judged
 * trace includes the terminal event if the grammar mentions it and leaves it out if not. What happens after the end
 * is not judged: `fail` remains, `match` does not hold again.
 */

import type { SourceSpan } from '../../diagnostics/user-error.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import { eventSets, numberLabels } from '../automaton/event-sets.ts'
import { explore } from '../automaton/explore.ts'
import { categoryIndex, regularTemplate, tooManyEventSets } from '../automaton/regular-template.ts'
import { chooseCategories } from '../formula/choose-categories.ts'
import { FormulaScanner } from '../formula/formula-scanner.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import type { Category, EventSets, MonitorTemplate, ReportSets } from '../template.ts'
import { unionsAfter, unionsBefore } from './grammar-event-sets.ts'
import type { Grammar } from './grammar.ts'
import { judgeAtEnd } from './judge-at-end.ts'
import { grammarOperators, parseGrammar } from './parse-grammar.ts'
import { fail, type GrammarMonitors, match, monitorGrammar } from './monitor-grammar.ts'
import { failEntries, nonEmptyTraces } from './prefix-grammar.ts'
import type { Configuration, Recognizer } from './recognizer.ts'
import { trimGrammar } from './trim-grammar.ts'

/** A grammar with at most so many configurations, of at most as many readings each, is monitored by a table of them. */
const fewConfigurations = 32

/** How many unions of two sets may be computed for each set that `limits.eventSets` admits. */
const unionsPerEventSet = 32

export const cfg: Logic = {
  name: 'cfg',
  description: 'context-free grammars: nested and balanced events, such as calls and returns',
  synthesize,
}

/** What both kinds of template are made of. */
interface Property {
  readonly input: SynthesisInput
  readonly categories: readonly Category[]
  /** Trimmed; its words are the traces that match. */
  readonly grammar: Grammar
  /** The terminal event, if there is one. */
  readonly end: number | undefined
  readonly monitors: GrammarMonitors
  readonly formula: SourceSpan
}

function synthesize(input: SynthesisInput): MonitorTemplate {
  const { events } = input
  const categories = chooseCategories(input.categories, [match, fail])
  const scanner = new FormulaScanner(input, grammarOperators)
  const formula = scanner.whole()
  const parsed = parseGrammar(scanner, events)
  const end = input.end === undefined ? undefined : events.indexOf(input.end)
  const written = trimGrammar(parsed.grammar)
  const grammar = written === undefined || end === undefined ? written : trimGrammar(judgeAtEnd(written, end))
  if (grammar === undefined) {
    throw new UserError({
      code: 'empty-language',
      message:
        written === undefined
          ? `'${parsed.start.text}' derives no word: each of its derivations goes on for ever`
          : `'${parsed.start.text}' derives no word that ends with its terminal event '${input.end}'`,
      span: scanner.span(parsed.start),
      remedy:
        written === undefined
          ? "give one of the nonterminals an alternative that ends, such as 'epsilon'"
          : `let nothing follow '${input.end}' in the grammar`,
    })
  }
  const monitors = monitorGrammar({ grammar, ...(end === undefined ? {} : { end }) }, categories)
  const property = { input, categories, grammar, end, monitors, formula }
  return hasFewConfigurations(monitors.recognizer, input) ? tableTemplate(property) : stackTemplate(property)
}

/** Whether the grammar has few configurations. Regular ones may have more, or infinitely many: that cannot be decided. */
function hasFewConfigurations(recognizer: Recognizer, { events, limits }: SynthesisInput): boolean {
  const few = Math.min(fewConfigurations, limits.states)
  const found = new Set([recognizer.initial])
  for (const configuration of found) {
    if (found.size > few || configuration.size > few) return false
    for (let event = 0; event < events.length; event += 1) found.add(recognizer.step(configuration, event))
  }
  return true
}

/** Exact in everything, for the configurations are an automaton. */
function tableTemplate({ input, categories, monitors, formula }: Property): MonitorTemplate {
  const { events, end, limits } = input
  const { recognizer, verdict } = monitors
  const machine = {
    start: recognizer.initial,
    successor: (configuration: Configuration, event: number) => recognizer.step(configuration, event),
    key: (configuration: Configuration) => configuration.id,
    verdict,
  }
  const dfa = explore(machine, events.length, limits, formula)
  return { ...regularTemplate({ logic: 'cfg', events, categories, end, dfa, limits, formula }), automaton: undefined }
}

/** Exact but for `fail`: its sets are supersets, and it counts as reachable from everywhere. */
function stackTemplate({ input, categories, grammar, end, monitors, formula }: Property): MonitorTemplate {
  const { events, limits } = input
  const { initial, step, verdict, live } = monitors
  const countUnions = () => {
    let left = limits.eventSets * unionsPerEventSet
    return (): void => {
      left -= 1
      if (left < 0) throw tooManyEventSets(limits, formula)
    }
  }
  const setsOf = (unions: typeof unionsBefore, wanted: (set: readonly string[]) => boolean) => {
    const cache = new Map<string, EventSets>()
    return (category: string): EventSets => {
      let sets = cache.get(category)
      if (sets === undefined) {
        const traces =
          categories[categoryIndex(categories, category)] === match ? grammar : nonEmptyTraces(events.length)
        const all = eventSets(events, (labels) => unions(traces, labels, countUnions()))
        sets = Object.fromEntries(events.map((event) => [event, all[event]!.filter(wanted)]))
        cache.set(category, sets)
      }
      return sets
    }
  }

  return {
    logic: 'cfg',
    events,
    categories,
    end: input.end,
    initial,
    table: undefined,
    grammar: { grammar, ...(end === undefined ? {} : { end }) },
    step,
    verdict,
    live,
    automaton: undefined,
    enable: setsOf(unionsBefore, () => true),
    coenable: setsOf(unionsAfter, (set) => set.length > 0),
    reportSets(labels: readonly number[]): ReportSets {
      // The lowest bit tells a trace with empty labels from the empty trace.
      const marked = numberLabels(labels.map((label) => label * 2 + 1))
      const languages = categories.map((category) =>
        category === match ? grammar : trimGrammar(failEntries(grammar, end))!,
      )
      const merge = (unions: typeof unionsBefore) => {
        const perLanguage = languages.map((language) => unions(language, marked, countUnions()))
        return events.map((_, e) => new Set(perLanguage.flatMap((perEvent) => [...perEvent[e]!])))
      }
      const before = merge(unionsBefore)
      const after = merge(unionsAfter)
      const unmarked = (sets: Iterable<number>) =>
        [...new Set(Array.from(sets, (set) => set >> 1))].sort((a, b) => a - b)
      return {
        starts: before.map((sets) => sets.has(0)),
        enable: before.map(unmarked),
        coenable: after.map((sets) => unmarked([...sets].filter((set) => set !== 0))),
      }
    },
  }
}
