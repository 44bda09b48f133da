/**
 * Finite state machines: a logic whose formula is the automaton itself. A category is a state, an alias (a set of
 * states) or `fail`, where a missing transition leads; several can hold at once. By default the aliases and `fail` are
 * of interest. With `closed [ open -> opened ]  opened [ close -> closed ]  alias leak = opened`:
 *
 *     trace     open   close   close   open
 *     verdict   leak   ?       fail    fail
 *
 * A terminal event is an event like any other: the machine says where it leads.
 */

import { UserError } from '../../diagnostics/user-error.ts'
import type { Dfa } from '../automaton/dfa.ts'
import { tooManyStates } from '../automaton/explore.ts'
import { regularTemplate } from '../automaton/regular-template.ts'
import { chooseCategories } from '../formula/choose-categories.ts'
import { FormulaScanner } from '../formula/formula-scanner.ts'
import type { Logic, SynthesisInput } from '../logic.ts'
import type { Category, MonitorTemplate } from '../template.ts'
import { fsmOperators, parseFsm } from './parse-fsm.ts'
import type { StateMachine } from './parse-fsm.ts'

export const fsm: Logic = {
  name: 'fsm',
  description: 'finite state machines: states with transitions, aliases for sets of states',
  synthesize,
}

const fail: Category = { name: 'fail', report: 'entry' }

function synthesize(input: SynthesisInput): MonitorTemplate {
  const { events, end, limits } = input
  const scanner = new FormulaScanner(input, fsmOperators)
  const formula = scanner.whole()
  const machine = parseFsm(scanner)
  if (machine.states.length >= limits.states) throw tooManyStates(limits, formula)

  const states: Category[] = machine.states.map(({ name }) => ({ name, report: 'event' }))
  const aliases: Category[] = machine.aliases.map(({ name }) => ({ name, report: 'event' }))
  const categories = chooseCategories(input.categories, [...aliases, fail, ...states], [...aliases, fail])
  const dfa = complete(machine, events.length, categories)
  if (input.categories !== undefined) requireReachable(machine, dfa, categories)
  return regularTemplate({
    logic: 'fsm',
    events,
    categories,
    end,
    dfa,
    limits,
    formula,
    stateNames: [...states, fail].map(({ name }) => name),
    failSink: true,
  })
}

/** The states as declared, then `fail`. */
function complete(machine: StateMachine, width: number, categories: readonly Category[]): Dfa {
  const failed = machine.states.length
  const next = new Int32Array((failed + 1) * width).fill(failed)
  machine.states.forEach(({ successors }, s) => {
    const otherwise = successors.get('default') ?? failed
    for (let e = 0; e < width; e += 1) next[s * width + e] = successors.get(e) ?? otherwise
  })
  const verdicts = new Int32Array(failed + 1)
  categories.forEach((category, c) => {
    for (const s of statesOf(machine, category.name)) verdicts[s]! |= 1 << c
  })
  return { states: failed + 1, width, start: 0, next, verdicts }
}

function statesOf(machine: StateMachine, category: string): Iterable<number> {
  if (category === 'fail') return [machine.states.length]
  const alias = machine.aliases.find(({ name }) => name === category)
  return alias === undefined ? [machine.states.findIndex(({ name }) => name === category)] : alias.states
}

/** A category that was asked for by name must be reached by some event, or nothing would ever be reported for it. */
function requireReachable(machine: StateMachine, dfa: Dfa, categories: readonly Category[]): void {
  const entered = new Set<number>()
  const pending = [dfa.start]
  for (let s = pending.pop(); s !== undefined; s = pending.pop()) {
    for (const t of dfa.next.subarray(s * dfa.width, (s + 1) * dfa.width)) {
      if (entered.has(t)) continue
      entered.add(t)
      pending.push(t)
    }
  }
  for (const { name } of categories) {
    if ([...statesOf(machine, name)].some((s) => entered.has(s))) continue
    const declaration = [...machine.states, ...machine.aliases].find((declared) => declared.name === name)
    if (declaration === undefined) continue
    throw new UserError({
      code: 'unreachable-category',
      message: `no trace reaches the category '${name}'`,
      span: declaration.span,
      remedy: 'add a transition that leads there, or do not name it as a category',
    })
  }
}
