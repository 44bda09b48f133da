/**
 * `jsmop check <log|dir|->`: monitors recorded event logs offline. Each file is a session, a trace of its own. Logs are read
 * line by line and may be larger than memory; what the online algorithms keep of them is what they would keep of a running
 * program, and violations are kept once for each place.
 */

import { createReadStream, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../../diagnostics/user-error.ts'
import type { AlgorithmName } from '../../engine/algorithms.ts'
import { defaultAlgorithm } from '../../engine/algorithms.ts'
import type { LinePlace } from '../../engine/event-log.ts'
import { parseLogHeader, parseLogLine } from '../../engine/event-log.ts'
import type { TraceViolation } from '../../engine/monitor-trace.ts'
import { TraceMonitor } from '../../engine/monitor-trace.ts'
import type { Sample } from '../../engine/select/sample.ts'
import type { Statistics, TimeSpent } from '../../engine/monitoring.ts'
import { readCatalogue } from '../../load/read-catalogue.ts'
import { compileSpec } from '../../spec/compile-spec.ts'
import type { CompiledSpec } from '../../spec/compiled-spec.ts'
import type { CommandFunction, OptionValues } from '../command.ts'
import { exitCode } from '../command.ts'
import type { Io } from '../io.ts'
import { ProgressBar } from '../progress-bar.ts'
import { readSample } from '../read-sample.ts'
import { readSpecFile } from '../read-spec-file.ts'
import { unknownSpec } from '../unknown-spec.ts'

/** Violations of one category at one place. */
interface Finding {
  readonly category: string
  readonly message: string
  readonly site: string | undefined
  /** Reports, and the instances they speak of. */
  count: number
  instances: number
  readonly tests: Set<string>
}

interface Totals extends Record<
  'events' | 'monitors' | 'collected' | 'peak' | 'steps' | 'reports' | 'evicted',
  number
> {
  /** Nanoseconds; with `--profile`. */
  time?: TimeSpent
}

interface Outcome {
  readonly spec: CompiledSpec
  readonly algo: AlgorithmName
  sessions: number
  /** Lines that were passed over, and what was wrong with the first. */
  skipped: number
  firstSkipped: string | undefined
  readonly totals: Totals
  /** By category and place, in the order found. */
  readonly findings: Map<string, Finding>
  readonly sample: Sample
  /** Monitors that selection let be, and that it did not. */
  readonly selection: { created: number; skipped: number }
}

/** Characters; more than any event needs. */
const longestLine = 16_000_000

export const check: CommandFunction = async ({ positionals, options }, io) => {
  const algo = (options['algo'] as AlgorithmName | undefined) ?? defaultAlgorithm
  const outcome: Outcome = {
    spec: await chosenSpec(options, io),
    algo,
    sessions: 0,
    skipped: 0,
    firstSkipped: undefined,
    totals: { events: 0, monitors: 0, collected: 0, peak: 0, steps: 0, reports: 0, evicted: 0 },
    findings: new Map(),
    sample: readSample((options['sample'] as string | undefined) ?? 'none', algo),
    selection: { created: 0, skipped: 0 },
  }
  const logs = findLogs(positionals[0]!, outcome.spec, io)
  const bar = new ProgressBar(
    io.stderr,
    logs.every(({ size }) => size !== undefined) ? logs.reduce((sum, { size }) => sum + size!, 0) : undefined,
  )
  try {
    for (const log of logs) await checkSession(log, outcome, options, bar)
  } finally {
    bar.clear()
  }
  io.stdout.write(options['format'] === 'json' ? asJson(outcome) : asText(outcome))
  return outcome.findings.size > 0 ? exitCode.violations : exitCode.ok
}

async function chosenSpec(options: OptionValues, io: Io): Promise<CompiledSpec> {
  const { spec: id, 'spec-file': file } = options
  if ((id === undefined) === (file === undefined)) {
    throw new UserError({
      code: 'missing-option',
      message: `jsmop check needs ${id === undefined ? '--spec or --spec-file' : 'either --spec or --spec-file, not both'}`,
      remedy: 'Add --spec <id> for a spec of the catalogue, or --spec-file <file> for one of your own.',
    })
  }
  if (file !== undefined) return (await readSpecFile(file as string, io)).compiled
  const definition = (await readCatalogue()).find((spec) => spec.id === id)
  if (definition === undefined) throw unknownSpec(id as string)
  return compileSpec(definition)
}

interface Log {
  /** As shown. */
  readonly name: string
  /** Bytes, if known. */
  readonly size: number | undefined
  open(): AsyncIterable<string>
}

/**
 * A file, the `.jsonl` files of a folder in the order of their names, or standard input. `jsmop --record` writes a folder
 * for each spec, named by its id: given the folder of them all, those of the spec are meant.
 */
function findLogs(name: string, spec: CompiledSpec, io: Io): Log[] {
  if (name === '-') return [{ name: 'standard input', size: undefined, open: () => io.stdin.setEncoding('utf8') }]
  const place = path.resolve(io.cwd, name)
  const status = statSync(place, { throwIfNoEntry: false })
  if (status === undefined) {
    throw new UserError({
      code: 'unreadable-log',
      message: `there is no log or folder of logs at ${name}`,
      remedy: 'Give a file, a folder with .jsonl files, or - for standard input.',
    })
  }
  const fileLog = (file: string, shown: string, size: number): Log => ({
    name: shown,
    size,
    open: () => createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }),
  })
  if (!status.isDirectory()) return [fileLog(place, name, status.size)]
  if (statSync(path.join(place, spec.id), { throwIfNoEntry: false })?.isDirectory() === true) {
    return findLogs(path.join(name, spec.id), spec, io)
  }
  const files = readdirSync(place)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
  if (files.length === 0) {
    throw new UserError({
      code: 'unreadable-log',
      message: `the folder ${name} has no logs in it`,
      remedy: 'Logs are files whose names end in .jsonl; `jsmop --record <dir> -- <command>` writes them.',
    })
  }
  return files.map((file) =>
    fileLog(path.join(place, file), path.join(name, file), statSync(path.join(place, file)).size),
  )
}

