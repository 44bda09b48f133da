/**
 * Hands the final JavaScript of every module to a transform, just before V8 compiles it.
 *
 * - CommonJS, and ES modules that are required: `Module.prototype._compile`, which gets the text after every
 *   `require` hook (ts-node, swc, babel, pirates). A tool that replaces `_compile` without calling ours compiles through
 *   `vm.Script` (v8-compile-cache does), which `hook-vm.ts` sees.
 * - ES modules that are imported: `module.registerHooks` where it exists. Before it their texts are seen as Node decodes
 *   them (`module-texts.ts`), from when the first is about to be imported: the program starts with one, or CommonJS calls
 *   `import`. Woven text tells when that happens; of a text that is not woven, having such a call is enough.
 * - ES modules whose texts others give to Node there, by hooks that they register, or that Node finds in an address or on the
 *   command line: `module.register`, whose hooks run on a thread of their own and cost 90 ms.
 */

import type Module from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BuiltinModules } from './builtin-modules.ts'
import { ModuleTexts } from './module-texts.ts'
import { typeOfPackage } from './package-type.ts'
import type { Compiled } from './packed-modules.ts'
import { workerEntryMark } from './propagate.ts'
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
  /** ES modules run whose texts nothing tells of. */
  readonly onUnseenTexts: () => void
  readonly offThread: OffThreadHooks
}

/** Our hooks on a thread of their own. */
export interface OffThreadHooks {
  /** Also again, in front of those that others registered since. */
  readonly register: () => void
  /** This thread is about to wait for that one to load hooks of others, and answers nothing meanwhile. */
  readonly expectSilence: () => void
  readonly endSilence: () => void
}

/** Node 22.15 and later: hooks that run on the thread itself. Not in the types of the oldest Node that is supported. */
interface HookableModule {
  readonly prototype: { _compile: Function }
  registerHooks?(hooks: { load: LoadHook }): { deregister(): void }
}

interface LoadResult {
  readonly format?: string | null
  readonly source?: string | ArrayBuffer | NodeJS.TypedArray | null
}
type LoadHook = (url: string, context: unknown, nextLoad: (url: string, context: unknown) => LoadResult) => LoadResult

/** What those are to be told who notice that something is about to be imported. */
export interface ImportListener {
  /** By CommonJS, and nothing more is known. */
  readonly expect: () => void
  /** A text that no file holds. */
  readonly expectText: () => void
}

export function hookModules(module: typeof Module, options: ModuleHookOptions): ImportListener {
  const hookable = module as unknown as HookableModule
  if (hookable.registerHooks !== undefined) {
    stayInFront(module, loadHook(options))
    hookCompile(hookable, options, undefined)
    return { expect: () => {}, expectText: () => {} }
  }
  const texts = new ModuleTexts((text, address) => {
    options.unseen(text)
    return options.transform(text, address, 'module', 'javascript')
  }, options.onUnseenTexts)
  const listener = watchImported(texts, module, options)
  const required = requiresModules() ? watchRequired(texts, options) : undefined
  hookCompile(hookable, options, (text, file, kind) => {
    required?.(text, file, kind)
    // Node finds that out by itself, and imports it.
    if (file === process.mainModule?.filename && moduleSyntax.test(text)) listener.expect()
  })
  if (startsAsModule()) listener.expect()
  return listener
}

/** Hooks that are registered later are asked first, and give what they compiled (tsx) to nobody but Node: ours go in front again. */
function stayInFront(module: typeof Module, load: LoadHook): void {
  const hookable = module as unknown as Required<HookableModule>
  const { registerHooks } = hookable
  let own = registerHooks({ load })
  replaceMethod(hookable, 'registerHooks', 'Module.registerHooks', {
    after: () => {
      own.deregister()
      own = registerHooks({ load })
    },
  })
}

/** Whether this Node requires ES modules: 20.19 and later, unless it is told not to. */
function requiresModules(): boolean {
  return (process.features as { readonly require_module?: boolean }).require_module === true
}

/** Gives what is to be told of the text and kind of each module that is required. */
function watchRequired(texts: ModuleTexts, { unseen, builtins }: ModuleHookOptions): CompileListener {
  // Its functions are patched by then: what is in the place of another function is not.
  builtins.when('fs', (fs) => texts.seeRequired(fs))
  return (text, _, kind) => {
    texts.begin()
    if (kind !== 'module') return
    builtins.load(['fs'])
    unseen(text)
  }
}

function watchImported(
  texts: ModuleTexts,
  module: typeof Module,
  { builtins, offThread }: ModuleHookOptions,
): ImportListener {
  let expected = false
  let registered = false
  /** Whether Node takes texts from others, without anybody's call. */
  const given = isGivenTexts()
  const register = (): void => {
    registered = true
    offThread.register()
  }
  const listener = {
    expect: () => {
      if (!expected) {
        expected = true
        builtins.when('fs/promises', (promises) => texts.seeImported(promises))
        builtins.load(['fs/promises', 'module'])
      }
      if (given && !registered) register()
    },
    expectText: () => {
      if (!registered) register()
    },
  }
  // Hooks that are registered later are asked first, and give what they compiled to nobody but Node: ours go in front again.
  // They would also compile our own, which are therefore there before them.
  builtins.when('module', () =>
    replaceMethod(module, 'register', 'Module.register', {
      before: (args) => {
        if (!registered) register()
        offThread.expectSilence()
        return args
      },
      after: () => {
        offThread.endSilence()
        register()
      },
      failed: () => offThread.endSilence(),
    }),
  )
  return listener
}

/** Whether the command line has hooks, or a text that is an ES module. */
function isGivenTexts(): boolean {
  const { execArgv, env } = process
  const given = /^--(?:(?:experimental-)?loader|input-type=module)\b/
  return execArgv.some((option) => given.test(option)) || /--(?:experimental-)?loader\b/.test(env['NODE_OPTIONS'] ?? '')
}

/** Hears of each text before it is compiled. */
type CompileListener = (text: string, file: string, kind: ModuleKind) => void

const moduleSyntax = /^(?:import|export)\b/m

function hookCompile(
  module: HookableModule,
  { transform, compile }: ModuleHookOptions,
  listener: CompileListener | undefined,
): void {
  const { prototype } = module
  replaceMethod(prototype, '_compile', 'Module._compile', {
    before: (args) => {
      const content = args[0]
      if (typeof content !== 'string') return args
      const [filename, format] = [args[1] as string, args[2] as string | undefined]
      const [kind, language] = [kindOf(format), languageOf(format)]
      listener?.(content, filename, kind)
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
