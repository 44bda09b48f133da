/**
 * `text`: the report on the terminal, after the command's own output. Each violation with its line in context, the events
 * that led there, the tests, what to read, in the order of `rank-violations.ts`; then what was watched, and what was not:
 * a report of nothing says how much was looked at. Fits the terminal's width; colours and signs only where they show.
 */

import { groupDigits } from './group-digits.ts'
import { isSomewhere, placeText } from './place-text.ts'
import { evolutionRemarks } from './render-evolution.ts'
import { originOf, ranking, rankViolations, severities } from './rank-violations.ts'
import type { ReportContext } from './reporter.ts'
import type { Result, SelectionStatistics, Spent, TestIdentity, TraceEvent, Violation } from './result.ts'

type Style = (text: string) => string

interface Styles {
  readonly bold: Style
  readonly dim: Style
  readonly red: Style
  readonly yellow: Style
  readonly cyan: Style
  readonly green: Style
}

/** Violations in full, and known ones in a line each; the rest is counted by spec. */
const shownViolations = 25
const shownKnown = 10
/** Of one rule, those in full: one remedy serves the others, whose lines are listed. */
const shownPerRule = 3
/** Of such lines. */
const shownPlaces = 12
/** Events of a long trace that are shown: the first and the last tell most. */
const shownEvents = 8
const shownTests = 3
/** Of a list of names, before "and n more". */
const shownNames = 6
/** Of each kind. */
const shownRemarks = 5

export function renderText(result: Result, context: ReportContext): string {
  return `${[...report(result, new TextWriter(context))].join('\n')}\n`
}

/** The terminal as the parts of a report see it. */
class TextWriter {
  readonly context: ReportContext
  readonly styles: Styles
  readonly width: number
  readonly ascii: boolean

  constructor(context: ReportContext) {
    this.context = context
    this.styles = stylesFor(context.terminal.colour)
    this.width = Math.max(40, Math.min(context.terminal.width, 120))
    this.ascii = context.terminal.ascii
  }

  sign(unicode: string, ascii: string): string {
    return this.ascii ? ascii : unicode
  }

  /** Lines of at most the terminal's width, behind indents of `first` and then `rest` blanks. Long words stay whole. */
  wrap(text: string, first: number, rest: number): string[] {
    const lines: string[] = []
    let line = ''
    let indent = first
    for (const word of text.split(' ')) {
      if (line !== '' && indent + line.length + 1 + word.length > this.width) {
        lines.push(' '.repeat(indent) + line)
        line = word
        indent = rest
      } else line = line === '' ? word : `${line} ${word}`
    }
    return [...lines, ' '.repeat(indent) + line]
  }

  cut(text: string): string {
    return text.length <= this.width ? text : `${text.slice(0, this.width - 1)}${this.sign('…', '~')}`
  }
}

function* report(result: Result, writer: TextWriter): Generator<string> {
  const { styles } = writer
  yield styles.dim(writer.sign('─', '-').repeat(writer.width))
  const groups = rankViolations(result.violations)
  const perLine = groupBy(result.violations, lineKey)
  const perOrigin = groupBy(result.violations, originKey)
  const compared = result.violations.some((violation) => violation.new !== null)
  if (result.violations.length > 1) yield* [...writer.wrap(ranking, 0, 0).map(styles.dim), '']
  let room = shownViolations
  for (const { title, violations, known } of groups) {
    if (groups.length > 1 || compared) yield* [`${styles.bold(title)} (${groupDigits(violations.length)})`, '']
    const entries = known ? violations.map((violation) => alone(violation)) : fold(violations)
    const shown = entries.slice(0, known ? shownKnown : room)
    for (const { violation, sameRule } of shown) {
      if (known) yield* writer.wrap(shortLine(violation), 2, 4)
      else {
        const related = {
          sameLine: perLine.get(lineKey(violation))!.filter((other) => other !== violation && isSomewhere(other)),
          sameOrigin: perOrigin.get(originKey(violation))!.filter((other) => other !== violation),
          sameRule,
        }
        yield* violationLines(violation, related, writer)
        yield ''
        room -= 1
      }
    }
    const left = entries
      .slice(shown.length)
      .flatMap(({ violation, sameOrigin, sameRule }) => [violation, ...sameOrigin, ...sameRule])
    if (left.length > 0) yield* writer.wrap(`and ${groupDigits(left.length)} more: ${perSpec(left)}`, 2, 4)
    if (known || left.length > 0) yield ''
  }
  yield* summary(result, writer)
  for (const remark of remarks(result)) for (const line of writer.wrap(remark, 0, 2)) yield styles.yellow(line)
  if (result.violations.length > 0) {
    yield styles.dim('`jsmop explain-violation 1` walks through the first, event by event.')
    yield `Full report: ${writer.context.folder}`
  }
}

