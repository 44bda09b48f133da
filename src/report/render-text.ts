/**
 * The report on the terminal, after the command's own output: each violation with its line in context, the events that
 * led there, the tests, what to read; then what was watched and what was not. A violation that is not new comes after
 * those that are; severities in order, the most frequent first.
 */

import type { Result, TestIdentity, TraceEvent, Violation } from './result.ts'

export interface TextOptions {
  readonly width: number
  readonly colour: boolean
  /** Only ASCII signs. */
  readonly ascii: boolean
  /** Lines of a file of the project, for the code frame; undefined when it cannot be read. */
  readonly sourceLines: (file: string) => readonly string[] | undefined
  /** Where the full result is, as shown to the user. */
  readonly folder: string
}

type Style = (text: string) => string

interface Styles {
  readonly bold: Style
  readonly dim: Style
  readonly red: Style
  readonly yellow: Style
  readonly cyan: Style
  readonly green: Style
}

const severities = ['error', 'warning', 'suggestion'] as const

export function renderText(result: Result, options: TextOptions): string {
  const styles = stylesFor(options.colour)
  const violations = [...result.violations].sort(byImportance)
  const rule = (options.ascii ? '-' : '─').repeat(Math.max(20, Math.min(options.width, 100)))
  const parts = [styles.dim(rule)]
  for (const violation of violations) parts.push(renderViolation(violation, options, styles), '')
  parts.push(summary(result, styles), ...remarks(result, styles))
  if (violations.length > 0) parts.push(`Full report: ${options.folder}`)
  return `${parts.join('\n')}\n`
}

function byImportance(a: Violation, b: Violation): number {
  return (
    Number(b.new ?? false) - Number(a.new ?? false) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    Number(a.package !== null) - Number(b.package !== null) ||
    b.count - a.count ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)
  )
}

function renderViolation(violation: Violation, options: TextOptions, styles: Styles): string {
  const { severity, spec, message, file, line, column, trace } = violation
  const colour = severity === 'error' ? styles.red : severity === 'warning' ? styles.yellow : styles.cyan
  const mark = violation.new === true ? ' (new)' : ''
  const lines = [`${styles.bold(colour(severity))} ${styles.bold(message)} ${styles.dim(spec)}${mark}`]
  const inside = violation.function === null ? '' : ` in ${violation.function}`
  const library = violation.package === null ? '' : ` ${styles.dim(`(${violation.package})`)}`
  lines.push(`  at ${styles.cyan(`${file}:${line}:${column}`)}${inside}${library}${times(violation)}`)
  lines.push(...frame(violation, options, styles))
  if (trace.length > 1) lines.push(...traceLines(trace, styles, options))
  if (violation.tests.length > 0) lines.push(`  tests: ${testList(violation.tests, options)}`)
  lines.push(`  ${styles.dim(violation.doc)}`)
  return lines.join('\n')
}

function times({ count, instances }: Violation): string {
  if (count <= 1 && instances <= 1) return ''
  if (instances === count) return `, ${count} times`
  return `, ${count} times on ${instances} object${instances === 1 ? '' : 's'}`
}

/** The blamed line between its neighbours. */
function frame({ file, line, column }: Violation, { sourceLines }: TextOptions, styles: Styles): string[] {
  const text = sourceLines(file)
  if (text === undefined || text[line - 1] === undefined) return []
  const first = Math.max(1, line - 1)
  const last = Math.min(text.length, line + 1)
  const gutter = String(last).length
  const lines: string[] = []
  for (let number = first; number <= last; number++) {
    const shown = `${String(number).padStart(gutter)} | ${text[number - 1]!.replaceAll('\t', '  ')}`.trimEnd()
    lines.push(number === line ? `  > ${shown}` : styles.dim(`    ${shown}`))
    if (number === line) {
      const indent = text[line - 1]!.slice(0, column - 1).replaceAll('\t', '  ').length
      lines.push(`    ${' '.repeat(gutter)} | ${' '.repeat(indent)}${styles.red('^')}`)
    }
  }
  return lines
}

function traceLines(trace: readonly TraceEvent[], styles: Styles, { ascii }: TextOptions): string[] {
  const width = Math.max(...trace.map(({ event }) => event.length))
  const arrow = ascii ? '->' : '→'
  return [
    '  what happened:',
    ...trace.map(({ event, file, line, column }, index) => {
      const text = `${event.padEnd(width)}  ${file}:${line}:${column}`
      return `    ${index === trace.length - 1 ? styles.red(`${arrow} ${text}`) : `  ${text}`}`
    }),
  ]
}

function testList(tests: readonly TestIdentity[], { ascii }: TextOptions): string {
  const shown = tests.slice(0, 3).map(({ path, file }) => (path.length === 0 ? file : path.join(ascii ? ' > ' : ' › ')))
  const more = tests.length - shown.length
  return more === 0 ? shown.join('; ') : `${shown.join('; ')}; and ${more} more`
}

function summary({ violations, stats, processes }: Result, styles: Styles): string {
  const counts = severities
    .map((severity) => ({ severity, count: violations.filter((violation) => violation.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => plural(count, severity))
  const fresh = violations.filter((violation) => violation.new === true).length
  const found =
    violations.length === 0
      ? styles.green('jsmop: no violations')
      : styles.bold(`jsmop: ${counts.join(', ')}${violations.some((v) => v.new !== null) ? ` (${fresh} new)` : ''}`)
  const watching = Object.values(stats.perSpec).filter(({ events }) => events > 0).length
  const watched = `${plural(stats.events, 'event')} of ${watching} specs in ${plural(processes.monitored, 'process', 'es')}`
  return `${found} ${styles.dim(`(${watched})`)}`
}

/** What a reader must know to believe the summary. */
function remarks({ processes, unparsed, disabled, notMonitored }: Result, styles: Styles): string[] {
  const remarks: string[] = []
  if (processes.escaped > 0) remarks.push(`${plural(processes.escaped, 'process', 'es')} could not be monitored.`)
  if (unparsed.length > 0) {
    remarks.push(`${plural(unparsed.length, 'file')} could not be parsed and ran unwatched: ${unparsed[0]!.file}`)
  }
  for (const { what, why } of notMonitored) remarks.push(`Not monitored: ${what} (${why}).`)
  for (const { part, why } of disabled) remarks.push(`Switched off: ${part} (${why}).`)
  return remarks.map((remark) => styles.yellow(remark))
}

export function plural(count: number, noun: string, ending = 's'): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : ending}`
}

function stylesFor(colour: boolean): Styles {
  const style =
    (open: number, close: number): Style =>
    (text) =>
      colour ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
    green: style(32, 39),
  }
}
