/**
 * Starts in a process or thread, once: takes our variables out of the program's sight, passes monitoring on to children,
 * and monitors, unless the process is a tool that is only passed through. The entry of the bundle `runtime.cjs`, which
 * `preload.ts` loads.
 *
 * Nothing here may throw into the program: what fails is said once on standard error, and the program runs unmonitored.
 */

import type * as childProcess from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import type * as workerThreads from 'node:worker_threads'
import { algorithmNamed } from '../engine/algorithms.ts'
import { parseSample } from '../engine/select/sample.ts'
import { milliseconds } from '../instrument/patch/clock.ts'
import { pristinely } from '../instrument/patch/pristine.ts'
import { type CompileScript, compileWith } from '../instrument/plan/generate.ts'
import { unpackPlacedPlan } from '../instrument/plan/pack-plan.ts'
import { strategies } from '../instrument/strategy.ts'
import { unpackWeavePlan } from '../instrument/weave/weave-plan.ts'
import { SessionFile } from '../runtime/session-file.ts'
import { pathOf } from '../runtime/site-places.ts'
import { type Activation, deactivate, variablesOf } from './activation.ts'
import { BuiltinModules } from './builtin-modules.ts'
import { KeptScripts } from './kept-scripts.ts'
import { needsLoaderThread, workerEntry } from './hook-modules.ts'
import { type Awaited, monitorProcess } from './monitor-process.ts'
import { mayDouble, wovenFiles } from './own-code.ts'
import { propagateToChildren, propagateToWorkers } from './propagate.ts'
import { readSpecs } from './read-specs.ts'
import { recogniseProcess } from './recognise-process.ts'
import { type RunFile, sessionsOf } from './run-file.ts'
import { RunnerCode } from './runner-code.ts'
import { sayNotMonitored } from './say-not-monitored.ts'
import { isMainThread, threadId, threads } from './thread.ts'
import { weaveProcess } from './weave-process.ts'

/** Files of the package that processes load, as absolute paths. */
export interface BundledFiles {
  /** The preload itself. */
  readonly preload: string
  /** Hooks on ES modules for Node 20. */
  readonly loader: string
  /** The weaver. */
  readonly weaver: string
  /** The logics, for properties without a table. */
  readonly synthesis: string
  /** Names the content of the bundle. */
  readonly build: string
}

/** `begun` is when the preload did, in milliseconds; `ended` is called when the session has ended. */
export function install(files: BundledFiles, run: string, file: RunFile, begun: number, ended: () => void): void {
  try {
    const activation: Activation = { preload: files.preload, run, shim: file.shim }
    hideActivation(activation)
    const recognised = recogniseProcess(realPath(process.argv[1]), isMainThread ? nodeOptions() : [])
    if (recognised.kind === 'tool' && recognised.name === 'jsmop') {
      // What it starts, it monitors itself.
      noteSkipped(run, recognised.name)
      return
    }
    const builtins = new BuiltinModules()
    let note: Note = () => {}
    builtins.when('worker_threads', (exports) => propagateToWorkers(exports as typeof workerThreads, activation))
    // Node has loaded it for a worker, which may start workers of its own without asking for the module again.
    if (!isMainThread) threads()
    builtins.when('child_process', (exports) =>
      propagateToChildren(exports as typeof childProcess, activation, {
        spawned: (pid, command) => note({ spawned: { pid, command } }),
        killed: (pid, after) => note({ killed: { pid, after } }),
      }),
    )
    // Node starts children itself for these, without asking any hook for the module.
    builtins.when('cluster', () => builtins.load(['child_process']))
    if (process.execArgv.some((option) => /^--(?:test|watch)\b/.test(option))) builtins.load(['child_process'])
    const tool = recognised.kind === 'tool' ? recognised.name : undefined
    const skipped = tool ?? (startsIdle(file) ? 'unaffected' : undefined)
    note = skipped === undefined ? monitor(run, file, files, builtins, begun, ended) : noteSkipped(run, skipped)
  } catch (error) {
    sayNotMonitored(error)
  }
}

/** Adds a record to what this process writes. */
type Note = (record: object) => void

/** The environment and the arguments as the program would see them without us. */
function hideActivation(activation: Activation): void {
  // Reading the others would ask the system for each of them.
  const names = variablesOf(process.env)
  const present = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const plain = deactivate(present, activation)
  for (const name of names) {
    if (plain[name] === undefined) delete process.env[name]
    else if (plain[name] !== present[name]) process.env[name] = plain[name]
  }
  const { execArgv } = process
  const at = execArgv.indexOf(activation.preload)
  if (at > 0) execArgv.splice(at - 1, 2)
}

