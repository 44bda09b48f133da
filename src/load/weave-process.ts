/**
 * Weaving in this thread: the plan of the session's strategy, the hooks on modules and `vm`, and the name that woven
 * text refers to, in the main realm and in every realm that `vm` makes.
 */

import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { getEnvironmentData, MessageChannel, receiveMessageOnPort, setEnvironmentData } from 'node:worker_threads'
import type { Realm } from '../instrument/patch/patcher.ts'
import { abiName, type RealmAbi, realmName } from '../instrument/weave/abi.ts'
import type { WeavePlan } from '../instrument/weave/weave-plan.ts'
import { decodeWoven, digest } from '../instrument/weave/woven-module.ts'
import type { Session } from '../runtime/session.ts'
import type { LoaderData, LoaderMessage } from './esm-loader.ts'
import type { BuiltinModules } from './builtin-modules.ts'
import { hookModules } from './hook-modules.ts'
import { hookVm } from './hook-vm.ts'
import { isWoven } from './own-code.ts'
import { FileSites, WeaveModules } from './weave-modules.ts'
import { WovenCache } from './woven-cache.ts'

export interface WeaveProcessOptions {
  /** The folder of all caches. */
  readonly cache: string
  /** Hooks on ES modules for Node 20, a file. */
  readonly loader: string
  /** The weaver, a CommonJS file that exports `Weaver`. */
  readonly weaver: string
  /** Whether libraries are woven. */
  readonly libraries: boolean
}

export function weaveProcess(session: Session, options: WeaveProcessOptions, builtins: BuiltinModules): void {
  const plan = session.strategy.weaves(session.plan)
  if (plan === undefined) {
    hookVm(vm, { transform: (text) => text, realm: (context) => session.patchRealm(realmOf(context)) })
    return
  }
  const folder = path.join(options.cache, planDigest(plan))
  const weaving = new WeaveModules({
    plan,
    weaver: (wanted) => {
      const { Weaver } = createRequire(options.weaver)(options.weaver) as typeof import('../instrument/weave/weave.ts')
      return new Weaver(wanted)
    },
    cache: new WovenCache(folder),
    // The weaver is loaded while a text is being woven, and must not be woven itself.
    wants: (file) => file !== options.weaver && isWoven(file, options.libraries),
    quietly: (work) => session.quietly(work),
    onWoven: (sites) => session.sites.addWoven(sites),
    onUnparsed: (file, reason) => session.noteUnparsed(file, reason),
    onFault: (error) => session.fault('weaving', error),
  })
  installAbi(globalThis, session.hooks, (script) => vm.runInThisContext(script))
  hookModules(Module, {
    transform: (text, file, kind) => weaving.transform(text, file, kind),
    imported: (address) => builtins.imported(address),
    registerOffThread: offThreadRegistration(session, options, plan, folder, builtins),
  })
  const kinds = { script: 'script', function: 'commonjs', module: 'module' } as const
  hookVm(vm, {
    transform: (text, file, kind) => weaving.transform(text, file, kinds[kind]),
    realm: (context) =>
      session.quietly(() => {
        session.patchRealm(realmOf(context))
        installAbi(realmOf(context), session.hooks, (script) => runInContext(script, context))
      }),
  })
}

/** Saved: `vm` itself is hooked. */
const { runInContext } = vm

/** Changes whenever the weaver writes other text for the same source. */
const version = 2

/** The global object of a realm, by its contextified object. */
function realmOf(context: object): Realm {
  return runInContext('globalThis', context) as Realm
}

/** Makes the names of woven text constants of the realm's script scope, which no program can enumerate. */
function installAbi(global: object, hooks: object, run: (script: string) => unknown): void {
  const key = `jsmop ${digest(String(process.hrtime.bigint()))}`
  const { TypeError, Error } = global as typeof globalThis
  const realm: RealmAbi = {
    TypeError,
    captureStackTrace: Error.captureStackTrace,
    e: run('[]') as never[],
    E: run('[]') as never[],
  }
  Object.defineProperty(global, key, { value: [hooks, realm], configurable: true })
  const given = `globalThis[${JSON.stringify(key)}]`
  run(`const ${abiName} = ${given}[0], ${realmName} = ${given}[1]`)
  Reflect.deleteProperty(global, key)
}

/** Texts woven for different plans, or by different versions of the weaver, never meet. */
function planDigest(plan: WeavePlan): string {
  const parts = Object.entries(plan).map(([name, value]) => [name, value instanceof Set ? [...value].sort() : value])
  return digest(JSON.stringify([version, parts]))
}

const hooksThreadMark = 'jsmop hooks'

/** Whether this is the thread that Node runs hooks on ES modules in. */
export function isHooksThread(): boolean {
  return getEnvironmentData(hooksThreadMark) === true
}

/**
 * Registers the off-thread loader of Node 20 once, when the first ES module is about to load. It weaves on its own
 * thread and sends what it knows of each text ahead of the text; we read it when a place is asked for.
 */
function offThreadRegistration(
  session: Session,
  { loader, weaver, libraries }: WeaveProcessOptions,
  plan: WeavePlan,
  folder: string,
  builtins: BuiltinModules,
): () => void {
  let registered = false
  return () => {
    if (registered) return
    registered = true
    builtins.load(session.patcher.modules)
    builtins.load()
    const { port1, port2 } = new MessageChannel()
    port1.unref()
    const data: LoaderData = { plan, weaver, folder, libraries, port: port2 }
    // The thread of the hooks runs preloads as well; it must not monitor itself.
    setEnvironmentData(hooksThreadMark, true)
    Module.register(pathToFileURL(loader).href, { data, transferList: [port2] })
    setEnvironmentData(hooksThreadMark, undefined)
    session.sites.onUnknown = () => {
      for (let received = receiveMessageOnPort(port1); received !== undefined; received = receiveMessageOnPort(port1)) {
        const message = received.message as LoaderMessage
        if ('unparsed' in message) session.noteUnparsed(message.file, message.unparsed)
        else session.sites.addWoven(new FileSites(message.file, decodeWoven(message.woven)!))
      }
    }
  }
}
