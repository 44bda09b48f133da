/**
 * Starts monitoring in this process, before any code of the program: the session, the patches of modules that are loaded
 * already, and of the others when they load. The preload calls it with the specs that the command line chose.
 */

import Module, { createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module'
import type { Realm } from '../instrument/patch/patcher.ts'
import { claimThread } from '../runtime/claim-thread.ts'
import { finishAtExit } from '../runtime/finish-at-exit.ts'
import type { SessionOptions } from '../runtime/session.ts'
import { Session } from '../runtime/session.ts'

interface Loader {
  _load(request: string, parent: unknown, isMain: boolean): unknown
}

export function monitorProcess(options: SessionOptions): Session {
  claimThread()
  const session = new Session(options, globalThis as unknown as Realm)
  patchLoadedModules(session)
  patchModulesWhenLoaded(session)
  finishAtExit(session)
  session.start()
  return session
}

/** Modules that export globals under their own names. */
const aliasing = ['timers', 'url', 'buffer', 'perf_hooks', 'util']

/** Modules that Node has loaded for itself cost nothing to ask for. */
function patchLoadedModules({ patcher }: Session): void {
  const require = createRequire(import.meta.url)
  const loaded = new Set((process as unknown as { moduleLoadList: string[] }).moduleLoadList)
  for (const name of new Set([...patcher.modules, ...aliasing])) {
    // `fs.promises` is the module `fs/promises`, and loading one does not say that the other is.
    if (loaded.has(`NativeModule ${name}`) || name === 'fs/promises') patcher.patchModule(name, require(`node:${name}`) as object)
  }
  syncBuiltinESMExports()
}

function patchModulesWhenLoaded({ patcher }: Session): void {
  const loader = Module as unknown as Loader
  const { _load } = loader
  loader._load = function (request, parent, isMain) {
    const exports = Reflect.apply(_load, this, [request, parent, isMain]) as object
    if (isBuiltin(request) && typeof exports === 'object') {
      patcher.patchModule(request.replace(/^node:/, ''), exports)
      syncBuiltinESMExports()
    }
    return exports
  }
}
