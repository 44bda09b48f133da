/**
 * Passes activation on to what a monitored process starts: child processes, also with an environment of their own, and
 * worker threads. `process.env` of the monitored program does not show our variables, so every child gets them here.
 *
 * All asynchronous ways to start a process end in `ChildProcess.prototype.spawn` with the environment as `NAME=value`
 * pairs; the three synchronous ones are wrapped one by one. `Worker` inherits the options of the thread that makes it,
 * except when it is given `env` or `execArgv`: then the preload is added to `execArgv`.
 */

import type * as childProcess from 'node:child_process'
import type * as workerThreads from 'node:worker_threads'
import { milliseconds } from '../instrument/patch/clock.ts'
import { setHas, weakMapGet, weakMapSet } from '../instrument/patch/originals.ts'
import { activate, type Activation, type Environment, runVariable } from './activation.ts'
import { callOriginal, standInForClass, standInForFunction } from './stand-in.ts'

/** Hears of children that are Node processes by the name of their executable. */
export interface ChildListener {
  readonly spawned: (pid: number, command: string) => void
  /** The program ends it, so many milliseconds after its start. */
  readonly killed: (pid: number, after: number) => void
}

/** What `kill` may be given to end a process. */
const endings: ReadonlySet<unknown> = new Set([undefined, 'SIGTERM', 'SIGKILL', 15, 9])

export function propagateToChildren(
  module: typeof childProcess,
  activation: Activation,
  listener: ChildListener,
): void {
  const prototype = module.ChildProcess.prototype as unknown as { spawn: Function; kill: Function }
  const { spawn, kill } = prototype
  const started = new WeakMap<object, number | undefined>()
  prototype.spawn = standInForFunction(spawn, (self, args) => {
    const options = args[0] as unknown
    if (isRecord(options) && Array.isArray(options['envPairs'])) {
      options['envPairs'] = toPairs(activate(fromPairs(options['envPairs'] as string[]), activation))
    }
    // Asked first: Node puts other things in the place of the options.
    const runsNode =
      isRecord(options) &&
      (startsNode(options['file'], argumentsOf(options['args']).slice(1)) || speaksToParent(options['stdio']))
    const result: unknown = callOriginal(spawn, self, args)
    const { pid } = self as { pid?: number }
    if (pid !== undefined && runsNode) {
      weakMapSet(started, self as object, milliseconds())
      listener.spawned(pid, [options['file'], ...argumentsOf(options['args']).slice(1)].join(' '))
    }
    return result
  })
  prototype.kill = standInForFunction(kill, (self, args) => {
    const since = weakMapGet(started, self as object) as number | undefined
    if (since !== undefined && setHas(endings, args[0])) {
      weakMapSet(started, self as object, undefined)
      listener.killed((self as { pid: number }).pid, milliseconds() - since)
    }
    return callOriginal(kill, self, args)
  })

  const synchronous = module as unknown as Record<'spawnSync' | 'execFileSync' | 'execSync', Function>
  for (const [name, most] of [
    ['spawnSync', 2],
    ['execFileSync', 2],
    ['execSync', 1],
  ] as const) {
    const original = synchronous[name]
    synchronous[name] = standInForFunction(original, (self, args) => {
      const result: unknown = callOriginal(original, self, withEnvironment(args, most, activation))
      if (name === 'spawnSync' && startsNode(args[0], argumentsOf(args[1]))) {
        const { pid } = result as { pid?: number }
        if (pid) listener.spawned(pid, [args[0], ...argumentsOf(args[1])].join(' '))
      }
      return result
    })
  }
}

/** Environment data that tells a worker its own file. */
export const workerEntryMark = 'jsmop worker'

export function propagateToWorkers(module: typeof workerThreads, activation: Activation): void {
  const threads = module as unknown as { Worker: Function }
  module.setEnvironmentData(runVariable, activation.run)
  threads.Worker = standInForClass(threads.Worker, ([file, options, ...rest]: unknown[]) => {
    const { href } = (file ?? {}) as { href?: unknown }
    // A preload runs before Node says what the worker will run.
    module.setEnvironmentData(workerEntryMark, typeof href === 'string' ? href : String(file))
    if (!isRecord(options) || (!isRecord(options['env']) && !Array.isArray(options['execArgv']))) {
      return options === undefined ? [file] : [file, options, ...rest]
    }
    const given = Array.isArray(options['execArgv']) ? (options['execArgv'] as unknown[]) : process.execArgv
    return [file, { ...options, execArgv: [...given, '--require', activation.preload] }, ...rest]
  })
}

/**
 * The arguments of a synchronous call with the environment in its options: (command, options) or (file, args, options).
 * An absent `env` means `process.env`, which is taken at the call as Node would.
 */
function withEnvironment(args: readonly unknown[], most: number, activation: Activation): unknown[] {
  const at = args.findIndex((arg, index) => index > 0 && isRecord(arg) && !Array.isArray(arg))
  const options = at === -1 ? {} : (args[at] as Record<string, unknown>)
  const env = isRecord(options['env']) ? (options['env'] as Environment) : process.env
  const result = [...args]
  const place = at === -1 ? Math.min(args.length, most) : at
  result[place] = { ...options, env: activate(env, activation) }
  return result
}

/** A command of a shell's text that is Node, perhaps behind variables or `env`, and does more than tell its version. */
const nodeCommand =
  /(?:^|[;&|(]|\benv\s[^;&|]*\s)\s*(?:\w+=\S*\s+)*["']?(?:[^\s"';&|]*[\\/])?node(?:\.exe)?["']?\s+(?!-v\b|--version\b|-h\b|--help\b)\S/

/**
 * Whether the process that starts with these arguments is Node itself, or becomes it (`env` replaces itself by what it is given),
 * or a shell that runs it.
 */
function startsNode(file: unknown, args: readonly unknown[]): boolean {
  if (isNode(file)) return runsProgram(args)
  if (typeof file !== 'string') return false
  if (/(?:^|\/)env$/.test(file)) {
    const at = args.findIndex(isNode)
    return at !== -1 && runsProgram(args.slice(at + 1))
  }
  const text = args.at(-1)
  return (
    /(?:^|\/)(?:ba|da|z|k)?sh$/.test(file) && args.includes('-c') && typeof text === 'string' && nodeCommand.test(text)
  )
}

/** Options with which Node tells something of itself, or of a file, and ends. */
const tells = /^(?:-[vhc]|--(?:version|help|check|v8-options|completion-bash))$/

/** By what Node is given; before its program come its own options. */
function runsProgram(args: readonly unknown[]): boolean {
  const program = args.findIndex((arg) => typeof arg === 'string' && (/^--?$/.test(arg) || !arg.startsWith('-')))
  return !args.slice(0, program === -1 ? args.length : program).some((arg) => tells.test(String(arg)))
}

/** Whether it has a channel to its parent: what `fork` starts is Node under whatever name. */
function speaksToParent(stdio: unknown): boolean {
  return Array.isArray(stdio) && stdio.includes('ipc')
}

function isNode(file: unknown): boolean {
  if (typeof file !== 'string') return false
  return file === process.execPath || /(?:^|[\\/])node(?:\.exe)?$/i.test(file)
}

function argumentsOf(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? (args as unknown[]) : []
}

function fromPairs(pairs: readonly string[]): Environment {
  const env: Environment = {}
  for (const pair of pairs) {
    // Windows has variables such as `=C:`, whose name begins with the sign.
    const at = pair.indexOf('=', 1)
    env[pair.slice(0, at)] = pair.slice(at + 1)
  }
  return env
}

function toPairs(env: Environment): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
