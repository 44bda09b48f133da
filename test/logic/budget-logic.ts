/**
 * A logic as a user would write one, with nothing but the package's public face: `budget`. The formula
 * `acquire - release <= 2` counts; the category `exceeded` holds while the count is above the bound, `settled` while it
 * is 0. No finite automaton does this, so the state is the count itself.
 */

import { UserError } from '#src/index.ts'
import type { Category, EventSets, Logic, MonitorTemplate, SynthesisInput } from '#src/index.ts'

const all: Category[] = [
  { name: 'exceeded', report: 'entry' },
  { name: 'settled', report: 'event' },
]

export const budget: Logic = {
  name: 'budget',
  description: 'a bound on how often one event happens more than another',

  synthesize({ formula, events, categories: requested, end }: SynthesisInput): MonitorTemplate {
    const parsed = /^\s*(\w+)\s*-\s*(\w+)\s*<=\s*(\d+)\s*$/.exec(formula)
    if (parsed === null) {
      throw new UserError({
        code: 'budget-syntax',
        message: 'a budget is written: event - event <= number',
        span: { source: 'formula', text: formula, start: 0, end: formula.length },
      })
    }
    const [, up, down, bound] = parsed
    const categories = all.filter(({ name }) => requested === undefined || requested.includes(name))
    const bit = (name: string) =>
      categories.some((c) => c.name === name) ? 1 << categories.findIndex((c) => c.name === name) : 0
    // Any event can come before or after any other on the way to either category.
    const subsets = events.reduce<string[][]>((sets, event) => [...sets, ...sets.map((set) => [...set, event])], [[]])
    const sets = (lists: string[][]): EventSets => Object.fromEntries(events.map((event) => [event, lists]))
    return {
      logic: 'budget',
      events,
      categories,
      end,
      initial: 0,
      table: undefined,
      step: (state, event) => (state as number) + (events[event] === up ? 1 : events[event] === down ? -1 : 0),
      verdict: (state) => (Number(state) > Number(bound) ? bit('exceeded') : state === 0 ? bit('settled') : 0),
      live: () => true,
      automaton: undefined,
      enable: () => sets(subsets),
      coenable: () => sets(subsets.filter((set) => set.length > 0)),
    }
  },
}
