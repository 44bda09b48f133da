/**
 * Code that reaches V8 through `node:vm`: jest, vitest's vm pools and tools that compile for themselves. Texts go through
 * the transform like modules; realms are announced when they are made, so that their own intrinsics can be patched
 * before any code runs in them.
 *
 * `runInNewContext` and `script.runInNewContext` make a realm without calling `vm.createContext`; both are given one that
 * was made and announced before.
 *
 * V8 checks only the length of a source against `cachedData`, so cached data never goes with a text that we changed.
 */

import type * as nodeVm from 'node:vm'
import { weakMapGet, weakMapSet } from '../instrument/patch/originals.ts'
import { callOriginal, replaceMethod, standInForClass, standInForFunction } from './stand-in.ts'

export type VmTextKind = 'script' | 'function' | 'module'

export interface VmHookOptions {
  /** Gives the text to run in place of `text`; the same text to leave it alone. Never throws. */
  readonly transform: (text: string, file: string, kind: VmTextKind) => string
  /** A realm was made; `context` is its contextified object. Never throws. */
  readonly realm: (context: object) => void
  /** A text of the file is about to run in a realm that `vm` made, each time. Never throws. */
  readonly runsInRealm?: (file: string, context: object) => void
  /** The same in the main realm. */
  readonly runsInMainRealm?: (file: string) => void
}

/** The realm that a call compiles its text for; undefined for the main one. */
type ContextOf = (args: readonly unknown[]) => unknown

interface HookableVm {
  createContext: Function
  runInThisContext: Function
  runInContext: Function
  runInNewContext: Function
  compileFunction: Function
  isContext(object: object): boolean
  Script: Function & { prototype: { runInContext: Function; runInThisContext: Function; runInNewContext: Function } }
  SourceTextModule?: Function
}

export function hookVm(module: typeof nodeVm, options: VmHookOptions): void {
  const { transform, realm, runsInRealm, runsInMainRealm } = options
  const vm = module as unknown as HookableVm
  const { createContext, isContext, Script } = vm

  const makeContext = (object: unknown, ...options: unknown[]): object => {
    const known = isRecord(object) && isContext(object)
    const context = callOriginal(createContext, vm, [object, ...options]) as object
    if (!known) realm(context)
    return context
  }

  const announce = (file: string, context: unknown): void => {
    if (context === undefined) runsInMainRealm?.(file)
    else if (isRecord(context)) runsInRealm?.(file, context)
  }
  /** The arguments of a call whose first is a text, with the text transformed and stale cached data left out. */
  const withText = (
    args: readonly unknown[],
    kind: VmTextKind,
    optionsAt: number,
    contextOf?: ContextOf,
  ): unknown[] => {
    const [text, options] = [args[0], args[optionsAt]]
    const result = [...args]
    if (typeof text !== 'string') return result
    const file = filenameOf(options, kind)
    if (contextOf !== undefined) announce(file, contextOf(args))
    const woven = transform(text, file, kind)
    result[0] = woven
    if (woven !== text && isRecord(options) && options['cachedData'] !== undefined) {
      result[optionsAt] = { ...options, cachedData: undefined }
    }
    return result
  }
  const transformed = (name: string, kind: VmTextKind, optionsAt: number, contextOf: ContextOf): void =>
    replaceMethod(vm, name, name, { before: (args) => withText(args, kind, optionsAt, contextOf) })

  vm.createContext = standInForFunction(createContext, (_, args) =>
    makeContext(args[0] === undefined ? {} : args[0], ...args.slice(1)),
  )
  transformed('runInThisContext', 'script', 1, () => undefined)
  transformed('runInContext', 'script', 2, ([, context]) => context)
  transformed('compileFunction', 'function', 2, ([, , options]) => entryOf(options, 'parsingContext'))
  replaceMethod(vm, 'runInNewContext', 'runInNewContext', {
    before: (args) => {
      const [text, object, options, ...rest] = args
      // Let Node complain about what is no text.
      if (typeof text !== 'string') return args
      const context = makeContext(object === undefined ? {} : object, contextOptionsOf(options))
      return withText(args.length < 3 ? [text, context] : [text, context, options, ...rest], 'script', 2, () => context)
    },
  })
  replaceMethod(Script.prototype, 'runInNewContext', 'runInNewContext', {
    before: ([object, options, ...rest]) => [
      makeContext(object === undefined ? {} : object, contextOptionsOf(options)),
      options,
      ...rest,
    ],
  })
  /** A script says where it runs when it does. */
  const files = new WeakMap<object, string>()
  const announceRun = (name: 'runInContext' | 'runInThisContext', contextOf: ContextOf): void =>
    replaceMethod(Script.prototype, name, name, {
      before: (args, script) => {
        const file = isRecord(script) ? (weakMapGet(files, script) as string | undefined) : undefined
        if (file !== undefined) announce(file, contextOf(args))
        return args
      },
    })
  if (runsInRealm !== undefined) announceRun('runInContext', ([context]) => context)
  if (runsInMainRealm !== undefined) announceRun('runInThisContext', () => undefined)
  const made =
    runsInRealm === undefined && runsInMainRealm === undefined
      ? undefined
      : (script: object, [, given]: readonly unknown[]) => weakMapSet(files, script, filenameOf(given, 'script'))
  vm.Script = standInForClass(Script, (args) => withText(args, 'script', 1), made)
  if (vm.SourceTextModule !== undefined) {
    vm.SourceTextModule = standInForClass(vm.SourceTextModule, (args) =>
      withText(args, 'module', 1, ([, options]) => entryOf(options, 'context')),
    )
  }
}

/** `runInNewContext` names the options of the realm differently from `createContext`. */
function contextOptionsOf(options: unknown): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  if (!isRecord(options)) return result
  const names = {
    contextName: 'name',
    contextOrigin: 'origin',
    contextCodeGeneration: 'codeGeneration',
    microtaskMode: 'microtaskMode',
  }
  for (const [given, wanted] of Object.entries(names)) {
    if (options[given] !== undefined) result[wanted] = options[given]
  }
  return result
}

function entryOf(options: unknown, key: string): unknown {
  return isRecord(options) ? options[key] : undefined
}

function filenameOf(options: unknown, kind: VmTextKind): string {
  if (typeof options === 'string') return options
  const name = entryOf(options, kind === 'module' ? 'identifier' : 'filename')
  return typeof name === 'string' ? name : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