function shortLine(violation: Violation): string {
  const { severity, message, spec } = violation
  return `${severity} ${oneLine(placeText(violation))} ${oneLine(message)} (${spec})`
}

/** How many violations each spec has, the most frequent first. */
function perSpec(violations: readonly Violation[]): string {
  const counts = new Map<string, number>()
  for (const { spec } of violations) counts.set(spec, (counts.get(spec) ?? 0) + 1)
  return listed([...counts].sort(([, a], [, b]) => b - a).map(([spec, count]) => `${spec} ${groupDigits(count)}`))
}

function lineKey({ file, line }: Violation): string {
  return `${file}\n${line}`
}

/** A violation whose trace does not tell where it began is alone. */
function originKey(violation: Violation): string {
  return `${violation.spec}\n${originOf(violation) ?? `only ${lineKey(violation)}`}`
}

function groupBy(violations: readonly Violation[], key: (violation: Violation) => string): Map<string, Violation[]> {
  const groups = new Map<string, Violation[]>()
  for (const violation of violations) {
    const group = groups.get(key(violation))
    if (group === undefined) groups.set(key(violation), [violation])
    else group.push(violation)
  }
  return groups
}

/** A violation that is shown, and those that need no more than to be named with it. */
interface Entry {
  readonly violation: Violation
  /** Those that began where it did. */
  readonly sameOrigin: Violation[]
  /** Others of its rule, which has enough in full; with the last of these. */
  readonly sameRule: Violation[]
}

function alone(violation: Violation): Entry {
  return { violation, sameOrigin: [], sameRule: [] }
}

/** In the same order. A server that no test of a file closes is one mistake on thirty lines, and thirty frames say no more. */
function fold(violations: readonly Violation[]): Entry[] {
  const entries: Entry[] = []
  const perOrigin = new Map<string, Entry>()
  const perRule = new Map<string, Entry[]>()
  for (const violation of violations) {
    const first = perOrigin.get(originKey(violation))
    const ofRule = perRule.get(violation.spec) ?? []
    if (first !== undefined) first.sameOrigin.push(violation)
    else if (ofRule.length === shownPerRule) ofRule.at(-1)!.sameRule.push(violation)
    else {
      const entry = alone(violation)
      entries.push(entry)
      perOrigin.set(originKey(violation), entry)
      perRule.set(violation.spec, [...ofRule, entry])
    }
  }
  return entries
}

/** Violations that may have to do with another. */
interface Related {
  readonly sameLine: readonly Violation[]
  readonly sameOrigin: readonly Violation[]
  readonly sameRule: readonly Violation[]
}

