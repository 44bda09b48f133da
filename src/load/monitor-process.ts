/**
 * Starts monitoring in this process, before any code of the program: the session, the patches of modules that are loaded
 * already, and of the others when they load. The preload calls it with the specs that the command line chose.
 */

import type * as asyncHooks from 'node:async_hooks'
import type * as channels from 'node:diagnostics_channel'
import { claimThread } from '../runtime/claim-thread.ts'
import { finishAtExit } from '../runtime/finish-at-exit.ts'
import type { SessionOptions } from '../runtime/session.ts'
import { Session } from '../runtime/session.ts'
import { BuiltinModules } from './builtin-modules.ts'
import { hideTicks } from './hide-ticks.ts'
import { whenStandardStreamIsRead } from './standard-streams.ts'

/**
 * `prepare` installs what else belongs to the session; nothing that happens until it is done is an event. It may give what
 * is to be done when the session has ended, or was saved because it may be ended by force; then `ended` is called.
 *
 * What Node gives is patched at once: the runner and the loader replace some of it, and patches go below what others put there.
 * The language is patched last, since until then our own code calls it too; and where there is something to wait for, not
 * before that is said to arrive, nor is anything an event: a runner has the process to itself until then, or code that no
 * change affects.
 */
export function monitorProcess(
  options: SessionOptions,
  builtins: BuiltinModules = new BuiltinModules(),
  prepare: (session: Session, program: AwaitedProgram) => (() => void) | void = () => {},
  ended: () => void = () => {},
  waitsFor?: Awaited,
): Session {
  claimThread()
  const session = new Session(options, globalThis)
  const { patcher } = session
  const arrived = arrivals(patcher.modules)
  builtins.whenAny((name, exports) => {
    patcher.patchModule(name, exports)
    builtins.load(broughtAlong[name] ?? [])
    builtins.load(session.quietly(arrived))
  })
  builtins.when('async_hooks', (exports) => hideTicks(exports as typeof asyncHooks))
  builtins.when('diagnostics_channel', (exports) =>
    session.quietly(() => session.intended.listen(exports as typeof channels)),
  )
  builtins.load(arrived())
  whenStandardStreamIsRead(() => builtins.loadWithin(session.quietly(arrived)))
  let end: (() => void) | void
  let isOver = false
  const over = (): void => {
    if (isOver) return
    isOver = true
    end?.()
    ended()
  }
  session.onSaved = over
  finishAtExit(() => {
    if (session.finish()) over()
  })
  let isPrepared = false
  const program: AwaitedProgram = {
    waitsFor,
    isAwaited: waitsFor !== undefined,
    isAwaitedInMainRealm: waitsFor !== undefined,
    arrive: (inMainRealm) => {
      const { isAwaited } = program
      program.isAwaited = false
      if (inMainRealm) program.isAwaitedInMainRealm = false
      if (!isPrepared) return
      if (isAwaited) session.start(inMainRealm)
      else if (inMainRealm) session.enterMainRealm()
    },
  }
  // A test of code that is left out creates no monitors either.
  if (waitsFor !== 'affected code') {
    session.onTest = () => {
      if (program.isAwaited) program.arrive(true)
    }
  }
  end = prepare(session, program)
  isPrepared = true
  if (!program.isAwaited) session.start(!program.isAwaitedInMainRealm)
  return session
}

/**
 * `program`: a file of the project, or a test. `affected code`: a text that is woven, where a change leaves others out; these
 * create no monitors, so that nothing can be told of what they do before.
 */
export type Awaited = 'program' | 'affected code'

/**
 * Before any of its code runs, `arrive` is called; again is no harm. Runners that give each test file a realm of its own keep
 * the main one to themselves: what is patched there is paid by them alone, and so waits for code that runs there.
 */
export interface AwaitedProgram {
  readonly waitsFor: Awaited | undefined
  isAwaited: boolean
  isAwaitedInMainRealm: boolean
  readonly arrive: (inMainRealm: boolean) => void
}

/**
 * By module of Node, others whose classes the program then has without asking for them: a server of `http` is one of `net`. The
 * streams of `fs` come past every hook, when a function first needs them.
 */
const broughtAlong: Readonly<Record<string, readonly string[]>> = {
  fs: ['stream'],
  'fs/promises': ['stream'],
  http: ['net'],
  https: ['http', 'net', 'tls'],
  http2: ['net', 'tls'],
  tls: ['net'],
}

/** Modules with which one of these comes. */
export function modulesBringing(wanted: ReadonlySet<string>): string[] {
  return Object.keys(broughtAlong).filter((name) => broughtAlong[name]!.some((brought) => wanted.has(brought)))
}

/**
 * Modules of which a program has something without asking: `process` is an emitter, its output a stream; and those that
 * give globals. Only what is patched through them has to be patched when Node loads them for itself; under the names that
 * they export it is when the program asks for the module.
 */
export const modulesAtHand: ReadonlySet<string> = new Set([
  'events',
  'stream',
  'timers',
  'url',
  'buffer',
  'perf_hooks',
  'util',
  'console',
  'process',
  'stream/web',
])

/** Gives, each time, those that Node has loaded for itself since the time before; `wanted` names modules that specs speak of. */
function arrivals(wanted: ReadonlySet<string>): () => string[] {
  const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
  let seen = 0
  return () => {
    const arrived: string[] = []
    for (; seen < moduleLoadList.length; seen += 1) {
      const name = moduleLoadList[seen]!.slice('NativeModule '.length)
      // Classes of emitters and streams have methods of their own in the place of patched ones.
      const counts = wanted.has(name) || name === 'events' || name === 'stream'
      if (counts && modulesAtHand.has(name)) arrived.push(name)
    }
    return arrived
  }
}
