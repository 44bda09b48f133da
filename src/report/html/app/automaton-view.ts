/** The monitor of a spec as a picture, with the path that a trace took through it. */

import type { Automaton } from '../../../logic/template.ts'
import type { AutomatonLayout, Point } from '../../automaton/automaton-layout.ts'
import { svg } from './dom.ts'

export interface Step {
  readonly event: string
  /** Null once a transition is missing: the property has failed, or the trace has a gap. */
  readonly state: string | null
}

/** The states that a trace goes through. Undefined when it cannot be followed: events were not kept. */
export function followTrace(automaton: Automaton, events: readonly string[]): Step[] | undefined {
  const known = new Set(Object.values(automaton.states).flatMap((row) => Object.keys(row)))
  if (!events.every((event) => known.has(event))) return undefined
  let state: string | null = automaton.start
  return events.map((event) => {
    const row: Readonly<Record<string, string>> | undefined = state === null ? undefined : automaton.states[state]
    state = row?.[event] ?? null
    return { event, state }
  })
}

export function verdictOf(automaton: Automaton, state: string | null): string {
  if (state === null) return 'fail'
  const categories = Object.entries(automaton.categories).filter(([, states]) => states.includes(state))
  return categories.map(([category]) => category).join(', ') || 'undecided'
}

export interface AutomatonPicture {
  readonly element: SVGSVGElement
  /** Marks what the first `count` steps went through. */
  mark(steps: readonly Step[], count: number): void
}

export function automatonPicture(layout: AutomatonLayout, automaton: Automaton): AutomatonPicture {
  const states = new Map(
    layout.states.map(({ state, categories, at: [x, y], radius }) => [
      state,
      svg(
        'g',
        { class: `state${categories.length === 0 ? '' : categories.includes('validation') ? ' good' : ' bad'}` },
        svg('circle', { cx: x, cy: y, r: radius }),
        categories.length > 0 && svg('circle', { cx: x, cy: y, r: radius - 4, class: 'inner' }),
        svg('text', { x, y: categories.length === 0 ? y + 4 : y - 3 }, state),
        categories.length > 0 && svg('text', { x, y: y + 11 }, categories.join(', ')),
      ),
    ]),
  )
  const edges = layout.edges.map(({ from, to, events, curve, head, label }) => ({
    from,
    to,
    events,
    element: svg(
      'g',
      { class: 'edge' },
      svg('path', { d: curvePath(curve) }),
      head.length > 0 && svg('polygon', { points: head.map((point) => point.join(',')).join(' ') }),
      label !== null &&
        events.map((event, line) =>
          svg(
            'text',
            { x: label[0], y: label[1] + 4 + (line - (events.length - 1) / 2) * 13, 'data-event': event },
            event,
          ),
        ),
    ),
  }))
  const margin = 4
  const element = svg(
    'svg',
    {
      class: 'automaton',
      viewBox: `${-margin} ${-margin} ${layout.width + 2 * margin} ${layout.height + 2 * margin}`,
      role: 'img',
      'aria-label': describe(automaton),
    },
    edges.map((edge) => edge.element),
    [...states.values()],
  )
  element.style.maxWidth = `${layout.width * 1.4}px`
  const mark = (steps: readonly Step[], count: number) => {
    for (const group of [...states.values(), ...edges.map((edge) => edge.element)]) {
      group.classList.remove('taken', 'current')
    }
    for (const text of element.querySelectorAll('text.taken')) text.classList.remove('taken')
    let state: string | null = automaton.start
    states.get(state)?.classList.add('taken')
    edges.find(({ from }) => from === null)?.element.classList.add('taken')
    for (const step of steps.slice(0, count)) {
      const edge = edges.find(
        ({ from, to, events }) => from === state && to === step.state && events.includes(step.event),
      )
      edge?.element.classList.add('taken')
      for (const text of edge?.element.querySelectorAll<SVGTextElement>('text') ?? []) {
        if (text.dataset['event'] === step.event) text.classList.add('taken')
      }
      state = step.state
      if (state !== null) states.get(state)?.classList.add('taken')
    }
    if (state !== null) states.get(state)?.classList.add('current')
  }
  return { element, mark }
}

function curvePath(curve: readonly Point[]): string {
  const [start, ...rest] = curve
  return start === undefined ? '' : `M${start.join(' ')} C${rest.map((point) => point.join(' ')).join(' ')}`
}

/** The automaton in words, for those who cannot see it. */
function describe(automaton: Automaton): string {
  const states = Object.entries(automaton.states).map(([state, row]) => {
    const moves = Object.entries(row).map(([event, target]) => `${event} to ${target}`)
    const verdict = verdictOf(automaton, state)
    return `${state}${verdict === 'undecided' ? '' : ` (${verdict})`}: ${moves.join(', ') || 'no transitions'}`
  })
  return `Automaton with start ${automaton.start}. ${states.join('. ')}.`
}