async function checkSession(log: Log, outcome: Outcome, options: OptionValues, bar: ProgressBar): Promise<void> {
  const keepGoing = options['keep-going'] === true
  const monitor = new TraceMonitor(outcome.spec, {
    algo: outcome.algo,
    sample: outcome.sample.kind === 'none' ? undefined : outcome.sample,
    clock: options['profile'] === true ? () => performance.now() * 1e6 : undefined,
    onViolation: (violation) => record(outcome.findings, violation),
    onFault: refuseSpec,
  })
  let line = 0
  let headed = false
  const takeLine = (text: string) => {
    line += 1
    if (text.trim() === '') return
    const place = { source: log.name, line }
    if (!headed) {
      headed = true
      if (attempt(() => checkHeader(text, place, outcome.spec), place) || !isEntry(text)) return
    }
    attempt(() => monitor.take(parseLogLine(text, place)), place)
  }
  /** Runs what may find a fault in the line. With `--keep-going` the fault is counted instead. */
  const attempt = (act: () => void, place: LinePlace): boolean => {
    try {
      act()
      return true
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      const placed = withPlace(error, place)
      if (!keepGoing || faultsOfSpecs.includes(error.code)) throw placed
      outcome.skipped += 1
      outcome.firstSkipped ??= placed.message
      return false
    }
  }
  for await (const lines of readLines(log, bar, outcome)) for (const text of lines) takeLine(text)
  if (!headed) attempt(() => parseLogHeader('{}', { source: log.name, line: 1 }), { source: log.name, line: 1 })
  monitor.finish()
  outcome.sessions += 1
  addTotals(outcome.totals, monitor.statistics())
  for (const place of monitor.sampler?.selections.flatMap(({ places }) => places) ?? []) {
    outcome.selection.created += place.created
    outcome.selection.skipped += place.skipped
  }
}

/** No fault of a line's: with a spec whose code does not work on logs there is nothing to be found in them. */
const faultsOfSpecs = ['needs-operation', 'failed-spec-code']

function refuseSpec({ id }: CompiledSpec, part: string, error: unknown): never {
  if (error instanceof UserError) throw error
  throw new UserError({
    code: 'failed-spec-code',
    message: `the code of spec ${id} failed (${part}): ${String(error)}`,
    remedy: 'Mend the spec: what it does must not throw.',
    cause: error,
  })
}

function checkHeader(text: string, place: LinePlace, { id }: CompiledSpec): void {
  const { spec } = parseLogHeader(text, place)
  if (spec === undefined || spec === id) return
  throw new UserError({
    code: 'log-of-another-spec',
    message: `this is a log of spec ${spec}, not of ${id}`,
    remedy: `Check it with --spec ${spec}.`,
  })
}

