/**
 * A trace that is walked through one event at a time: the events, the source with all events of the file marked in order,
 * and the automaton with the path so far. The arrow keys left and right step; what changed is said to a screen reader.
 */

import { lineText, placeText } from '../../place-text.ts'
import type { TraceEvent } from '../../result.ts'
import type { ReportedSpec, SourceSegment } from '../report-data.ts'
import { automatonPicture, followTrace, verdictOf } from './automaton-view.ts'
import { h, replace } from './dom.ts'
import { sourceOf } from './embedded-data.ts'
import { virtualList } from './virtual-list.ts'

export interface StepperEvent extends TraceEvent {
  /** Times in a row. */
  readonly times?: number
}

const eventRowHeight = 30

export function traceStepper(
  events: readonly StepperEvent[],
  spec: ReportedSpec | undefined,
  onStep: (step: number) => void,
  first: number,
): HTMLElement {
  let step = Math.min(Math.max(0, first), events.length - 1)
  const source = h('div', { class: 'source', tabindex: 0, role: 'region', 'aria-label': 'Source' })
  const announced = h('p', { class: 'announced', role: 'status' })
  const automaton = spec?.automaton ?? null
  const expanded = events.flatMap(({ event, times = 1 }) => Array.from({ length: Math.min(times, 3) }, () => event))
  const steps = automaton === null ? undefined : followTrace(automaton, expanded)
  /** Steps of the automaton after each event: one that happened several times in a row is walked several times. */
  const walked: number[] = []
  for (const { times = 1 } of events) walked.push((walked.at(-1) ?? 0) + Math.min(times, 3))
  const picture = automaton === null || spec!.layout === null ? undefined : automatonPicture(spec!.layout, automaton)
  const buttons = {
    first: button('First event', '«', () => go(0)),
    back: button('Previous event', '‹', () => go(step - 1), 'ArrowLeft'),
    forward: button('Next event', '›', () => go(step + 1), 'ArrowRight'),
    last: button('Last event', '»', () => go(events.length - 1)),
  }
  const list = virtualList({
    label: 'Events in order',
    count: events.length,
    rowHeight: eventRowHeight,
    focused: step,
    onFocus: (row) => go(row),
    row: (row, position) => {
      const { event, times = 1 } = events[row]!
      return h(
        'button',
        { class: 'event', type: 'button', tabindex: position, 'data-step': row, onclick: () => go(row) },
        h('span', { class: 'order' }, row + 1),
        h('span', { class: 'name' }, event, times > 1 && ` ×${times}`),
        h('span', { class: 'where' }, lineText(events[row]!)),
      )
    },
  })
  list.style.height = `${Math.min(events.length, 12) * eventRowHeight + 2}px`
  const markRows = () => {
    for (const row of list.querySelectorAll<HTMLElement>('.event')) {
      const here = Number(row.dataset['step']) === step
      row.classList.toggle('current', here)
      if (here) row.setAttribute('aria-current', 'step')
      else row.removeAttribute('aria-current')
    }
  }
  const show = () => {
    const { event } = events[step]!
    const state = steps?.[walked[step]! - 1]?.state
    const outcome =
      steps === undefined || automaton === null
        ? ''
        : state === null
          ? ' leads nowhere: fail'
          : ` leads to ${state} (${verdictOf(automaton, state!)})`
    announced.textContent = `Event ${step + 1} of ${events.length}: ${event} at ${placeText(events[step]!)}${outcome}`
    for (const before of [buttons.first, buttons.back]) setDisabled(before, step === 0)
    for (const after of [buttons.forward, buttons.last]) setDisabled(after, step === events.length - 1)
    if (steps !== undefined) picture?.mark(steps, walked[step]!)
    markRows()
    showSource(source, events, step)
  }
  const go = (next: number) => {
    const bounded = Math.min(Math.max(0, next), events.length - 1)
    if (bounded === step) return
    step = bounded
    show()
    onStep(step)
  }
  const stepper = h(
    'section',
    { class: 'stepper', 'aria-label': 'Trace' },
    h(
      'div',
      { class: 'events-pane' },
      h(
        'div',
        { class: 'stepper-head' },
        h('h2', {}, 'What happened'),
        h('div', { class: 'controls', role: 'group', 'aria-label': 'Step through the trace' }, Object.values(buttons)),
      ),
      list,
      announced,
      picture !== undefined && h('figure', {}, picture.element, steps === undefined && h('figcaption', {}, gapNote)),
    ),
    source,
  )
  // Rows come and go with scrolling.
  new MutationObserver(markRows).observe(list, { childList: true, subtree: true })
  show()
  return stepper
}

const gapNote = 'Only the first and the last event were kept, so the path is not known: run with --traces to see it.'

function button(label: string, sign: string, onclick: () => void, key?: string): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', 'aria-label': label, title: label, onclick, 'data-key': key, 'aria-keyshortcuts': key },
    sign,
  )
}

/** A button that is really disabled would lose the focus of whoever pressed it. */
function setDisabled(element: HTMLElement, disabled: boolean): void {
  element.setAttribute('aria-disabled', String(disabled))
}

function showSource(pane: HTMLElement, events: readonly StepperEvent[], step: number): void {
  const { file, line } = events[step]!
  const segments = sourceOf(file)
  const orders = new Map<number, number[]>()
  events.forEach((event, index) => {
    if (event.file === file) orders.set(event.line, [...(orders.get(event.line) ?? []), index])
  })
  replace(
    pane,
    h('p', { class: 'file' }, file),
    segments === undefined
      ? h('p', { class: 'notice' }, 'The source could not be read when the report was made.')
      : segments
          .filter((segment) => nearEvent(segment, orders))
          .map((segment) => segmentLines(segment, events, step, orders)),
  )
  const marked = pane.querySelector<HTMLElement>('.line.current')
  if (marked !== null) pane.scrollTop = marked.offsetTop - pane.clientHeight / 2
  pane.setAttribute('aria-label', `Source of ${file}, line ${line}`)
}

function nearEvent({ from, lines }: SourceSegment, orders: ReadonlyMap<number, readonly number[]>): boolean {
  return [...orders.keys()].some((line) => from <= line && line < from + lines.length)
}

function segmentLines(
  { from, lines }: SourceSegment,
  events: readonly StepperEvent[],
  step: number,
  orders: ReadonlyMap<number, readonly number[]>,
): HTMLElement {
  return h(
    'pre',
    {},
    lines.map((text, offset) => {
      const number = from + offset
      const here = orders.get(number) ?? []
      const current = events[step]!.line === number
      return h(
        'div',
        { class: `line${here.length === 0 ? '' : ' marked'}${current ? ' current' : ''}` },
        h('span', { class: 'order' }, orderText(here)),
        h('span', { class: 'number' }, number),
        h('code', {}, current ? withColumn(text, events[step]!.column) : text === '' ? ' ' : text),
      )
    }),
  )
}

/** A loop visits a line many times: its first visits tell enough. */
function orderText(orders: readonly number[]): string {
  const shown = orders.slice(0, 3).map((order) => order + 1)
  return `${shown.join(' ')}${orders.length > 3 ? ' …' : ''}`
}

/** The word at the event's column stands out. */
function withColumn(text: string, column: number): (string | HTMLElement)[] {
  const start = column - 1
  const word = /^[\w$#]+|^./.exec(text.slice(start))?.[0] ?? ''
  return [text.slice(0, start), h('mark', {}, word), text.slice(start + word.length)]
}
