/**
 * `jsmop run -- <command>`: starts the command with monitoring switched on in every process it makes, waits, merges what
 * the processes wrote, reports. The terminal is the command's own until it has ended.
 */

import { spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAtomically } from '../../load/write-atomically.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import { milliseconds } from '../../instrument/patch/clock.ts'
import { activate, type Activation, shimScript } from '../../load/activation.ts'
import type { WatchedCode } from '../../load/own-code.ts'
import { catalogueTexts } from '../../load/read-catalogue.ts'
import { type RunFile, packedTextsOf, runFileOf, sessionsOf } from '../../load/run-file.ts'
import { finishResult } from '../../report/finish-result.ts'
import { isFailing } from '../../report/judge-result.ts'
import { mergeSessions } from '../../report/merge-sessions.ts'
import { OriginalPositions } from '../../report/original-position.ts'
import { readSessionTraces } from '../../report/read-session-traces.ts'
import { readSessions } from '../../report/read-sessions.ts'
import { redactor, redactTraces } from '../../report/redact-result.ts'
import { renderJson } from '../../report/render-json.ts'
import type { Result } from '../../report/result.ts'
import { changedFiles, readTuning } from '../../study/tune/stored-tuning.ts'
import { type CommandFunction, exitCode, type OptionValues } from '../command.ts'
import { type Configuration, type Configured, configure } from '../configuration.ts'
import type { Io } from '../io.ts'
import { chooseSpecs } from '../choose-specs.ts'
import { cacheFolder, homeFolder, runsOf, stateOf } from '../folders.ts'
import { ownCommandLine } from '../own-command-line.ts'
import type { DescribedSpecs } from '../pack-specs.ts'
import { readSample } from '../read-sample.ts'
import { readStrategy } from '../read-strategy.ts'
import { type PackedChoice, SpecChoice } from '../spec-choice.ts'
import { specsOf } from '../stored-result.ts'
import { writeTraces } from '../stored-traces.ts'
import { version } from '../version.ts'
import { SourceWatch } from '../watch-sources.ts'
import { writeReports } from '../write-reports.ts'

export const run: CommandFunction = async ({ positionals, options }, io) => {
  const { values, origins } = await configure(io.cwd, options)
  if (options['print-config'] === true) {
    io.stdout.write(printConfiguration(values, origins))
    return exitCode.ok
  }
  if (positionals.length === 0) {
    throw new UserError({
      code: 'missing-argument',
      message: 'jsmop run needs a command to run',
      remedy: 'Write jsmop -- <command>, for instance jsmop -- npm test; `jsmop --help` lists the other commands.',
    })
  }
  if (options['dry-run'] === true) {
    const choice = new SpecChoice(await chooseSpecs(values, io), await readStrategy(values.strategy, io.cwd), undefined)
    const begun = milliseconds()
    const { EvolutionRun } = await import('../evolution/evolution-run.ts')
    const evolution = new EvolutionRun({ values, choice, command: positionals, io, begun })
    io.stdout.write(evolution.explain())
    return exitCode.ok
  }
  const pass = async (): Promise<Pass> => {
    const done = await runOnce(positionals, values, origins, io)
    if (done.leavesBackground) startBackground(positionals, options, io)
    return done
  }
  return options['watch'] === true ? await repeat(pass, io) : (await pass()).code
}

/** The second phase of `--rpp`, on its own: its report goes to a file, and its result is the latest one when it is there. */
function startBackground(command: readonly string[], options: OptionValues, io: Io): void {
  const args = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || name === 'watch' || name === 'phase') return []
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return [value].flat().flatMap((word) => [`--${name}`, word])
  })
  const file = path.join(homeFolder(io.cwd), 'background.log')
  const log = openSync(file, 'w')
  spawn(process.execPath, [ownCommandLine(), 'run', ...args, '--phase', 'background', '--', ...command], {
    cwd: io.cwd,
    env: io.env,
    stdio: ['ignore', log, log],
    detached: true,
  }).unref()
  closeSync(log)
  io.stderr.write(
    `The other specs are watched in the background: ${path.relative(io.cwd, file)} will have the report.\n`,
  )
}