/** The lines of a log, some at a time. */
async function* readLines(log: Log, bar: ProgressBar, { findings }: Outcome): AsyncIterable<string[]> {
  let rest = ''
  try {
    for await (const chunk of log.open()) {
      bar.advance(Buffer.byteLength(chunk), findings.size)
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      if (rest.length > longestLine) {
        throw new UserError({
          code: 'unreadable-log',
          message: `${log.name} has a line of more than ${plural(longestLine, 'character')}`,
          remedy: 'An event log has one short JSON object on each line.',
        })
      }
      yield lines
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UserError({
      code: 'unreadable-log',
      message: `${log.name} cannot be read: ${error.message}`,
      remedy: 'Give a file, a folder with .jsonl files, or - for standard input.',
      cause: error,
    })
  }
  if (rest !== '') yield [rest]
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** Whether a line where the header should be is an entry: with `--keep-going` it is taken as one. */
function isEntry(text: string): boolean {
  try {
    parseLogLine(text, { source: '', line: 1 })
    return true
  } catch {
    return false
  }
}

/** What the spec says of an event does not know where it stands; the error does. */
function withPlace(error: UserError, { source, line }: LinePlace): UserError {
  if (error.code === 'malformed-log-line') return error
  const { code, message, remedy } = error
  return new UserError({ code, message: `${source}:${line}: ${message}`, ...(remedy === undefined ? {} : { remedy }) })
}

function addTotals(totals: Totals, statistics: Statistics): void {
  totals.events += statistics.events
  totals.monitors += statistics.monitors
  totals.collected += statistics.collected
  totals.peak = Math.max(totals.peak, statistics.peak)
  totals.steps += statistics.steps
  totals.reports += statistics.reports
  totals.evicted += statistics.evicted ?? 0
  if (statistics.time === undefined) return
  totals.time ??= { indexing: 0, stepping: 0, authored: 0 }
  for (const part of ['indexing', 'stepping', 'authored'] as const) totals.time[part] += statistics.time[part]
}

/** One finding for each category and place; where the log has no places, for each message. */
function record(findings: Map<string, Finding>, violation: TraceViolation): void {
  const { category, message, site, test, instances } = violation
  const key = JSON.stringify([category, site ?? message, site === undefined])
  let finding = findings.get(key)
  if (finding === undefined) {
    finding = { category, message, site, count: 0, instances: 0, tests: new Set() }
    findings.set(key, finding)
  }
  finding.count += 1
  finding.instances += instances
  if (test !== undefined) finding.tests.add(test)
}

function asJson({ spec, algo, sessions, skipped, totals, findings, sample, selection }: Outcome): string {
  const violations = [...findings.values()].map(({ category, message, site, count, instances, tests }) => ({
    spec: spec.id,
    severity: spec.metadata.severity,
    category,
    message,
    site: site ?? null,
    count,
    instances,
    tests: [...tests],
    doc: spec.metadata.doc,
  }))
  const selected = sample.kind === 'none' ? {} : { selection }
  const found = { schema: 1, spec: spec.id, algo, sessions, skipped, stats: totals, ...selected, violations }
  return `${JSON.stringify(found, null, 2)}\n`
}

function asText({ spec, algo, sessions, skipped, firstSkipped, totals, findings, sample, selection }: Outcome): string {
  const blocks = [...findings.values()].map(({ category, message, site, count, instances, tests }) =>
    [
      `${site ?? 'unknown place'}  ${spec.metadata.severity}  ${spec.id}  ${category}`,
      `  ${message}`,
      `  ${plural(count, 'time')}, ${plural(instances, 'instance')}`,
      ...[...tests].map((test) => `  in ${test}`),
      '',
      '',
    ].join('\n'),
  )
  const summary = [
    `${plural(findings.size, 'violation')} of ${spec.id} in ${plural(totals.events, 'event')} of ` +
      `${plural(sessions, 'session')}; ${plural(totals.monitors, 'monitor')}, algorithm ${algo}.`,
    ...(sample.kind === 'none'
      ? []
      : selection.created + selection.skipped === 0
        ? ['Monitored in full: skipping monitors of this spec would not pay.']
        : [
            `Monitored selectively, so violations may be missed: ${selection.skipped.toLocaleString('en')} of ` +
              `${plural(selection.created + selection.skipped, 'monitor')} were skipped.`,
          ]),
    ...(skipped === 0 ? [] : [`${plural(skipped, 'line')} skipped. The first: ${firstSkipped}`]),
    ...(totals.evicted === 0
      ? []
      : [`${plural(totals.evicted, 'value')} evicted for memory: nothing is said about what followed on them.`]),
    ...(totals.time === undefined ? [] : [`Time: ${timeText(totals.time)}.`]),
  ]
  return `${blocks.join('')}${summary.join('\n')}\n`
}

function timeText({ indexing, stepping, authored }: TimeSpent): string {
  const inMilliseconds = (time: number) => `${(time / 1e6).toFixed(1)} ms`
  return [
    `finding monitors ${inMilliseconds(indexing)}`,
    `stepping them ${inMilliseconds(stepping)}`,
    `code of the spec ${inMilliseconds(authored)}`,
  ].join(', ')
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
