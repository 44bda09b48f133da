/**
 * One run of one subject under one configuration. Its home, temporary folder and results are folders of its own, removed
 * afterwards; its environment is the same for all. The test command's output goes to files, so that what JSMOP prints
 * does not mix with it, and so that writing is synchronous in the plain run and the monitored one alike.
 */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { runFileOf } from '../load/run-file.ts'
import type { Evolution, Result, Spent } from '../report/result.ts'
import { countingCommand, readInstructions } from './count-instructions.ts'
import { measureCommand } from './measure-command.ts'
import type { Outcome } from './outcome.ts'
import type { PreparedSubject } from './prepare-subject.ts'
import { countTests, normaliseOutput } from './read-output.ts'
import { type ReadTraces, readTraces } from './read-traces.ts'
import type { EvolutionRecord, FinishedRun, MonitoringRecord, TimeSplit } from './run-record.ts'
import type { Configuration, Limits, Subject } from './study.ts'
import { plain } from './study.ts'
import { tunedSample } from './tuned-sample.ts'

export interface Run {
  readonly subject: Subject
  /** Undefined for the plain run. */
  readonly configuration: Configuration | undefined
  readonly repetition: number
  /** The version before this one, whose results a configuration may start from. */
  readonly previous: Subject | undefined
  readonly limits: Limits
  /** Counts instructions, and takes no times. */
  readonly instructions: boolean
}

/** What a worker has: the command line of JSMOP, and where results that go from version to version are. */
export interface Workplace {
  readonly jsmop: string
  readonly cache: string
  /** How this machine is called in records. */
  readonly machine?: string
}

