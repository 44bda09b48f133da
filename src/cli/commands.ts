/** The table of subcommands. Each loads its code only when it is wanted, so that starting stays quick. */

import type { Command } from './command.ts'

const synth: Command = {
  name: 'synth',
  summary: 'Show the monitor that a formula becomes.',
  usage: '',
  positionals: [0, 0],
  options: {
    logic: { value: '<logic>', description: 'The logic of the formula: ere, fsm, ltl, ptltl, cfg.' },
    events: { value: '<a,b,…>', description: 'The events, separated by commas.' },
    formula: { value: '<formula>', description: 'The formula, in the syntax of docs/logics.md.' },
    categories: { value: '<a,b,…>', description: 'Categories of interest; minimal with respect to them.' },
    end: { value: '<event>', description: 'The terminal event: the formula is judged on the finite trace there.' },
    trace: { value: '<a,b,…>', description: 'Show the verdict after each event of a trace.' },
    format: { value: '<format>', choices: ['table', 'json', 'dot', 'svg'], description: 'How to show it.' },
    'max-states': { value: '<n>', description: 'Raise the limit on states during synthesis (20000).' },
  },
  examples: [
    {
      command: "jsmop synth --logic ere --events create,modify,next --formula 'create next* modify next'",
      what: 'An iterator is used after its collection was changed',
    },
    {
      command:
        "jsmop synth --logic ltl --events open,close,end --end end --formula '[](open => <> close)' --trace open,end",
      what: 'Verdicts after each event',
    },
    {
      command: "jsmop synth --logic fsm --events a,b --formula 's [ a -> t ] t [ b -> s ]' --format svg > monitor.svg",
      what: 'A picture',
    },
  ],
  load: async () => (await import('./commands/synth.ts')).synth,
}

const specs: Command = {
  name: 'specs',
  summary: 'List the catalogue of specs.',
  usage: '',
  positionals: [0, 0],
  options: { json: { description: 'As JSON.' } },
  examples: [{ command: 'jsmop specs', what: 'Everything that can be watched' }],
  load: async () => (await import('./commands/specs.ts')).specs,
}

const explain: Command = {
  name: 'explain',
  summary: 'Show one spec in full: rule, events, formula, automaton.',
  usage: '<id>',
  positionals: [1, 1],
  options: {},
  examples: [{ command: 'jsmop explain stream/no-write-after-end', what: 'One spec' }],
  load: async () => (await import('./commands/explain.ts')).explain,
}

export const commands: readonly Command[] = [synth, specs, explain]