interface Pass {
  readonly code: number
  readonly leavesBackground: boolean
  /** Files of the project that ran. */
  readonly files: readonly string[]
}

/** One run of the command, from the choice of specs to the reports. */
async function runOnce(
  command: readonly string[],
  given: Configuration,
  origins: Configured['origins'],
  io: Io,
): Promise<Pass> {
  readSample(given.sample, given.algo)
  const { sample, tuned } = tunedSample(given, io.cwd)
  const values = { ...given, sample }
  const strategy = await readStrategy(values.strategy, io.cwd)
  const cache = cacheFolder(io.cwd)
  const choice = new SpecChoice(await chooseSpecs(values, io), strategy, cache)
  const deciding = milliseconds()
  const evolving = keepsState(values, io.cwd) ? await import('../evolution/evolution-run.ts') : undefined
  const evolution = isEvolution(values)
    ? new evolving!.EvolutionRun({ values, choice, command, io, begun: deciding })
    : undefined
  const chosen = evolution?.specs ?? choice.specs
  const folder = prepareFolder(values, io.cwd)
  const watched = { libraries: values.libraries, ...evolution?.watched }
  const activation =
    chosen.length === 0
      ? undefined
      : writeRun(
          folder,
          { ...values, ...watched, strategy: strategy.name, once: evolution?.once },
          choice.pack(chosen, evolution?.names),
          cache,
          io.cwd,
        )
  const begun = milliseconds()
  const filtered = evolution === undefined ? command : evolution.command
  let hasStarted = false
  const started = (): void => {
    hasStarted = true
    pointAtLatest(folder, values, io.cwd)
  }
  if (filtered === undefined) started()
  const running = filtered === undefined ? Promise.resolve(nothingToRun) : runCommand(filtered, activation, io, started)
  running.catch(() => {
    if (!hasStarted && values.out === undefined) rmSync(folder, { recursive: true, force: true })
  })
  // While the command runs this process has nothing to do.
  const kept = evolution ?? evolving?.recordVersion({ values, choice, command, io })
  await kept?.snapshot.readPackages()
  const ended = await running
  const took = milliseconds() - begun
  const sessions = readSessions(sessionsOf(folder))
  const positions = new OriginalPositions()
  const traces = readSessionTraces(sessionsOf(folder), io.cwd, positions)
  if (traces !== undefined) {
    writeTraces(folder, values.redact.length === 0 ? traces : redactTraces(traces, redactor(values.redact)))
  }
  const merged = mergeSessions({
    cwd: io.cwd,
    sessions,
    positions,
    traces,
    milliseconds: took,
    specs: chosen,
    run: {
      jsmop: version(),
      command,
      exitCode: ended.code,
      exitReason: ended.reason,
      algo: values.algo,
      strategy: strategy.name,
      sample,
      ...(tuned === undefined ? {} : { tuned }),
      ...(values.algo === 'E' ? { eager: choice.eagerOf(chosen) } : {}),
    },
  })
  const found = finishResult(merged, {
    ...values,
    baseline: evolution?.baseline ?? values.baseline,
    cwd: io.cwd,
    configuration: origins.ignore,
  })
  const mapped = new Set(sessions.flatMap(({ maps }) => [...maps.keys()]))
  const complete = ended.code === 0 && ended.signal === null
  const result = (await kept?.finish(found, { complete, traces, mapped })) ?? found
  writeAtomically(specsOf(folder), choice.descriptions)
  writeAtomically(path.join(folder, 'result.json'), renderJson(result))
  const descriptions = () => new Map(choice.readDescriptions().map((spec) => [spec.id, spec]))
  const source = { ...values, folder, cwd: io.cwd, specs: descriptions }
  await writeReports(shownPart(result, values), values.reporter, source, io)
  if (values.redact.length > 0) removeSessions(folder)
  return {
    code: codeFor(result, values, ended),
    leavesBackground: evolution?.leavesBackground === true,
    files: result.files ?? [],
  }
}