/** The options that Node was given, by the program's own account. */
function nodeOptions(): string[] {
  return [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')]
}

/**
 * Whether the program starts with the file. Asked when it runs: only then Node says which CommonJS module is the main one,
 * and by the name it found.
 */
function isEntry(file: string): boolean {
  return pathOf(file) === (process.mainModule?.filename ?? realPath(isMainThread ? process.argv[1] : workerEntry()))
}

/** Whether all texts of the program come out of files: one that is given as an argument or typed is compiled past all hooks. */
function startsWithFile(): boolean {
  const entry = isMainThread ? process.argv[1] : workerEntry()
  const given = (process as unknown as { _eval?: string })._eval
  return given === undefined && entry !== undefined && path.isAbsolute(entry) && existsSync(entry)
}

/** Whether the program starts with a module that nothing has changed for. Node's runner names its first test where a program is named. */
function startsIdle({ idle = [] }: RunFile): boolean {
  if (idle.length === 0 || !isMainThread || process.execArgv.includes('--test') || !startsWithFile()) return false
  return idle.includes(realPath(process.argv[1])!)
}

function realPath(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined
  try {
    return realpathSync(entry)
  } catch {
    return entry
  }
}

function noteSkipped(run: string, name: string): Note {
  const id = sessionId()
  const session = new SessionFile(sessionsOf(run), id)
  session.append({ schema: 1, session: id, pid: process.pid, parent: process.ppid, thread: threadId, skipped: name })
  return (record) => session.append(record)
}

function sessionId(): string {
  return `${process.pid}-${threadId}-${process.hrtime.bigint().toString(36)}`
}

/** What the process may do unseen until it comes. */
function awaitedBy({ excluded = [], packages }: RunFile, runner: RunnerCode): Awaited | undefined {
  if (excluded.length > 0 || packages !== undefined) return 'affected code'
  return runner.comesFirst ? 'program' : undefined
}

function monitor(
  run: string,
  file: RunFile,
  files: BundledFiles,
  builtins: BuiltinModules,
  begun: number,
  ended: () => void,
): Note {
  const { libraries, packages, excluded = [] } = file
  const code = { libraries, excluded, ...(packages === undefined ? {} : { packages }) }
  const isWoven = wovenFiles(code)
  const runner = new RunnerCode(realPath(isMainThread ? process.argv[1] : workerEntry()), file.cwd)
  const weaves = file.weaves === undefined ? undefined : unpackWeavePlan(file.weaves.plan)
  const planName = file.weaves === undefined ? {} : { planName: file.weaves.name }
  const scripts = new KeptScripts(file.cache, files.build, isMainThread)
  const compile: CompileScript = (text, name) => scripts.compile(text, name)
  compileWith(compile)
  const { specs, ownStrategy } = readSpecs(file, files.synthesis, compile)
  const sample = parseSample(file.sample)
  const hasFile = startsWithFile()
  const { once } = file
  const session = monitorProcess(
    {
      id: sessionId(),
      specs,
      ...(ownStrategy === undefined
        ? {
            strategy: { ...strategies[file.strategy]!, weaves: () => weaves },
            plan: unpackPlacedPlan(file.plan, specs),
            left: file.left,
          }
        : { strategy: ownStrategy }),
      algorithm: algorithmNamed(file.algo),
      algo: file.algo,
      traces: file.traces,
      collect: file.collection,
      ...(sample.kind === 'none' && once === undefined
        ? {}
        : { selection: { sample, log: file.sampleLog, once: once ?? {} } }),
      folder: sessionsOf(run),
      ...(file.record === undefined ? {} : { record: file.record }),
      verifySites: file.verifySites,
      onViolation: file.onViolation,
      ...(file.profile ? { clock: () => milliseconds() * 1e6 } : {}),
      hearsTexts: !needsLoaderThread(Module) && hasFile,
      excludes: (name) => pristinely(() => !isWoven(name) || runner.has(name)),
      doubles: (name) => pristinely(() => mayDouble(name)),
      isEntry,
      header: { pid: process.pid, parent: process.ppid, thread: threadId, entry: process.argv[1] ?? null },
    },
    builtins,
    (prepared, program) =>
      weaveProcess(
        prepared,
        program,
        { ...files, cache: file.cache, code, runner, cwd: file.cwd, startsWithFile: hasFile, ...planName },
        builtins,
      ),
    () => {
      scripts.write()
      ended()
    },
    hasFile ? awaitedBy(file, runner) : undefined,
  )
  session.spent.startUp = milliseconds() - begun
  return (record) => session.note(record)
}
