/** One violation in full. */

import type { TestIdentity, Violation } from '../../result.ts'
import { isSomewhere, placeText } from '../../place-text.ts'
import { h, webLink } from './dom.ts'
import { reportData } from './embedded-data.ts'
import { filterOf, select } from './filters.ts'
import { addressOf, replaceAddress, type Route } from './route.ts'
import { traceStepper } from './trace-stepper.ts'

export function violationView(route: Route): HTMLElement {
  const { result, specs } = reportData()
  const index = Number(route.path[1])
  const violation = result.violations[index]
  if (violation === undefined) return h('p', { class: 'notice' }, 'There is no such violation in this report.')
  const filter = filterOf(route)
  const selected = select(result.violations, filter)
  const at = selected.indexOf(index)
  const neighbour = (offset: number, label: string, key: string) => {
    const other = selected[at + offset]
    return other === undefined || at < 0
      ? h('span', { class: 'disabled' }, label)
      : h('a', { href: addressOf(['violation', other], filter), 'aria-keyshortcuts': key, 'data-key': key }, label)
  }
  const events = violation.trace.length > 0 ? violation.trace : [{ event: violation.category, ...placeOf(violation) }]
  const query = (step: number) => new Map([...filter, ['step', String(step)]])
  return h(
    'article',
    { class: 'violation' },
    h(
      'nav',
      { class: 'crumbs', 'aria-label': 'Violations' },
      h('a', { href: addressOf(['violations'], filter), 'data-key': 'Escape' }, '← All violations'),
      h('span', { class: 'spacer' }),
      at >= 0 && h('span', { class: 'position' }, `${at + 1} of ${selected.length}`),
      neighbour(-1, 'Previous', 'k'),
      neighbour(1, 'Next', 'j'),
    ),
    heading(violation),
    traceStepper(
      events,
      specs[violation.spec],
      (step) => replaceAddress(addressOf(['violation', index], query(step))),
      Number(route.query.get('step') ?? events.length - 1),
    ),
    details(violation),
  )
}

function placeOf({ file, line, column }: Violation) {
  return { file, line, column }
}

function heading(violation: Violation): HTMLElement {
  const { severity, message } = violation
  return h(
    'header',
    { class: 'violation-head' },
    h('h1', { tabindex: -1 }, message),
    h(
      'p',
      { class: 'facts' },
      h('span', { class: `severity ${severity}` }, severity),
      violation.new !== null &&
        h('span', { class: `badge${violation.new ? ' new' : ''}` }, violation.new ? 'new' : 'known'),
      h('code', {}, placeText(violation)),
      violation.function !== null && h('span', {}, `in ${violation.function}`),
      violation.package !== null && h('span', { class: 'badge' }, violation.package),
      h('span', {}, timesText(violation)),
    ),
  )
}

function timesText({ count, instances }: Violation): string {
  const times = `${count.toLocaleString('en')} ${count === 1 ? 'time' : 'times'}`
  return `${times}, ${instances.toLocaleString('en')} ${instances === 1 ? 'object' : 'objects'}`
}

function details(violation: Violation): HTMLElement {
  const { result, specs } = reportData()
  const spec = specs[violation.spec]
  const sameLine = result.violations
    .map((other, index) => ({ other, index }))
    .filter(
      ({ other }) =>
        other !== violation && isSomewhere(other) && other.file === violation.file && other.line === violation.line,
    )
  return h(
    'dl',
    { class: 'details' },
    term(
      'Rule',
      h('a', { href: addressOf(['violations'], new Map([['spec', violation.spec]])) }, violation.spec),
      spec !== undefined && h('p', {}, spec.description),
    ),
    term('Documentation', webLink(violation.doc)),
    spec !== undefined && spec.formula !== null && term(`Formula (${spec.logic})`, h('code', {}, spec.formula)),
    spec !== undefined &&
      spec.falseAlarms.length > 0 &&
      term(
        'Known false alarms',
        h(
          'ul',
          {},
          spec.falseAlarms.map((alarm) => h('li', {}, alarm)),
        ),
      ),
    violation.tests.length > 0 && term('Tests', testList(violation.tests)),
    sameLine.length > 0 &&
      term(
        'Also broken on this line',
        h(
          'ul',
          {},
          sameLine.map(({ other, index }) =>
            h('li', {}, h('a', { href: addressOf(['violation', index]) }, other.spec)),
          ),
        ),
      ),
    term('To ignore it', h('code', {}, `// jsmop-ignore-next-line ${violation.spec} -- why`)),
    term('Fingerprint', h('code', {}, violation.fingerprint)),
  )
}

function testList(tests: readonly TestIdentity[]): HTMLElement {
  const shown = tests.slice(0, 50)
  return h(
    'ul',
    {},
    shown.map(({ file, path }) =>
      h('li', {}, path.join(' › ') || file, path.length > 0 && h('span', { class: 'where' }, ` ${file}`)),
    ),
    tests.length > shown.length && h('li', {}, `and ${tests.length - shown.length} more`),
  )
}

function term(title: string, ...content: Parameters<typeof h>[2][]): HTMLElement {
  return h('div', {}, h('dt', {}, title), h('dd', {}, content))
}
