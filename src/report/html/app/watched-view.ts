/** What was watched and what was not: events per spec, processes, files, what was switched off, what was ignored. */

import { type Child, h } from './dom.ts'
import { reportData } from './embedded-data.ts'
import type { Spent } from '../../result.ts'
import { addressOf } from './route.ts'

export function watchedView(): HTMLElement {
  const { result, specs } = reportData()
  const entries = Object.entries(result.stats.perSpec).sort(([, a], [, b]) => b.events - a.events)
  const most = Math.max(1, ...entries.map(([, { events }]) => events))
  const times = entries.some(([, { time }]) => time !== undefined)
  const silent = entries.filter(([, { events }]) => events === 0)
  return h(
    'article',
    { class: 'watched' },
    h('h1', { tabindex: -1 }, 'What was watched'),
    h(
      'dl',
      { class: 'details numbers' },
      fact('Command', h('code', {}, result.command.join(' '))),
      fact('Ended with', `${result.exitReason} ${result.exitReason === 'exit' ? result.exitCode : ''}`),
      fact(
        'Processes',
        `${result.processes.monitored} monitored, ${result.processes.skipped} passed through, ${result.processes.escaped} escaped`,
      ),
      fact(
        'Algorithm',
        `${result.algo}, ${result.strategy}${result.sample === 'none' ? '' : `, sample ${result.sample}`}`,
      ),
      result.spent !== undefined && fact('Time', costs(result.spent)),
      fact('Events', number(result.stats.events)),
      fact('Monitors', `${number(result.stats.monitors)}, ${number(result.stats.collected)} of them collected`),
      fact(
        'Places of events',
        `${number(result.sites.right)} right, ${number(result.sites.stale)} stale, ${number(result.sites.none)} unknown`,
      ),
    ),
    h('h2', {}, times ? 'Where the events and the time went' : 'Where the events went'),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Spec', 'Events', ...(times ? ['Time'] : []), 'Monitors', 'Collected', 'Traces', 'Unique', 'Violations'].map(
            (title) => h('th', { scope: 'col' }, title),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        entries.map(([id, stats]) => {
          const bar = h('span', { class: 'bar', 'aria-hidden': 'true' })
          bar.style.width = `${Math.round((100 * stats.events) / most)}%`
          return h(
            'tr',
            { class: stats.events === 0 ? 'silent' : undefined },
            h(
              'th',
              { scope: 'row', title: specs[id]?.description },
              stats.violations > 0 ? h('a', { href: addressOf(['violations'], new Map([['spec', id]])) }, id) : id,
            ),
            h('td', { class: 'events-cell' }, bar, h('span', {}, number(stats.events))),
            times && h('td', {}, duration(stats.time ?? 0)),
            [stats.monitors, stats.collected, stats.traces, stats.uniqueTraces, stats.violations].map((value) =>
              h('td', {}, number(value)),
            ),
          )
        }),
      ),
    ),
    silent.length > 0 &&
      h(
        'p',
        {},
        `${silent.length} of ${entries.length} specs saw no events: the code that ran does not use what they watch.`,
      ),
    section(
      'Not monitored',
      result.notMonitored.map(({ what, why }) => `${what}: ${why}`),
    ),
    section(
      'Not parsed, ran unwatched',
      result.unparsed.map(({ file, why }) => `${file}: ${why}`),
    ),
    section(
      'Switched off',
      result.disabled.map(({ part, why }) => `${part}: ${why}`),
    ),
    section(
      'Ignored',
      (result.ignored ?? []).map(
        ({ spec, file, line, ignored }) =>
          `${spec} at ${file}:${line}: ${ignored.reason ?? 'no reason given'} (${ignored.file}${ignored.line > 0 ? `:${ignored.line}` : ''})`,
      ),
    ),
    section(
      'Ignore comments that nothing needed',
      (result.unusedIgnores ?? []).map(({ file, line, spec }) => `${file}:${line}${spec === null ? '' : ` ${spec}`}`),
    ),
    section(
      'In the baseline, not seen in this run',
      (result.baseline?.gone ?? []).map(({ spec, file, message }) => `${spec} in ${file}: ${message}`),
    ),
  )
}

function section(title: string, lines: readonly string[]): Child {
  if (lines.length === 0) return null
  return [
    h('h2', {}, title),
    h(
      'ul',
      {},
      lines.map((line) => h('li', {}, line)),
    ),
  ]
}

function fact(title: string, content: Child): HTMLElement {
  return h('div', {}, h('dt', {}, title), h('dd', {}, content))
}

function costs({ command, startUp, weaving, monitoring }: Spent): string {
  const measured = monitoring === undefined ? '' : `, ${duration(monitoring)} monitoring`
  return `${duration(command)} the command; of JSMOP's, in all processes: ${duration(startUp)} starting, ${duration(weaving)} weaving${measured}`
}

/** Of milliseconds. */
function duration(time: number): string {
  return time < 1000 ? `${time.toFixed(time < 10 ? 1 : 0)} ms` : `${(time / 1000).toFixed(1)} s`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
