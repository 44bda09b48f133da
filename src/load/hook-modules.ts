/**
 * Hands the final JavaScript of every module to a transform, just before V8 compiles it.
 *
 * - CommonJS, and ES modules that are required: `Module.prototype._compile`, which gets the text after every
 *   `require` hook (ts-node, swc, babel, pirates). A tool that replaces `_compile` without calling ours compiles through
 *   `vm.Script` (v8-compile-cache does), which `hook-vm.ts` sees.
 * - ES modules that are imported: `module.registerHooks` where it exists, on the thread itself; on Node 20
 *   `module.register`, whose hooks run on a thread of their own and cost 90 ms, so only when the first ES module is about
 *   to be imported: the program starts with one, or CommonJS calls `import`. Woven text tells when that happens, and of
 *   what (`imported-kind.ts`); of a text that is not woven, having such a call is enough.
 * - ES modules that a required one imports statically: `registerHooks` likewise; before it Node asks no hook for them, and
 *   `required-imports.ts` sees their texts.
 */

import type Module from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BuiltinModules } from './builtin-modules.ts'
import { typeOfPackage } from './imported-kind.ts'
import type { Compiled } from './packed-modules.ts'
import { workerEntryMark } from './propagate.ts'
import { RequiredImports } from './required-imports.ts'
import { replaceMethod } from './stand-in.ts'
import { isMainThread, threads } from './thread.ts'

export type ModuleKind = 'commonjs' | 'module'

/** Gives the text to run in place of `text`; the same text to leave a module alone. Never throws. */
export type ModuleTransform = (text: string, file: string, kind: ModuleKind, language: Language) => string

/** TypeScript where Node itself is about to strip the types. */
export type Language = 'javascript' | 'typescript'

/** Of formats as Node names them: `commonjs`, `module-typescript`, `typescript` for what may be either kind. */
const languageOf = (format: string | null | undefined): Language =>
  format?.endsWith('typescript') ? 'typescript' : 'javascript'
const kindOf = (format: string | null | undefined): ModuleKind => (format?.startsWith('module') ? 'module' : 'commonjs')

export interface ModuleHookOptions {
  readonly transform: ModuleTransform
  /** For CommonJS in JavaScript: what Node is to compile, and under which name. Never throws. */
  readonly compile: (text: string, file: string) => Compiled
  readonly builtins: BuiltinModules
  /** An ES module is about to be linked whose imports no hook sees. */
  readonly unseen: (text: string) => void
  /** Registers hooks on Node 20, where they need a module of their own and cannot share memory with this thread. */
  readonly registerOffThread: () => void
}

/** Node 22.15 and later: hooks that run on the thread itself. Not in the types of the oldest Node that is supported. */
interface HookableModule {
  readonly prototype: { _compile: Function }
  registerHooks?(hooks: { load: LoadHook }): unknown
}

interface LoadResult {
  readonly format?: string | null
  readonly source?: string | ArrayBuffer | NodeJS.TypedArray | null
}
type LoadHook = (url: string, context: unknown, nextLoad: (url: string, context: unknown) => LoadResult) => LoadResult

export function hookModules(module: typeof Module, options: ModuleHookOptions): void {
  const hookable = module as unknown as HookableModule
  if (hookable.registerHooks !== undefined) hookable.registerHooks({ load: loadHook(options) })
  else if (startsAsModule()) options.registerOffThread()
  hookCompile(hookable, options, requiresModules() && needsLoaderThread(module) ? watchRequired(options) : undefined)
}

/** Whether this Node requires ES modules: 20.19 and later, unless it is told not to. */
function requiresModules(): boolean {
  return (process.features as { readonly require_module?: boolean }).require_module === true
}

/** Gives what is to be told of the text and kind of each module that is required. */
function watchRequired({ transform, unseen, builtins }: ModuleHookOptions): RequiredListener {
  const imports = new RequiredImports((text, address) => {
    unseen(text)
    return transform(text, address, 'module', 'javascript')
  })
  // Its functions are patched by then: what is in the place of another function is not.
  builtins.when('fs', (fs) => imports.watch(fs))
  return (text, kind) => {
    imports.begin()
    if (kind !== 'module') return
    builtins.load(['fs'])
    unseen(text)
  }
}

type RequiredListener = (text: string, kind: ModuleKind) => void

function hookCompile(
  module: HookableModule,
  { transform, compile }: ModuleHookOptions,
  required: RequiredListener | undefined,
): void {
  const { prototype } = module
  replaceMethod(prototype, '_compile', 'Module._compile', {
    before: (args) => {
      const content = args[0]
      if (typeof content !== 'string') return args
      const [filename, format] = [args[1] as string, args[2] as string | undefined]
      const [kind, language] = [kindOf(format), languageOf(format)]
      required?.(content, kind)
      if (kind === 'module' || language === 'typescript')
        return [transform(content, filename, kind, language), ...args.slice(1)]
      const { text, name } = compile(content, filename)
      return [text, name, ...args.slice(2)]
    },
  })
}

/** Whether hooks on imported modules need a thread of their own. */
export function needsLoaderThread(module: object): boolean {
  return (module as HookableModule).registerHooks === undefined
}

/**
 * Whether Node will start the program as an ES module, as far as can be told before it decides: then hooks must be there
 * first. Programs of CommonJS that come to import something are noticed by their text.
 */
function startsAsModule(): boolean {
  const { execArgv, argv } = process
  if (execArgv.some((option) => /^--(import|loader|experimental-loader|input-type=module)/.test(option))) return true
  const entry = isMainThread ? argv[1] : workerEntry()
  if (entry === undefined || /\.c[jt]s$/.test(entry)) return false
  return /\.m[jt]s$/.test(entry) || typeOfPackage(entry) === 'module'
}

/** The file that a worker was started with. */
export function workerEntry(): string | undefined {
  const entry = threads().getEnvironmentData(workerEntryMark)
  if (typeof entry !== 'string') return undefined
  return entry.startsWith('file:') ? fileURLToPath(entry) : entry
}

function loadHook({ transform, builtins }: ModuleHookOptions): LoadHook {
  return (url, context, nextLoad) => {
    builtins.imported(url)
    const result = nextLoad(url, context)
    const { format, source } = result
    if (kindOf(format) !== 'module' || source === undefined || source === null) return result
    const text = textOf(source)
    const woven = transform(text, url, 'module', languageOf(format))
    return woven === text ? result : { ...result, source: woven }
  }
}

export function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}