function* violationLines(violation: Violation, related: Related, writer: TextWriter): Generator<string> {
  const { severity, spec, message, trace } = violation
  const { styles } = writer
  const colour = severity === 'error' ? styles.red : severity === 'warning' ? styles.yellow : styles.cyan
  const indent = severity.length + 1
  const [first, ...rest] = writer.wrap(oneLine(message), indent, indent)
  yield `${styles.bold(colour(severity))} ${styles.bold(first!.slice(indent))}`
  for (const part of rest) yield styles.bold(part)
  const inside = violation.function === null ? '' : ` in ${oneLine(violation.function)}`
  const library = violation.package === null ? '' : ` ${styles.dim(`(${violation.package})`)}`
  yield `  at ${styles.cyan(oneLine(placeText(violation)))}${inside}${library}${times(violation)}`
  yield* frame(violation, writer)
  if (trace.length > 1) yield* traceLines(trace, writer)
  if (violation.tests.length > 0) yield* writer.wrap(`tests: ${testList(violation.tests, writer)}`, 2, 9)
  if (related.sameLine.length > 0) {
    yield* writer.wrap(`also broken on this line: ${listed(related.sameLine.map(({ spec }) => spec))}`, 2, 4)
  }
  if (related.sameOrigin.length > 0)
    yield* writer.wrap(`began at the same place, so likely one cause: ${places(related.sameOrigin)}`, 2, 4)
  const rule = writer.context.specs.get(spec)?.description
  yield* writer.wrap(`rule: ${rule === undefined ? spec : `${rule} (${spec})`}`, 2, 8)
  yield `  ${styles.dim(violation.doc)}`
  if (related.sameRule.length > 0) {
    const more = `${plural(related.sameRule.length, 'more line')} ${related.sameRule.length === 1 ? 'breaks' : 'break'}`
    yield* writer.wrap(`${more} this rule: ${places(related.sameRule)}`, 2, 4)
  }
}

/** `src/a.js:3, 14; src/b.js:5 and 7 more` */
function places(violations: readonly Violation[]): string {
  const perFile = groupBy(violations.slice(0, shownPlaces), ({ file }) => file)
  const files = Array.from(perFile, ([file, some]) => `${oneLine(file)}:${some.map(({ line }) => line).join(', ')}`)
  const more = violations.length - shownPlaces
  return more <= 0 ? files.join('; ') : `${files.join('; ')} and ${groupDigits(more)} more`
}

function times({ count, instances }: Violation): string {
  if (count <= 1 && instances <= 1) return ''
  const often = count === 1 ? 'once' : `${groupDigits(count)} times`
  return instances === count ? `, ${often}` : `, ${often} on ${plural(instances, 'object')}`
}

/** The blamed line between its neighbours. */
function* frame({ file, line, column }: Violation, writer: TextWriter): Generator<string> {
  const text = writer.context.sourceLines(file)
  if (text === undefined || text[line - 1] === undefined) return
  const first = Math.max(1, line - 1)
  const last = Math.min(text.length, line + 1)
  const gutter = String(last).length
  const room = writer.width - gutter - 7
  for (let at = first; at <= last; at++) {
    const number = String(at).padStart(gutter)
    const whole = printable(text[at - 1]!)
    if (at !== line) {
      yield writer.styles.dim(writer.cut(`    ${number} | ${whole}`.trimEnd()))
      continue
    }
    const indent = printable(text[line - 1]!.slice(0, column - 1)).length
    // A place beyond the edge comes into the middle.
    const from = indent < room ? 0 : indent - Math.floor(room / 2)
    const left = from === 0 ? '' : writer.sign('…', '~')
    yield writer.cut(`  > ${number} | ${left}${whole.slice(from + left.length)}`.trimEnd())
    if (indent - from < room) yield `    ${' '.repeat(gutter)} | ${' '.repeat(indent - from)}${writer.styles.red('^')}`
  }
}

function* traceLines(trace: readonly TraceEvent[], writer: TextWriter): Generator<string> {
  const { styles } = writer
  const head = trace.length > shownEvents ? trace.slice(0, shownEvents / 2) : trace.slice(0, -1)
  const tail = trace.length > shownEvents ? trace.slice(-shownEvents / 2, -1) : []
  const width = Math.max(...[...head, ...tail, trace.at(-1)!].map(({ event }) => event.length))
  const text = ({ event, file, line, column, times = 1 }: TraceEvent) => {
    const repeated = times === 1 ? '' : `, ${plural(times, 'time')}`
    const place = line === 0 ? '(not in your code)' : `${oneLine(file)}:${line}:${column}`
    return `${event.padEnd(width)}  ${place}${repeated}`
  }
  yield '  what happened:'
  for (const event of head) yield `      ${text(event)}`
  const left = trace.length - head.length - tail.length - 1
  if (left > 0) yield styles.dim(`      ${writer.sign('⋮', ':')} ${plural(left, 'event')} more`)
  for (const event of tail) yield `      ${text(event)}`
  yield `    ${styles.red(`${writer.sign('→', '>')} ${text(trace.at(-1)!)}`)}`
}