/** Where `jsmop tune` has found settings for the project, plain `valg` means them. */
function tunedSample({ sample }: Configuration, cwd: string): Pick<Result, 'sample' | 'tuned'> {
  const tuning = sample === 'valg' ? readTuning(cwd) : undefined
  if (tuning === undefined) return { sample }
  return { sample: tuning.best, tuned: { when: tuning.when, ...changedFiles(tuning, cwd) } }
}

/** A pass after each change of the project's sources, until someone interrupts. */
async function repeat(pass: () => Promise<Pass>, io: Io): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const sources = new SourceWatch(io.cwd)
  let code: number = exitCode.ok
  try {
    while (!interrupted.signal.aborted) {
      sources.beginPass()
      const ended = await pass()
      code = ended.code
      await sources.endPass(ended.files)
      if (interrupted.signal.aborted) break
      io.stderr.write('Waiting for changes; Ctrl-C ends.\n')
      const changed = await sources.change(interrupted.signal)
      if (changed.length > 0) io.stderr.write(`\nChanged: ${changed.join(', ')}\n`)
    }
  } finally {
    sources.close()
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
  return code
}

const nothingToRun: Ended = { code: 0, signal: null, reason: 'no test depends on what changed' }

function isEvolution({ since, rpp }: Configuration): boolean {
  return since !== undefined || rpp
}

/** From the first run with `--since` on, every run says where it stands: finding out takes longer than a short suite. */
function keepsState(values: Configuration, cwd: string): boolean {
  return isEvolution(values) || (values.out === undefined && existsSync(stateOf(homeFolder(cwd))))
}

/** With `--since`, what was there before is counted and left out. */
function shownPart(result: Result, { since, show }: Configuration): Result {
  if (since === undefined || show === 'all') return result
  return { ...result, violations: result.violations.filter((violation) => violation.new !== false) }
}

/** What the processes wrote names places and values as they were; whoever redacts may publish the folder. */
function removeSessions(folder: string): void {
  for (const raw of [sessionsOf(folder), runFileOf(folder)]) rmSync(raw, { recursive: true, force: true })
}

interface Ended {
  readonly code: number
  readonly signal: NodeJS.Signals | null
  readonly reason: string
}

/** Runs before this one that stay. Tools that look for tests, vitest among them, look into the folder of each. */
const mostRuns = 49

function removeOldRuns(home: string): void {
  try {
    for (const old of runsOf(home).slice(0, -mostRuns)) rmSync(old, { recursive: true, force: true })
  } catch {
    // Somebody else's, from a container perhaps: no reason not to run.
  }
}

/** `.jsmop/runs/<id>`, or the folder that `--out` names. */
function prepareFolder({ out }: Configuration, cwd: string): string {
  if (out !== undefined) {
    const folder = path.resolve(cwd, out)
    rmSync(sessionsOf(folder), { recursive: true, force: true })
    mkdirSync(sessionsOf(folder), { recursive: true })
    return folder
  }
  const home = homeFolder(cwd)
  removeOldRuns(home)
  const id = runId(path.join(home, 'runs'))
  const folder = path.join(home, 'runs', id)
  mkdirSync(sessionsOf(folder), { recursive: true })
  writeFileSync(path.join(home, '.gitignore'), '*\n')
  return folder
}

/** `.jsmop/latest` is the last run whose command was there to be started. */
function pointAtLatest(folder: string, { out }: Configuration, cwd: string): void {
  if (out !== undefined) return
  const link = path.join(homeFolder(cwd), 'latest')
  const run = path.join('runs', path.basename(folder))
  rmSync(link, { force: true })
  try {
    symlinkSync(run, link, 'junction')
  } catch {
    // A file system without links: the name of the last run stands in a file.
    writeFileSync(link, run)
  }
}

/** By time, so that names sort; two passes of a watch can begin in one second. */
function runId(runs: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const id = `${time}-${process.pid}`
  for (let pass = 1; ; pass += 1) {
    const unique = pass === 1 ? id : `${id}-${pass}`
    if (!existsSync(path.join(runs, unique))) return unique
  }
}

