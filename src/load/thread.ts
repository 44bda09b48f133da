/**
 * Which thread this is, and Node's module of threads, which is loaded only where there is more than one: it costs 3 ms,
 * a tenth of what starting may cost, and most processes have no workers.
 *
 * The variable that names the run is in the environment of a process when its main thread starts, and out of it before the
 * program could start a worker: a thread that has it is the main one.
 */

import type * as workerThreads from 'node:worker_threads'
import { runVariable } from './activation.ts'

export function threads(): typeof workerThreads {
  return process.getBuiltinModule('node:worker_threads')
}

export const isMainThread = process.env[runVariable] !== undefined || threads().isMainThread

/** 0 for the main thread, as Node has it. */
export const threadId = isMainThread ? 0 : threads().threadId

const hooksMark = 'jsmop hooks'

/**
 * Whether this is a thread for hooks on ES modules, which runs preloads too, and is left alone: the one for our own; and in Node
 * 22 any, since it cannot load hooks where others run on the thread itself.
 */
export function isHooksThread(): boolean {
  if (isMainThread) return false
  const { getEnvironmentData, isInternalThread } = threads() as typeof workerThreads & { isInternalThread?: boolean }
  return getEnvironmentData(hooksMark) === true || (isInternalThread === true && process.version.startsWith('v22.'))
}

/** A thread that `start` starts knows that it is one for hooks. */
export function startHooksThread(start: () => void): void {
  const { setEnvironmentData } = threads()
  setEnvironmentData(hooksMark, true)
  start()
  setEnvironmentData(hooksMark, undefined)
}