function testList(tests: readonly TestIdentity[], writer: TextWriter): string {
  const separator = writer.sign(' › ', ' > ')
  const shown = tests
    .slice(0, shownTests)
    .map(({ path, file }) => oneLine(path.length === 0 ? file : path.join(separator)))
  const more = tests.length - shown.length
  return more === 0 ? shown.join('; ') : `${shown.join('; ')}; and ${groupDigits(more)} more`
}

function* summary({ violations, ignored, stats, processes, spent }: Result, writer: TextWriter): Generator<string> {
  const { styles } = writer
  const counts = severities
    .map((severity) => ({ severity, count: violations.filter((violation) => violation.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => plural(count, severity))
  if (violations.some((violation) => violation.new !== null)) {
    counts.push(`${violations.filter((violation) => violation.new === true).length} of them new`)
  }
  if (ignored !== undefined && ignored.length > 0) counts.push(`${groupDigits(ignored.length)} ignored`)
  const specs = Object.entries(stats.perSpec)
  const watching = specs.filter(([, { events }]) => events > 0).sort(([, a], [, b]) => b.events - a.events)
  const silent = specs.filter(([, { events }]) => events === 0).map(([id]) => id)
  yield violations.length === 0
    ? styles.green(`jsmop: ${['no violations', ...counts].join(', ')}`)
    : styles.bold(`jsmop: ${counts.join(', ')}`)
  const skipped = processes.skipped === 0 ? '' : ` (${groupDigits(processes.skipped)} more passed through)`
  yield `  watched ${plural(stats.events, 'event')} of ${watching.length} of ${plural(specs.length, 'spec')} in ${plural(processes.monitored, 'process', 'es')}${skipped}`
  if (spent !== undefined) yield* writer.wrap(costs(spent, stats), 2, 4)
  if (violations.length > 0) return
  if (watching.length > 0) {
    const events = watching.map(([id, { events }]) => `${id} ${groupDigits(events)}`)
    yield* writer.wrap(`events: ${listed(events)}`, 2, 4)
  }
  if (silent.length > 0) yield* writer.wrap(`saw no events: ${listed(silent)}`, 2, 4)
}

/** What it took of the run, as far as it was measured. */
function costs({ command, startUp, weaving, monitoring }: Spent, { perSpec }: Result['stats']): string {
  const parts = [`${duration(startUp)} to start`, `${duration(weaving)} to weave`]
  if (monitoring !== undefined) {
    const slowest = Object.entries(perSpec)
      .filter(([, { time = 0 }]) => time > 0)
      .sort(([, { time: a = 0 }], [, { time: b = 0 }]) => b - a)
      .map(([id, { time = 0 }]) => `${id} ${duration(time)}`)
    parts.push(`${duration(monitoring)} to monitor${slowest.length === 0 ? '' : ` (${listed(slowest)})`}`)
  }
  return `took ${duration(command)}; JSMOP in all processes: ${parts.join(', ')}`
}

/** What a reader must know to believe the summary. */
function selectionText(sample: string, { created, skipped, suppressed, places }: SelectionStatistics): string {
  const monitors = created + skipped
  const share = monitors === 0 ? '0' : ((100 * skipped) / monitors).toFixed(1)
  const events = suppressed === 0 ? '' : ` and ${plural(suppressed, 'event')} of places that had broken the same rule`
  const where = plural(places.filter((place) => place.skipped > 0).length, 'place')
  return (
    `Monitored selectively (${sample}), so violations may be missed: ${groupDigits(skipped)} of ${plural(monitors, 'monitor')} ` +
    `(${share} %) at ${where} were skipped${events}.`
  )
}

function tuningText({ when, changed, of }: NonNullable<Result['tuned']>): string {
  const settings = `Its settings were tuned on ${when.slice(0, 10)}`
  if (changed === 0) return `${settings}.`
  return `${settings}, and ${groupDigits(changed)} of ${plural(of, 'file')} changed since: \`jsmop tune\` renews them.`
}

function* remarks(result: Result): Generator<string> {
  const { processes, unparsed, disabled, notMonitored, unusedIgnores = [], baseline } = result
  if (result.evolution !== undefined) yield* evolutionRemarks(result.evolution)
  if (processes.monitored === 0 && result.evolution?.decision !== 'plain')
    yield 'Nothing was monitored: no process of the command loaded JSMOP.'
  if (result.algo === 'none') yield 'Nothing was monitored: with --algo none events are signalled to nobody.'
  if (processes.escaped > 0) yield `${plural(processes.escaped, 'process', 'es')} could not be monitored.`
  if (unparsed.length > 0) {
    const files = listed(unparsed.map(({ file }) => oneLine(file)))
    yield `${plural(unparsed.length, 'file')} could not be parsed and ran unwatched: ${files}`
  }
  if (result.selection !== undefined) yield selectionText(result.sample, result.selection)
  if (result.tuned !== undefined) yield tuningText(result.tuned)
  if (result.eager !== undefined && result.eager.length > 0)
    yield `Monitored eagerly, since their monitors are more than a trace: ${result.eager.join(', ')}.`
  yield* several(unmonitoredRemarks(notMonitored))
  yield* several(disabled.map(({ part, why }) => `Switched off: ${oneLine(part)} (${firstLine(why)}).`))
  yield* several(
    unusedIgnores.map(({ file, line, spec }) => {
      const rule = spec === null ? '' : ` of ${spec}`
      return `Nothing to ignore${rule} at ${oneLine(file)}:${line}: the comment can go.`
    }),
  )
  if (baseline !== undefined && baseline.gone.length > 0) {
    const entries = baseline.gone.length === 1 ? '1 entry' : `${groupDigits(baseline.gone.length)} entries`
    yield `${entries} of ${baseline.file} did not occur: \`jsmop baseline\` removes ${baseline.gone.length === 1 ? 'it' : 'them'}.`
  }
}

/** What is missing of one module for one reason is said once: a package in another version lacks a dozen functions. */
function unmonitoredRemarks(notMonitored: Result['notMonitored']): string[] {
  const groups = new Map<string, { readonly what: string; readonly why: string; more: number }>()
  for (const { what, why } of notMonitored) {
    const key = what.includes('#') ? `${moduleOf(what)} ${why}` : `${what} ${why}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { what, why, more: 0 })
    else known.more += 1
  }
  return Array.from(groups.values(), ({ what, why, more }) => {
    const rest = more === 0 ? '' : ` and ${groupDigits(more)} more of ${oneLine(moduleOf(what))}`
    return `Not monitored: ${oneLine(what)}${rest} (${firstLine(why)}).`
  })
}

const moduleOf = (target: string): string => target.split('#', 1)[0]!

/** Remarks of one kind. */
function several(lines: readonly string[]): string[] {
  const shown = lines.slice(0, shownRemarks)
  return lines.length === shown.length
    ? shown
    : [...shown, `And ${groupDigits(lines.length - shown.length)} more like it.`]
}

/** Of a stack, say. */
function firstLine(text: string): string {
  return oneLine(text.split('\n', 1)[0]!)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length <= shownNames ? shown : `${shown} and ${groupDigits(names.length - shownNames)} more`
}

/** Control characters in names and messages would move the cursor, or worse. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(control, '\uFFFD')
}

/** A source line as a terminal shows it in one row: two columns for a tab. */
function printable(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(control, '\uFFFD')
}

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** Of milliseconds. */
function duration(time: number): string {
  return time < 1000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`
}

function plural(count: number, noun: string, ending = 's'): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : ending}`
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