function writeRun(
  folder: string,
  values: Configuration & WatchedCode & { readonly once: RunFile['once'] | undefined },
  packed: PackedChoice,
  cache: string,
  cwd: string,
): Activation {
  const preload = fileURLToPath(new URL('../../../preload.cjs', import.meta.url))
  const shim = path.join(folder, 'bin')
  const activation: Activation = { preload, run: folder, shim: process.platform === 'win32' ? undefined : shim }
  const file: Omit<RunFile, keyof DescribedSpecs | 'weaves'> = {
    schema: 1,
    jsmop: version(),
    cwd,
    cache,
    shim: activation.shim,
    strategy: values.strategy,
    algo: values.algo,
    traces: values.traces || values.idempotent,
    sample: values.sample,
    sampleLog: values.sampleLog,
    ...(values.once === undefined ? {} : { once: values.once }),
    libraries: values.libraries,
    ...(values.packages === undefined ? {} : { packages: values.packages }),
    ...(values.excluded === undefined ? {} : { excluded: values.excluded }),
    ...(values.idle === undefined ? {} : { idle: values.idle }),
    collection: values.collection,
    verifySites: values.verifySites,
    profile: values.profile,
    onViolation: values.onViolation,
    record: values.record === undefined ? undefined : path.resolve(cwd, values.record),
    texts: packed.texts === undefined ? catalogueTexts : packedTextsOf(folder),
  }
  if (packed.texts !== undefined) writeFileSync(packedTextsOf(folder), packed.texts)
  const beginning = Buffer.from(`${JSON.stringify(file).slice(0, -1)},`)
  // The members of one object behind those of the other.
  writeFileSync(runFileOf(folder), Buffer.concat([beginning, packed.described.subarray(1)]))
  if (activation.shim !== undefined) {
    mkdirSync(shim, { recursive: true })
    writeFileSync(path.join(shim, 'node'), shimScript(process.execPath, activation))
    chmodSync(path.join(shim, 'node'), 0o755)
  }
  return activation
}

/** Signals that a terminal sends go to the whole group; those sent to us alone are passed on. */
const passedOn: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Without an activation, the command as it is. */
function runCommand(
  command: readonly string[],
  activation: Activation | undefined,
  io: Io,
  started: () => void,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program!, args, {
      cwd: io.cwd,
      env: activation === undefined ? io.env : activate(io.env, activation),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    const handlers = passedOn.map((signal) => {
      const handler = () => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      }
      process.on(signal, handler)
      return { signal, handler }
    })
    const done = () => handlers.forEach(({ signal, handler }) => process.off(signal, handler))
    child.on('spawn', started)
    child.on('error', (error: NodeJS.ErrnoException) => {
      done()
      reject(
        new UserError({
          code: 'command-not-started',
          message: `the command "${program}" could not be started: ${error.message}`,
          remedy:
            'Check its name; a script of package.json is run with `npm run <script>`, and `jsmop --help` lists commands of JSMOP.',
          cause: error,
        }),
      )
    })
    child.on('close', (code, signal) => {
      done()
      const ended = signal === null ? (code ?? 0) : 128 + constants.signals[signal]
      resolve({ code: ended, signal, reason: signal === null ? 'exit' : `signal ${signal}` })
    })
  })
}

/** The command's own code if it is not 0; a signal is raised again; then what was found decides. */
function codeFor(result: Result, values: Configuration, { code, signal }: Ended): number {
  if (signal !== null) process.kill(process.pid, signal)
  if (code !== 0) return code
  if (isFailing(result, values)) return exitCode.violations
  const isPlain = result.evolution?.selected.length === 0 || result.exitReason === nothingToRun.reason
  return result.processes.monitored === 0 && !isPlain ? exitCode.fault : exitCode.ok
}

function printConfiguration(values: Configuration, origins: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `${key}: ${JSON.stringify(value) ?? 'none'}  (${origins[key]})`,
  )
  return `${entries.join('\n')}\n`
}
