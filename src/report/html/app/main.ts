/** The HTML report's program: chooses a view by the address, and the keys that work everywhere. */

import { compareView } from './compare-view.ts'
import { h, replace } from './dom.ts'
import { reportData } from './embedded-data.ts'
import { listView } from './list-view.ts'
import { addressOf, currentRoute, type Route } from './route.ts'
import { tracesView } from './traces-view.ts'
import { violationView } from './violation-view.ts'
import { watchedView } from './watched-view.ts'

const views: Readonly<Record<string, { readonly title: string; readonly show: (route: Route) => HTMLElement }>> = {
  violations: { title: 'Violations', show: listView },
  violation: { title: 'Violation', show: violationView },
  watched: { title: 'What was watched', show: watchedView },
  traces: { title: 'Traces', show: tracesView },
  compare: { title: 'Compare', show: compareView },
}

const { result, traces } = reportData()
const tabs = ['violations', 'watched', ...(traces === 'none' ? [] : ['traces']), 'compare']
const navigation = h('nav', { class: 'tabs', 'aria-label': 'Report' })
const main = h('main', { id: 'main' })

function summary(): string {
  const counts = (['error', 'warning', 'suggestion'] as const)
    .map((severity) => ({ severity, count: result.violations.filter((found) => found.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count.toLocaleString('en')} ${severity}${count === 1 ? '' : 's'}`)
  const fresh = result.violations.filter((found) => found.new === true).length
  const age = result.violations.some((found) => found.new !== null) ? ` (${fresh} new)` : ''
  return counts.length === 0 ? 'no violations' : `${counts.join(', ')}${age}`
}

let shownBefore = false

function show(): void {
  const route = currentRoute()
  const name = Object.hasOwn(views, route.path[0] ?? '') ? route.path[0]! : 'violations'
  const { title, show } = views[name]!
  replace(
    navigation,
    tabs.map((tab) => {
      const current = tab === name || (tab === 'violations' && name === 'violation')
      return h('a', { href: addressOf([tab]), 'aria-current': current ? 'page' : undefined }, views[tab]!.title)
    }),
  )
  const hadSearch = document.activeElement?.id === 'search'
  replace(main, show(route))
  const heading = main.querySelector<HTMLElement>('h1')
  document.title = `${name === 'violation' ? (heading?.textContent ?? title) : title} – JSMOP`
  if (hadSearch) document.getElementById('search')?.focus()
  else if (shownBefore) queueMicrotask(() => focusOn(main.querySelector('.results [tabindex="0"]') ?? heading))
  shownBefore = true
}

/** After the list has filled itself: a row where there is a list, else the heading of the view. */
function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** Letters, arrows and Escape press the link or button that names them; `/` goes to the search. */
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
  if (typing && event.key !== 'Escape') return
  if (event.key === '/') {
    const search = document.getElementById('search')
    if (search === null) return
    event.preventDefault()
    search.focus()
    return
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-key]')) {
    if (link.dataset['key'] === event.key) {
      event.preventDefault()
      link.click()
      return
    }
  }
})

replace(
  document.getElementById('app')!,
  h('a', { class: 'skip', href: '#main', onclick: (event) => skip(event) }, 'Skip to the content'),
  h('header', { class: 'top' }, h('strong', {}, 'JSMOP'), h('span', { class: 'summary' }, summary()), navigation),
  main,
)
show()
addEventListener('hashchange', show)
// The list needs only what stands before the program; other views may have missed what came behind it.
document.addEventListener('DOMContentLoaded', () => {
  if (currentRoute().path[0] !== undefined && currentRoute().path[0] !== 'violations') show()
})

/** The address behind `#` is the view's, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault()
  main.setAttribute('tabindex', '-1')
  main.focus()
}
