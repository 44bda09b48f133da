/**
 * Hooks on imported ES modules for Node 20, where they run on a thread of their own: for texts that other hooks give to Node
 * there. Weaves like the main thread does, with the same cache, and sends what it knows of each woven text to the main
 * thread before the text itself arrives.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import { milliseconds } from '../instrument/patch/clock.ts'
import type * as weaverModule from '../instrument/weave/weave.ts'
import type { WeavePlan } from '../instrument/weave/weave-plan.ts'
import { encodeWoven } from '../instrument/weave/woven-module.ts'
import { withHandOver } from '../runners/hand-over.ts'
import { textOf } from './hook-modules.ts'
import { installInertNames } from './inert-names.ts'
import { withMap, withoutMap } from './inline-map.ts'
import { type WatchedCode, wovenFiles } from './own-code.ts'
import { type NameOfModule, namesOfModules, withExports } from './watch-packages.ts'
import { WeaveModules } from './weave-modules.ts'
import { WovenCache } from './woven-cache.ts'

export interface LoaderData {
  /** Absent where the strategy leaves texts alone. */
  readonly weaving: { readonly plan: WeavePlan; readonly folder: string } | undefined
  /** The file of the weaver. */
  readonly weaver: string
  readonly code: WatchedCode
  /** Packages and files that some spec speaks of, and the folder that the files are named from. */
  readonly watched: readonly string[]
  readonly cwd: string
  readonly port: MessagePort
  /** Builtin modules that must be loaded on the main thread, by a request over `ready`, before the program has them. */
  readonly awaited: readonly string[]
  readonly ready: MessagePort
  /** Not 0 while the main thread waits for hooks of others to be loaded here, and answers nothing. */
  readonly silence: Int32Array
}

export type LoaderMessage =
  | { readonly file: string; readonly map: string }
  /** `spent`: milliseconds for the text and those before it that were left as they are. */
  | { readonly file: string; readonly woven: string; readonly spent: number }
  | { readonly file: string; readonly unparsed: string }

/** Milliseconds that no message has told of. */
let spent = 0
let begun = 0
let send: (message: LoaderMessage) => void
let weaving: WeaveModules | undefined
let nameOf: NameOfModule
/** By address, of builtin modules that nobody has asked for yet. */
const awaited = new Set<string>()
let prepare: (name: string) => Promise<void>

/** Where other tools have registered hooks after ours, ours are in front of theirs and behind: those in front work. */
let behind: AsyncLocalStorage<boolean> | undefined

/** Without data where it is in front again. */
export function initialize(data: LoaderData | undefined): void {
  if (data === undefined) {
    behind ??= new AsyncLocalStorage()
    return
  }
  const { weaving: wanted, weaver, code, watched, cwd, port, ready, silence } = data
  nameOf = namesOfModules(watched, cwd)
  send = (message) => port.postMessage(message)
  for (const name of data.awaited) awaited.add(`node:${name}`)
  prepare = preparation(ready, silence)
  installInertNames()
  if (wanted === undefined) return
  const { plan, folder } = wanted
  weaving = new WeaveModules({
    plan,
    weaver: (forPlan) => new (loadWeaver(weaver).Weaver)(forPlan),
    cache: new WovenCache(folder),
    wants: wovenFiles(code),
    quietly: (work) => work(),
    onWoven: ({ file }, module) => {
      const woven = encodeWoven(module)
      send({ file, woven, spent: spent + milliseconds() - begun })
      begun = milliseconds()
      spent = 0
    },
    onUnparsed: (file, unparsed) => send({ file, unparsed }),
    onMayImport: () => {
      // We are what sees imports.
    },
    onFault: () => {
      // The module runs unwoven; nothing on this thread could say more than that.
    },
  })
}

/**
 * Asks the main thread, which waits for a module without being blocked, to load a builtin one, and waits for it, unless it
 * is hooks of others that import it, for which that thread is blocked. Only an import comes here: `require` of Node 20
 * asks no hook for builtin modules.
 */
function preparation(ready: MessagePort, silence: Int32Array): (name: string) => Promise<void> {
  const waiting = new Map<string, () => void>()
  ready.on('message', (name: string) => {
    waiting.get(name)?.()
    if (waiting.delete(name) && waiting.size === 0) ready.unref()
  })
  ready.unref()
  return (name) =>
    new Promise((resolve) => {
      if (silence[0] === 0) {
        waiting.set(name, resolve)
        ready.ref()
      } else resolve()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
      ready.postMessage(name)
    })
}

/** What `weaver.cjs` exports. */
type WeaverFile = typeof weaverModule

function loadWeaver(file: string): WeaverFile {
  return createRequire(file)(file) as WeaverFile
}

interface LoadResult {
  readonly format?: string
  readonly source?: string | ArrayBuffer | NodeJS.TypedArray | null
}

export async function load(
  url: string,
  context: unknown,
  nextLoad: (url: string, context: unknown) => Promise<LoadResult>,
): Promise<LoadResult> {
  if (behind?.getStore() === true) return nextLoad(url, context)
  if (awaited.delete(url)) await prepare(url.slice('node:'.length))
  const result = await (behind === undefined ? nextLoad(url, context) : behind.run(true, nextLoad, url, context))
  if (result.format !== 'module' || result.source === undefined || result.source === null) return result
  begun = milliseconds()
  const given = textOf(result.source)
  const mapped = withoutMap(given)
  const { text, map } = mapped
  if (map !== undefined) send({ file: url, map })
  const woven =
    withHandOver(text, url, 'module') ??
    withExports(weaving?.transform(text, url, 'module').text ?? text, url, 'module', nameOf)
  spent += milliseconds() - begun
  return woven === text ? result : { ...result, source: withMap(given, mapped, woven).text }
}
