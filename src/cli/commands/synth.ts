/** `jsmop synth`: any formula as a table, JSON, DOT or SVG, with its enable and coenable sets and the verdicts on a trace. */

import { UserError } from '../../diagnostics/user-error.ts'
import { synthesize, type SynthesizedProperty } from '../../logic/synthesize.ts'
import { automatonDot } from '../../report/automaton/automaton-dot.ts'
import { automatonSvg } from '../../report/automaton/automaton-svg.ts'
import { alignColumns, automatonTable } from '../../report/automaton/automaton-table.ts'
import type { Automaton, EventSets } from '../../logic/template.ts'
import type { CommandFunction, OptionValues } from '../command.ts'
import { exitCode } from '../command.ts'

export const synth: CommandFunction = async ({ options }, io) => {
  const logic = required(options, 'logic', '<logic>')
  const formula = logic === 'raw' ? '' : required(options, 'formula', '<formula>')
  const synthesis = synthesize({
    logic,
    formula,
    events: list(required(options, 'events', '<a,b,…>')),
    ...(options['categories'] === undefined ? {} : { categories: list(options['categories'] as string) }),
    ...(options['end'] === undefined ? {} : { end: options['end'] as string }),
    limits: {
      ...(options['max-states'] === undefined ? {} : { states: wholeNumber(options, 'max-states') }),
      ...(options['max-event-sets'] === undefined ? {} : { eventSets: wholeNumber(options, 'max-event-sets') }),
    },
  })
  const trace = options['trace'] === undefined ? undefined : list(options['trace'] as string)
  switch ((options['format'] ?? 'table') as string) {
    case 'json':
      io.stdout.write(`${JSON.stringify(asJson(synthesis, trace), null, 2)}\n`)
      break
    case 'dot':
      io.stdout.write(automatonDot(automatonOf(synthesis)))
      break
    case 'svg':
      io.stdout.write(await automatonSvg(automatonOf(synthesis)))
      break
    default:
      io.stdout.write(asText(synthesis, formula, trace))
  }
  return exitCode.ok
}

function asJson(synthesis: SynthesizedProperty, trace: readonly string[] | undefined) {
  const { logic, events, categories, end } = synthesis.template
  const names = categories.map(({ name }) => name)
  return {
    logic,
    events,
    categories: names,
    ...(end === undefined ? {} : { end }),
    ...(synthesis.automaton === undefined ? {} : { automaton: synthesis.automaton }),
    enable: Object.fromEntries(names.map((name) => [name, synthesis.enable(name)])),
    coenable: Object.fromEntries(names.map((name) => [name, synthesis.coenable(name)])),
    ...(trace === undefined ? {} : { trace, verdicts: synthesis.verdicts(trace) }),
  }
}

function asText(synthesis: SynthesizedProperty, formula: string, trace: readonly string[] | undefined): string {
  const { logic, events, categories } = synthesis.template
  const parts = [`${logic}  ${formula}`.trim()]
  parts.push(
    synthesis.automaton === undefined
      ? 'Not a finite automaton: the monitor keeps a stack.'
      : automatonTable(synthesis.automaton, events),
  )
  if (trace !== undefined) {
    const verdicts = synthesis.verdicts(trace)
    parts.push(
      alignColumns([
        ['trace', ...trace],
        ['verdict', ...verdicts],
      ]),
    )
  }
  for (const { name } of categories) {
    parts.push(eventSetsText(`enable ${name}`, () => synthesis.enable(name), events))
    parts.push(eventSetsText(`coenable ${name}`, () => synthesis.coenable(name), events))
  }
  return `${parts.join('\n\n')}\n`
}

/** Sets of an event that a table shows; `--format json` has them all. */
const shownSets = 16

function eventSetsText(title: string, compute: () => EventSets, events: readonly string[]): string {
  let sets: EventSets
  try {
    sets = compute()
  } catch (error) {
    // The rest of the table is worth showing without them.
    if (!(error instanceof UserError) || error.code !== 'too-many-event-sets') throw error
    return `${title}\n  too many to list; --max-event-sets <n> raises the limit`
  }
  const width = Math.max(...events.map((event) => event.length))
  const lines = events.map((event) => {
    const all = sets[event] ?? []
    const shown = all.slice(0, shownSets).map((set) => `{${set.join(', ')}}`)
    const rest = all.length > shownSets ? [`… and ${all.length - shownSets} more`] : []
    return `  ${event.padEnd(width)}  ${all.length === 0 ? 'none' : [...shown, ...rest].join(' ')}`
  })
  return [title, ...lines].join('\n')
}

function automatonOf(synthesis: SynthesizedProperty): Automaton {
  if (synthesis.automaton !== undefined) return synthesis.automaton
  throw new UserError({
    code: 'no-automaton',
    message: `a ${synthesis.template.logic} property is not a finite automaton and has no graph`,
    remedy: 'Use --format table or --format json.',
  })
}

function required(options: OptionValues, name: string, value: string): string {
  const given = options[name]
  if (typeof given === 'string') return given
  throw new UserError({
    code: 'missing-option',
    message: `jsmop synth needs --${name}`,
    remedy: `Add --${name} ${value}; \`jsmop synth --help\` shows examples.`,
  })
}

function wholeNumber(options: OptionValues, name: string): number {
  const given = options[name] as string
  const number = Number(given)
  if (Number.isInteger(number) && number > 0) return number
  throw new UserError({
    code: 'bad-option-value',
    message: `--${name} cannot be "${given}"`,
    remedy: 'Give a whole number above 0.',
  })
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
