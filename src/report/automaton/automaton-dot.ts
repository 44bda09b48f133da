/** An automaton as a graph in the DOT language: states as circles, decided ones doubled and coloured, parallel edges merged. */

import type { Automaton } from '../../logic/template.ts'

/** Colours that read on light and dark pages. */
const violating = '#c0392b'
const validating = '#2e8b57'

/** The point that the first arrow comes from. No state can have this name: names have no blanks. */
export const startNode = ' start'

export function automatonDot(automaton: Automaton): string {
  const lines = [
    'digraph monitor {',
    '  rankdir=LR bgcolor=transparent',
    '  node [shape=circle fontname="Helvetica" fontsize=12 color="#777777" fontcolor="#777777"]',
    '  edge [fontname="Helvetica" fontsize=11 color="#777777" fontcolor="#777777"]',
    `  ${quote(startNode)} [shape=point width=0.1]`,
    `  ${quote(startNode)} -> ${quote(automaton.start)}`,
  ]
  for (const [state, row] of Object.entries(automaton.states)) {
    const categories = Object.entries(automaton.categories)
      .filter(([, states]) => states.includes(state))
      .map(([category]) => category)
    if (categories.length > 0) {
      const colour = categories.includes('validation') ? validating : violating
      const label = quote(`${state}\n${categories.join(', ')}`)
      lines.push(`  ${quote(state)} [shape=doublecircle label=${label} color="${colour}" fontcolor="${colour}"]`)
    } else {
      lines.push(`  ${quote(state)}`)
    }
    const edges = new Map<string, string[]>()
    for (const [event, target] of Object.entries(row)) edges.set(target, [...(edges.get(target) ?? []), event])
    for (const [target, events] of edges) {
      lines.push(`  ${quote(state)} -> ${quote(target)} [label=${quote(events.join('\n'))}]`)
    }
  }
  lines.push('}')
  return `${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
