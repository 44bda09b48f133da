/**
 * Starts monitoring in this process, before any code of the program: the session, the patches of modules that are loaded
 * already, and of the others when they load. The preload calls it with the specs that the command line chose.
 */

import { claimThread } from '../runtime/claim-thread.ts'
import { finishAtExit } from '../runtime/finish-at-exit.ts'
import type { SessionOptions } from '../runtime/session.ts'
import { Session } from '../runtime/session.ts'
import { BuiltinModules } from './builtin-modules.ts'

/**
 * `prepare` installs what else belongs to the session; nothing that happens until it is done is an event. `ended` is called
 * when the process ends and the session has.
 */
export function monitorProcess(
  options: SessionOptions,
  builtins: BuiltinModules = new BuiltinModules(),
  prepare: (session: Session) => void = () => {},
  ended: () => void = () => {},
): Session {
  claimThread()
  const session = new Session(options, globalThis)
  const { patcher } = session
  builtins.whenAny((name, exports) => patcher.patchModule(name, exports))
  builtins.load(alreadyLoaded())
  finishAtExit(() => {
    if (session.finish()) ended()
  })
  prepare(session)
  session.start()
  return session
}

/** Modules of which a program has something without asking: `process` is an emitter, its output a stream; and globals. */
const atHand = ['events', 'stream', 'timers', 'url', 'buffer', 'perf_hooks', 'util', 'console', 'process', 'stream/web']

/** Those that Node has loaded for itself. All others are patched when the program asks for them. */
function alreadyLoaded(): string[] {
  const loaded = new Set((process as unknown as { moduleLoadList: string[] }).moduleLoadList)
  return atHand.filter((name) => loaded.has(`NativeModule ${name}`))
}
