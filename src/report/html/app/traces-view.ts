/** The unique traces of the run with their frequencies, by spec, each to be walked through. */

import { h, replace } from './dom.ts'
import { reportData, type UniqueTrace, uniqueTraces } from './embedded-data.ts'
import { addressOf, type Route } from './route.ts'
import { traceStepper } from './trace-stepper.ts'
import { virtualList } from './virtual-list.ts'

const rowHeight = 34

export function tracesView(route: Route): HTMLElement {
  const { traces, sites } = uniqueTraces()
  const ids = [...new Set(traces.map(({ spec }) => spec))].sort()
  const chosen = route.query.get('spec') ?? ids[0] ?? ''
  const shown = traces.filter(({ spec }) => spec === chosen)
  const detail = h('div', { class: 'trace-detail' })
  const open = (trace: UniqueTrace) => {
    const events = trace.events.map(([event, site, times]) => {
      const [file = '', line = 0, column = 0] = sites[site] ?? []
      return { event, file, line, column, times }
    })
    replace(
      detail,
      traceStepper(events, reportData().specs[trace.spec], () => {}, 0),
    )
  }
  if (shown[0] !== undefined) open(shown[0])
  const select = h(
    'select',
    {
      'aria-label': 'Spec',
      onchange: () => (location.hash = addressOf(['traces'], new Map([['spec', select.value]]))),
    },
    ids.map((id) => h('option', { value: id, selected: id === chosen }, id)),
  )
  const list = virtualList({
    label: 'Traces',
    count: shown.length,
    rowHeight,
    row: (row, position) =>
      h(
        'button',
        { class: 'trace-row', type: 'button', tabindex: position, onclick: () => open(shown[row]!) },
        h('span', { class: 'count' }, `×${shown[row]!.count.toLocaleString('en')}`),
        h('code', {}, summary(shown[row]!)),
        shown[row]!.violating && h('span', { class: 'severity error' }, 'violating'),
        shown[row]!.partial && h('span', { class: 'badge' }, 'partial'),
      ),
  })
  list.style.height = `min(38vh, ${shown.length * rowHeight + 2}px)`
  const part = reportData().traces === 'all' ? '' : '; the run has more, too many for a page'
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  return h(
    'article',
    { class: 'traces' },
    h('h1', { tabindex: -1 }, 'Unique traces'),
    h(
      'p',
      { class: 'toolbar' },
      select,
      h(
        'span',
        { class: 'status', role: 'status' },
        `${shown.length.toLocaleString('en')} unique of ${total.toLocaleString('en')}${part}`,
      ),
    ),
    list,
    detail,
  )
}

function summary({ events }: UniqueTrace): string {
  const shown = events.slice(0, 30).map(([event, , times]) => (times > 1 ? `${event}×${times}` : event))
  return `${shown.join(' ')}${events.length > shown.length ? ` … ${events.length - shown.length} more` : ''}`
}
