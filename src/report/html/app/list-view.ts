/** The overview: all violations in the order in which they should be read, with filters by spec, file, test, severity. */

import { h, replace } from './dom.ts'
import { reportData } from './embedded-data.ts'
import { countValues, type Facet, facets, facetTitles, type Filter, filterOf, select } from './filters.ts'
import { ranking } from '../../rank-violations.ts'
import { addressOf, replaceAddress, type Route } from './route.ts'
import { rowHeight, violationRow } from './violation-row.ts'
import { virtualList } from './virtual-list.ts'

/** Values of a facet that are offered; the search finds the others. */
const shownValues = 40

export function listView(route: Route): HTMLElement {
  const { violations } = reportData().result
  let filter = filterOf(route)
  const list = h('div', { class: 'results' })
  const sidebar = h('nav', { class: 'facets', 'aria-label': 'Filters' })
  const status = h('p', { class: 'status', role: 'status' })
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search messages, files, specs, tests',
    'aria-label': 'Search violations',
    'aria-keyshortcuts': '/',
    value: filter.get('q') ?? '',
    oninput: () => {
      filter = changed(filter, 'q', search.value)
      replaceAddress(addressOf(['violations'], filter))
      update()
    },
  })
  const update = () => {
    const selected = select(violations, filter)
    const noun = violations.length === 1 ? 'violation' : 'violations'
    status.textContent =
      selected.length === violations.length
        ? `${violations.length.toLocaleString('en')} ${noun}`
        : `${selected.length.toLocaleString('en')} of ${violations.length.toLocaleString('en')} ${noun}`
    replace(
      sidebar,
      facets.map((facet) => facetSection(facet, filter)),
    )
    replace(
      list,
      selected.length === 0
        ? emptyNotice(violations.length)
        : virtualList({
            label: 'Violations',
            count: selected.length,
            rowHeight,
            focused: Math.max(0, selected.indexOf(lastOpened)),
            onFocus: (row) => (lastOpened = selected[row]!),
            row: (row, position) =>
              violationRow(violations[selected[row]!]!, addressOf(['violation', selected[row]!], filter), position),
          }),
    )
  }
  update()
  return h(
    'div',
    { class: 'overview' },
    h('h1', { class: 'unseen' }, 'Violations'),
    sidebar,
    h(
      'section',
      { class: 'list-pane', 'aria-label': 'Violations' },
      h('div', { class: 'toolbar' }, search, status),
      violations.length > 1 && h('p', { class: 'ranking' }, ranking),
      list,
    ),
  )
}

/** So that coming back from a violation finds its row again. */
let lastOpened = 0

export function changed(filter: Filter, key: Facet | 'q', value: string): Filter {
  const next = new Map(filter)
  if (value === '' || (key !== 'q' && filter.get(key) === value)) next.delete(key)
  else next.set(key, value)
  return next
}

function facetSection(facet: Facet, filter: Filter): HTMLElement | null {
  const values = countValues(reportData().result.violations, filter, facet)
  if (values.length === 0) return null
  const shown = values.slice(0, shownValues)
  return h(
    'details',
    { open: (facet !== 'test' && facet !== 'origin') || filter.has(facet) },
    h('summary', {}, facetTitles[facet], h('span', { class: 'count' }, values.length.toLocaleString('en'))),
    h(
      'ul',
      {},
      shown.map(([value, count]) =>
        h(
          'li',
          {},
          h(
            'a',
            {
              href: addressOf(['violations'], changed(filter, facet, value)),
              class: 'facet',
              'aria-current': filter.get(facet) === value ? 'true' : undefined,
              title: value,
            },
            h('span', { class: 'value' }, value),
            h('span', { class: 'count' }, count.toLocaleString('en')),
          ),
        ),
      ),
      values.length > shown.length &&
        h('li', { class: 'more' }, `and ${values.length - shown.length} more: search for them`),
    ),
  )
}

function emptyNotice(total: number): HTMLElement {
  if (total > 0) return h('p', { class: 'notice' }, 'No violation passes these filters.')
  return h(
    'p',
    { class: 'notice' },
    'No violations. ',
    h('a', { href: addressOf(['watched']) }, 'See what was watched'),
    ' before you trust that.',
  )
}