export async function performRun(run: Run, prepared: PreparedSubject, workplace: Workplace): Promise<FinishedRun> {
  const { subject, configuration, repetition, limits, instructions } = run
  const scratch = makeScratch()
  const results = path.join(scratch, 'results')
  try {
    if (configuration?.keepsResults !== undefined) placeResults(run, prepared, workplace)
    // The same text in every run: `--since` compares commands, too.
    const test = `{ ${subject.test}\n} >"$TMPDIR/../stdout" 2>"$TMPDIR/../stderr"`
    const env = environment(prepared.folder, scratch)
    const tuned = configuration?.tune === undefined ? [] : await tune(subject, configuration, prepared, workplace)
    const command = commandFor(test, configuration, tuned, results, workplace)
    const started = Date.now()
    const measured = await measureCommand(instructions ? countingCommand(command, scratch, quote) : command, {
      cwd: prepared.folder,
      env,
      limits,
      scratch,
    })
    const counted = instructions ? readInstructions(scratch) : undefined
    const own = configuration?.keepsResults !== undefined ? path.join(prepared.folder, '.jsmop', 'latest') : results
    const traces = readTraces(readText(path.join(own, 'traces.jsonl')))
    const monitoring = readMonitoring(own, started, measured.wallMs, traces)
    if (configuration?.keepsResults !== undefined) keepResults(run, prepared, workplace)
    const outcome = readOutcome(scratch, prepared.folder, measured)
    const said = readText(path.join(scratch, 'said')).trim()
    const silent = configuration !== undefined && configuration.wrap === undefined && monitoring === undefined
    const uncounted = instructions && counted === undefined
    return {
      record: {
        subject: subject.id,
        configuration: configuration?.name ?? plain,
        repetition,
        machine: workplace.machine ?? hostname(),
        started: new Date(started).toISOString(),
        exitCode: measured.exitCode,
        stopped: measured.stopped,
        tests: outcome.tests,
        wallMs: measured.wallMs,
        cpuMs: measured.cpuMs,
        ...(counted === undefined ? {} : { instructions: counted }),
        peakBytes: measured.peakBytes,
        monitoring,
        fault: measured.stopped === undefined ? faultOf({ silent, uncounted, said }) : undefined,
      },
      outcome,
      ...(traces === undefined ? {} : { traces: traces.digests }),
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

function makeScratch(): string {
  const scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-study-'))
  for (const folder of ['home', 'tmp']) mkdirSync(path.join(scratch, folder))
  return scratch
}

/** Elsewhere than the run that is measured: what tests leave for their next run, such as jest's cache, is not for that one. */
async function tune(
  subject: Subject,
  configuration: Configuration,
  { folder }: PreparedSubject,
  workplace: Workplace,
): Promise<string[]> {
  const scratch = makeScratch()
  try {
    const place = { ...workplace, folder, env: environment(folder, scratch), scratch, quote }
    return ['--sample', await tunedSample(subject, configuration, place)]
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

function faultOf({ silent, uncounted, said }: { silent: boolean; uncounted: boolean; said: string }) {
  if (uncounted) return 'no instructions were counted: valgrind must be on the PATH'
  return silent ? said.slice(-1000) || 'there is no result' : undefined
}

function commandFor(
  test: string,
  configuration: Configuration | undefined,
  tuned: readonly string[],
  results: string,
  { jsmop }: Workplace,
): string {
  const shell = `bash -c ${quote(test)}`
  if (configuration === undefined) return shell
  if (configuration.wrap !== undefined) return configuration.wrap.replaceAll('{command}', () => shell)
  const { options, offline, keepsResults } = configuration
  const said = quote(path.join(path.dirname(results), 'said'))
  const start = `${quote(process.execPath)} ${quote(jsmop)}`
  const log = `${results}-log`
  const words = [
    'run',
    ...options,
    ...tuned,
    ...(keepsResults !== undefined ? [] : ['--out', results]),
    ...(offline === undefined ? [] : ['--record', log]),
    '--fail-on',
    'never',
    '--reporter',
    'json',
    '--',
  ]
  const run = `${start} ${words.map(quote).join(' ')} ${shell} >${said} 2>&1`
  if (offline === undefined) return run
  // A log for each spec, in a folder named by the spec's id.
  const logs = `find ${quote(log)} -mindepth 2 -maxdepth 2 -type d -printf '%P\\n' | sort`
  const check = `${start} check ${quote(log)} --algo ${quote(offline)} --format json --spec "$spec" >>${said}.checked 2>&1`
  return `( ${run}; code=$?; for spec in $(${logs}); do ${check}; done; exit $code )`
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Little of ours reaches the tests: what finds programs, and what keeps output free of colours. */
function environment(folder: string, scratch: string): NodeJS.ProcessEnv {
  const bin = path.join(folder, 'node_modules', '.bin')
  return {
    PATH: [bin, path.dirname(process.execPath), process.env['PATH'] ?? ''].join(path.delimiter),
    HOME: path.join(scratch, 'home'),
    TMPDIR: path.join(scratch, 'tmp'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CI: 'true',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  }
}

function readOutcome(
  scratch: string,
  folder: string,
  { exitCode, stopped }: Pick<Outcome, 'exitCode' | 'stopped'>,
): Outcome {
  const folders = [
    [folder, '<subject>'],
    [scratch, '<scratch>'],
    [process.execPath, '<node>'],
  ] as const
  const [stdout, stderr] = ['stdout', 'stderr'].map((name) =>
    normaliseOutput(readText(path.join(scratch, name)), folders),
  ) as [string, string]
  return { exitCode, stopped, tests: countTests(stdout) ?? countTests(stderr), stdout, stderr }
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function readMonitoring(
  results: string,
  started: number,
  wallMs: number,
  traces: ReadTraces | undefined,
): MonitoringRecord | undefined {
  const text = readText(path.join(results, 'result.json'))
  if (text === '') return undefined
  const { stats, processes, disabled, violations, spent, woven, evolution } = JSON.parse(text) as Result
  const { events, monitors, collected } = stats
  return {
    events,
    monitors,
    collected,
    traces: stats.traces,
    uniqueTraces: traces?.digests.length ?? stats.uniqueTraces,
    processes,
    disabled: disabled.length,
    violations: violations.map(({ spec, severity, file, line, package: library, count, instances, new: isNew }) => ({
      spec,
      severity,
      file,
      line,
      package: library,
      count,
      instances,
      ...(isNew === null ? {} : { new: isNew }),
    })),
    ...(woven === undefined ? {} : { woven }),
    ...(evolution === undefined ? {} : { evolution: recordOf(evolution) }),
    split: spent === undefined ? undefined : splitTime(spent, results, started, wallMs),
    ...(traces === undefined ? {} : { duplicates: traces.duplicates }),
  }
}

function recordOf({ decision, why, selected, decisionMs }: Evolution): EvolutionRecord {
  return { decision, ...(why === undefined ? {} : { why }), selected: selected.length, decisionMs }
}

/** The file that tells processes of the run is written just before the command starts; a run that watches nothing has none. */
function splitTime(spent: Spent, results: string, started: number, wallMs: number): TimeSplit | undefined {
  const written = statSync(runFileOf(results), { throwIfNoEntry: false })?.mtimeMs
  if (written === undefined) return undefined
  const preparing = written - started
  return {
    preparing,
    startUp: spent.startUp,
    instrumentation: spent.weaving,
    reporting: wallMs - preparing - spent.command,
  }
}

/** What a run leaves for the next. */
const keptFiles = ['state.json', 'phase.json']

/** Results of one project, configuration and repetition as they were after a version: its next starts from there. */
function keptResults({ configuration, repetition }: Run, { id }: Subject, { cache }: Workplace): string {
  const name = `${id}-${configuration!.keepsResults}-${repetition}`.replaceAll(/[^\w.@+-]+/g, '-')
  return path.join(cache, 'results', name)
}

/** From the version before, or where another configuration has left this one. */
function placeResults(run: Run, { folder }: PreparedSubject, workplace: Workplace): void {
  const own = path.join(folder, '.jsmop')
  rmSync(own, { recursive: true, force: true })
  const from = run.configuration!.goesOn === true ? run.subject : run.previous
  if (from === undefined) return
  const kept = keptResults(run, from, workplace)
  if (existsSync(kept)) cpSync(kept, own, { recursive: true })
}

function keepResults(run: Run, { folder }: PreparedSubject, workplace: Workplace): void {
  const own = path.join(folder, '.jsmop')
  if (!existsSync(own)) return
  const kept = keptResults(run, run.subject, workplace)
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  for (const name of keptFiles)
    if (existsSync(path.join(own, name))) cpSync(path.join(own, name), path.join(kept, name))
  rmSync(own, { recursive: true })
}
