/** A monitor template as a table of text: one row a state, one column an event, with the verdict that holds in each state. */

import type { Automaton } from '../../logic/template.ts'

/** A missing transition leads to the fail sink, which the exported automaton leaves out; it is shown as `-`. */
export function automatonTable(automaton: Automaton, events: readonly string[]): string {
  const verdictOf = (state: string) =>
    Object.entries(automaton.categories)
      .filter(([, states]) => states.includes(state))
      .map(([category]) => category)
      .join(',') || '?'
  const rows = Object.entries(automaton.states).map(([state, row]) => [
    `${state === automaton.start ? '> ' : '  '}${state}`,
    verdictOf(state),
    ...events.map((event) => row[event] ?? '-'),
  ])
  return alignColumns([['  state', 'verdict', ...events], ...rows])
}

/** Columns padded to their widest cell, two spaces apart, without trailing blanks. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
