/**
 * A violation step by step, against the source: each event of its trace with its line in context, the state of the
 * automaton after it, and the step that broke the rule. `jsmop explain-violation` prints it.
 */

import { groupDigits } from './group-digits.ts'
import type { Automaton } from '../logic/template.ts'
import { isSomewhere, placeText } from './place-text.ts'
import type { SpecDescription } from './reporter.ts'
import type { TraceEvent, Violation } from './result.ts'

export interface ExplainOptions {
  /** Undefined when the spec is no longer at hand. */
  readonly spec: SpecDescription | undefined
  /** Lines of a file that the result names; undefined when it cannot be read. */
  readonly sourceLines: (file: string) => readonly string[] | undefined
  /** Lines shown before and after each event's. */
  readonly context: number
  /** Whether the run kept whole traces; otherwise a trace has only its first and last event, and no states are known. */
  readonly traced: boolean
}

export function explainViolation(violation: Violation, options: ExplainOptions): string {
  const { severity, message, fingerprint, trace } = violation
  const states = options.traced ? statesAlong(options.spec?.automaton, trace) : undefined
  const parts = [
    `${severity}: ${message}`,
    `${violation.spec} at ${placeText(violation)} (${fingerprint})`,
    ...ruleLines(options.spec),
    '',
  ]
  if (states !== undefined) parts.push(`before: ${options.spec!.automaton!.start}`, '')
  trace.forEach((event, i) => parts.push(...stepLines(event, i, trace.length, states?.[i], violation, options), ''))
  if (!options.traced) {
    parts.push('Only the first and the last event were kept: run with --traces, or --algo E, for all of them.', '')
  }
  for (const test of violation.tests) parts.push(`test: ${[test.file, ...test.path].join(' > ')}`)
  return `${parts.join('\n').trimEnd()}\n`
}

function ruleLines(spec: SpecDescription | undefined): string[] {
  if (spec === undefined) return []
  return [spec.description, ...(spec.formula === undefined ? [] : [`${spec.logic}: ${spec.formula}`])]
}

/** What the automaton does at a step: its states before and after each repetition that changed it. */
interface Passage {
  readonly path: readonly string[]
  /** Categories that hold after the step. */
  readonly holds: readonly string[]
}

const sink = 'fail'

/** Undefined when the property is not regular. The exported automaton leaves the fail sink out. */
function statesAlong(automaton: Automaton | undefined, trace: readonly TraceEvent[]): Passage[] | undefined {
  if (automaton === undefined) return undefined
  let state = automaton.start
  return trace.map(({ event, times = 1 }) => {
    const path = [state]
    for (let i = 0; i < times; i += 1) {
      const next = state === sink ? sink : (automaton.states[state]?.[event] ?? sink)
      if (next === state) break
      path.push(next)
      state = next
    }
    const holds = Object.entries(automaton.categories)
      .filter(([category, states]) => states.includes(state) || (state === sink && category === sink))
      .map(([category]) => category)
    return { path, holds }
  })
}

function stepLines(
  event: TraceEvent,
  index: number,
  steps: number,
  passage: Passage | undefined,
  violation: Violation,
  { sourceLines, context }: ExplainOptions,
): string[] {
  const last = index === steps - 1
  const times = (event.times ?? 1) === 1 ? '' : `, ${groupDigits(event.times!)} times in a row`
  const place = isSomewhere(event) ? placeText(event) : 'not in your code'
  const lines = [`${index + 1}. ${event.event} — ${place}${times}`, ...frame(event, sourceLines, context)]
  if (passage !== undefined) {
    const stays = passage.path.length === 1 ? `stays in ${passage.path[0]}` : passage.path.join(' → ')
    const holds = passage.holds.length === 0 ? '' : `: ${passage.holds.join(', ')}`
    lines.push(`   state: ${stays}${holds}`)
  }
  if (last) lines.push(`   This step broke the rule (${violation.category}).`)
  return lines
}

function frame(event: TraceEvent, sourceLines: ExplainOptions['sourceLines'], context: number): string[] {
  const source = event.line === 0 ? undefined : sourceLines(event.file)
  if (source === undefined || source[event.line - 1] === undefined) return []
  const first = Math.max(1, event.line - context)
  const last = Math.min(source.length, event.line + context)
  const gutter = String(last).length
  const lines: string[] = []
  for (let number = first; number <= last; number += 1) {
    const mark = number === event.line ? '>' : ' '
    lines.push(`   ${mark} ${String(number).padStart(gutter)} | ${source[number - 1]!}`.trimEnd())
    if (number !== event.line) continue
    const indent = source[number - 1]!.slice(0, event.column - 1).replaceAll(/[^\t]/g, ' ')
    lines.push(`     ${' '.repeat(gutter)} | ${indent}^`)
  }
  return lines
}
