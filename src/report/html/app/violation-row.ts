/** A violation in one row of a list. */

import type { Violation } from '../../result.ts'
import { lineText } from '../../place-text.ts'
import { h } from './dom.ts'

export const rowHeight = 60

export function violationRow(violation: Violation, address: string, tabindex: 0 | -1): HTMLElement {
  const { severity, message, spec, count } = violation
  return h(
    'a',
    { class: 'violation-row', href: address, tabindex },
    h('span', { class: `severity ${severity}` }, severity),
    h(
      'span',
      { class: 'what' },
      h('span', { class: 'message' }, message),
      h('span', { class: 'where' }, lineText(violation), h('span', { class: 'spec' }, spec)),
    ),
    violation.new === true && h('span', { class: 'badge new' }, 'new'),
    violation.package !== null && h('span', { class: 'badge' }, violation.package),
    h('span', { class: 'count', title: 'Reports made' }, `×${count.toLocaleString('en')}`),
  )
}
