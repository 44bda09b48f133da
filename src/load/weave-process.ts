/**
 * Weaving in this thread: the plan of the session's strategy, the hooks on modules and `vm`, and the name that woven
 * text refers to, in the main realm and in every realm that `vm` makes.
 */

import Module, { isBuiltin } from 'node:module'
import path from 'node:path'
import url from 'node:url'
import { types } from 'node:util'
import vm from 'node:vm'
import { milliseconds } from '../instrument/patch/clock.ts'
import { disguiseText, setTextSource } from '../instrument/patch/disguise.ts'
import { mapGet, mapSet, weakMapGet, weakMapSet } from '../instrument/patch/originals.ts'
import type { Realm } from '../instrument/patch/patcher.ts'
import { pristinely } from '../instrument/patch/pristine.ts'
import { abiName, type RealmAbi, realmName } from '../instrument/weave/abi.ts'
import { importCall } from '../instrument/weave/relevance.ts'
import { unweave } from '../instrument/weave/unweave.ts'
import type * as weaverModule from '../instrument/weave/weave.ts'
import { namePlan, type WeavePlan } from '../instrument/weave/weave-plan.ts'
import {
  DecodedPlaces,
  decodeWoven,
  digest,
  knownOf,
  placesOf,
  textVersion,
  type WovenModule,
} from '../instrument/weave/woven-module.ts'
import type { Session } from '../runtime/session.ts'
import type { LoaderData, LoaderMessage } from './esm-loader.ts'
import type { BuiltinModules } from './builtin-modules.ts'
import { codeKind } from './cached-script.ts'
import { hookModules, needsLoaderThread, type OffThreadHooks } from './hook-modules.ts'
import { hookVm } from './hook-vm.ts'
import { type AwaitedProgram, modulesAtHand, modulesBringing } from './monitor-process.ts'
import { receiver, withHandOver } from '../runners/hand-over.ts'
import { watchNodeTest } from '../runners/node-test.ts'
import { handOverName } from '../runners/runner.ts'
import { Tests } from '../runners/tests.ts'
import { withMap, withoutMap } from './inline-map.ts'
import { installNames, type RunScript } from './install-names.ts'
import { type WatchedCode, wovenFiles } from './own-code.ts'
import type { WovenPart } from './module-pack.ts'
import { packedName, PackedModules } from './packed-modules.ts'
import { packageOf } from './recognise-process.ts'
import { RepeatedTexts } from './repeated-texts.ts'
import type { RunnerCode } from './runner-code.ts'
import { isMainThread, startHooksThread, threads } from './thread.ts'
import { hideModule, requireHidden } from './require-hidden.ts'
import { stripTypes } from './strip-types.ts'
import { type Coverage, watchCoverage } from './watch-coverage.ts'
import {
  exportsName,
  type NameOfModule,
  namesOfModules,
  packageReceiver,
  type WatchedKind,
  withExports,
} from './watch-packages.ts'
import { FileSites, type Transformed, WeaveModules } from './weave-modules.ts'
import { isLasting, WovenCache } from './woven-cache.ts'

export interface WeaveProcessOptions {
  /** The folder of all caches. */
  readonly cache: string
  /** Hooks on ES modules for Node 20, a file. */
  readonly loader: string
  /** The weaver, a CommonJS file that exports `Weaver`. */
  readonly weaver: string
  /** The file that started us, if it is in `require.cache`. */
  readonly preload?: string
  readonly code: WatchedCode
  readonly runner: RunnerCode
  /** Names what is woven, if that is known (`namePlan`). */
  readonly planName?: string
  /** Names the content of the bundle; absent where that is not known, as of sources. */
  readonly build?: string
  /** The folder of the project, which its own modules are named from. */
  readonly cwd: string
  /** Whether all texts of the program come past the hooks; else some of it may run before any does. */
  readonly startsWithFile: boolean
}

/** Gives what is to be done when the session has ended. */
export function weaveProcess(
  session: Session,
  program: AwaitedProgram,
  options: WeaveProcessOptions,
  builtins: BuiltinModules,
): () => void {
  const { runner } = options
  const isWatched = askedOnce(wovenFiles(options.code))
  const isWoven = (file: string): boolean => isWatched(file) && !runner.has(file)
  const weaving = weavingOf(session, options, isWoven)
  const begin = tellsBeginning(session, options.startsWithFile, isWoven)
  const coverage = watchCoverage(builtins, () => {
    if (weaving !== undefined) session.note({ notMonitored: coverageNote })
  })
  // Not before the program's first module: Node may ask for a preload twice, and must find it.
  let hidden = options.preload === undefined
  const hidePreload = (): void => {
    if (!hidden) hideModule(options.preload!)
    hidden = true
  }
  const nameOf = namesOfModules(session.patcher.packages, options.cwd)
  let awaited: ReadonlySet<string> | undefined
  const wanted = (): ReadonlySet<string> => {
    if (awaited !== undefined) return awaited
    const { modules } = session.patcher
    awaited = new Set([...builtins.awaited, ...modules, ...modulesBringing(modules), ...modulesAtHand])
    return awaited
  }
  const ownFolder = path.dirname(options.weaver) + path.sep
  const isOwn = (file: string): boolean => file.startsWith(ownFolder) && !file.includes(path.sep, ownFolder.length)
  const prepared = (text: string, file: string, kind: WatchedKind): Transformed => {
    const source = kind === 'linked' ? 'module' : kind
    const handed = withHandOver(text, file, source)
    if (weaving === undefined || coverage.measured) {
      if (needsLoaderThread(Module) && importCall.test(text)) imports.expect()
      return { text: handed ?? withExports(text, file, kind, nameOf), module: undefined, failed: false }
    }
    // Its call has a name of ours, with which a text is not woven.
    if (handed !== undefined) {
      const hooked = weaving.modules.hookImports(text, file, source)
      return { ...hooked, text: withHandOver(hooked.text, file, source) ?? handed }
    }
    const woven = weaving.modules.transform(text, file, source)
    return { ...woven, text: withExports(woven.text, file, kind, nameOf) }
  }
  const transform = (text: string, file: string, kind: WatchedKind): Transformed =>
    session.quietly(() => {
      if (isOwn(file)) return { text, module: undefined, failed: false }
      const begun = milliseconds()
      try {
        hidePreload()
        begin(file)
        const mapped = withoutMap(text)
        session.patcher.mention(mapped.text)
        const woven = prepared(mapped.text, file, kind)
        const { text: result, map } = withMap(text, mapped, woven.text)
        if (map !== undefined) session.sites.noteMap(file, map)
        return { ...woven, text: result }
      } finally {
        session.spent.weaving += milliseconds() - begun
      }
    })
  const repeated = new RepeatedTexts()
  if (weaving !== undefined) setTextSource(unweave)
  const names = namesOf(session, watchRunners(session, builtins))
  const packed =
    weaving === undefined
      ? undefined
      : packOf(session, options, weaving, isWoven, nameOf, () => hidden || session.quietly(hidePreload))
  const packs = packed === undefined ? {} : { [packedName]: packed.receiver }
  installNames(globalThis, { ...names(globalThis, runInThisContext), ...packs }, runInThisContext)
  /** Not within other work of ours: from here on what happens is an event. */
  const arriveWith = (file: string, inMainRealm: boolean): void => {
    const { isAwaited, isAwaitedInMainRealm } = program
    if ((inMainRealm ? isAwaitedInMainRealm : isAwaited) && pristinely(() => arrivesWith(file)))
      program.arrive(inMainRealm)
  }
  /** A text without a file is nobody's before a file has come: jest asks each realm for its globals by one. */
  const arrivesWith = (file: string): boolean =>
    file !== '' && (program.waitsFor === 'affected code' ? isWoven(file) : packageOf(file) === undefined)
  const imports = hookModules(Module, {
    // As one piece of work: each would ask anew for what the program has replaced.
    compile: (text, file) => {
      arriveWith(file, true)
      return session.quietly(() => {
        repeated.forget(file)
        runner.loaded(file)
        if (weaving === undefined || packed === undefined || coverage.measured)
          return { text: transform(text, file, 'commonjs').text, name: file }
        begin(file)
        const begun = milliseconds()
        const found = packed.find(text, file)
        session.spent.weaving += milliseconds() - begun
        if (found !== undefined) return found
        const { text: result, module, failed } = transform(text, file, 'commonjs')
        if (isOwn(file) || failed || (module !== undefined && !isLasting(module.base)))
          return { text: result, name: file }
        return packed.keep(text, file, result, module && partOf(module))
      })
    },
    transform: (text, file, kind, language) => {
      arriveWith(file, true)
      repeated.forget(file)
      if (runner.isApart) session.quietly(() => runner.loaded(file))
      if (language === 'javascript' || weaving === undefined || coverage.measured)
        return transform(text, file, kind).text
      const stripped = session.quietly(() => stripTypes(text))
      if (stripped === undefined) {
        session.noteUnparsed(file, 'its types are not stripped alone')
        return text
      }
      const woven = transform(stripped, file, kind).text
      return woven === stripped ? text : woven
    },
    builtins,
    unseen: (text) =>
      session.quietly(() => {
        builtins.mentioned(text, wanted)
        if (text.includes(scriptData) && importedData.test(text)) imports.expectText()
      }),
    onUnseenTexts: () => {
      program.arrive(true)
      if (weaving !== undefined) session.note({ notMonitored: unseenTextsNote })
    },
    offThread: offThreadHooks(session, program, options, weaving, coverage, builtins, wanted),
  })
  session.hooks.onImport = (given) => {
    if (typeof given === 'string' && isBuiltin(given))
      builtins.imported(given.startsWith('node:') ? given : `node:${given}`)
    else if (session.quietly(() => isWovenData(given, weaving!.modules))) imports.expectText()
    else imports.expect()
  }
  /** By contextified object: realms in which nothing has run that is watched. */
  const unpatched = new WeakMap<object, (() => void) | undefined>()
  const patchFor = (context: object): void => {
    const patch = weakMapGet(unpatched, context) as (() => void) | undefined
    if (patch === undefined) return
    weakMapSet(unpatched, context, undefined)
    session.quietly(patch)
  }
  const kinds = { script: 'script', function: 'commonjs', module: 'linked' } as const
  hookVm(vm, {
    ...(program.waitsFor === undefined ? {} : { runsInMainRealm: (file: string) => arriveWith(file, true) }),
    ...(program.waitsFor === 'affected code'
      ? {
          runsInRealm: (file: string, context: object) => {
            if (file !== '' && isWatched(file)) patchFor(context)
          },
        }
      : {}),
    transform: (text, file, kind) => {
      arriveWith(file, false)
      if (runner.compiled(file)) session.forgetExcluded(file)
      const work = (): string => transform(text, file, kinds[kind]).text
      return file === '' || coverage.measured ? work() : repeated.get(text, file, kind, work)
    },
    realm: (context) =>
      session.quietly(() => {
        const global = realmOf(context)
        session.meetRealm(global)
        const patch = (): void =>
          session.patchRealm(global, context === global || isProxy(context) ? undefined : context)
        // Runners make one for each test file: most load nothing that a change affects.
        if (program.waitsFor === 'affected code') weakMapSet(unpatched, context, patch)
        else patch()
        if (weaving !== undefined) disguiseText(global.Function.prototype)
        const run: RunScript = (script) => runInContext(script, context)
        installNames(global, names(global as typeof globalThis, run), run)
      }),
  })
  return () => packed?.write()
}

/** A question about files, each of which is asked about at each text: jest compiles a module for each test file that loads it. */
function askedOnce(asks: (file: string) => boolean): (file: string) => boolean {
  const answers = new Map<string, boolean>()
  return (file) => {
    let answer = mapGet(answers, file) as boolean | undefined
    if (answer === undefined) {
      answer = pristinely(() => asks(file))
      mapSet(answers, file, answer)
    }
    return answer
  }
}

/**
 * Says once that the program runs: a process or thread that is ended by force before, as runners do with spare ones, has
 * nothing to tell. It does from the first text on that no package holds, or if it starts with one that is watched: what a
 * runner needs are packages, too.
 */
function tellsBeginning(
  session: Session,
  startsWithFile: boolean,
  isWatched: (file: string) => boolean,
): (file: string) => void {
  let begun = false
  const begin = (): void => {
    begun = true
    session.note({ begun })
  }
  if (!startsWithFile) begin()
  let isFirst = true
  return (file) => {
    if (!begun && (isFirst || packageOf(file) === undefined) && isWatched(file)) begin()
    isFirst = false
  }
}

const coverageNote = {
  target: 'what only woven code shows: loops, property writes, executors',
  reason: 'V8 measures coverage, and weaving would shift its numbers',
}

const unseenTextsNote = {
  target: 'what only woven code shows, in ES modules',
  reason: 'the program has frozen TextDecoder.prototype, by which this version of Node shows their texts',
}

const scriptData = 'data:text/javascript,'

/** Whether a specifier is itself a module, in which something is woven: `has-dynamic-import` imports an empty one to see if it can. */
function isWovenData(specifier: unknown, modules: WeaveModules): boolean {
  if (typeof specifier !== 'string' || !specifier.startsWith(scriptData)) return false
  return modules.concerns(specifier.slice(scriptData.length))
}

/** A static import of a module that is its own address: where a statement may begin, since tests have such programs in texts. */
const importedData = /(?:^|[;}])\s*(?:import|export)\b[^'"`;]*['"]data:/m

interface Weaving {
  readonly plan: WeavePlan
  /** Where texts woven for the plan are kept. */
  readonly folder: string
  readonly modules: WeaveModules
}

/**
 * The packs of modules that are woven like this, and of those that are not woven, where code of this V8 can be kept. The
 * latter are the same for all plans: each change of a project may select other specs.
 */
function packOf(
  session: Session,
  { build, cache, cwd }: WeaveProcessOptions,
  { folder }: Weaving,
  isWoven: (file: string) => boolean,
  nameOf: NameOfModule,
  onFound: () => void,
): PackedModules | undefined {
  if (build === undefined) return undefined
  const kind = codeKind()
  const [woven, left] = [path.join(folder, `modules-${kind}`), path.join(cache, `unwoven-${keptTexts()}-${kind}`)]
  return new PackedModules(Module, {
    placeOf: (file) => {
      const spoken = nameOf(file)
      return {
        pack: isWoven(file) ? woven : left,
        name: spoken === undefined ? file : `${file} as ${spoken}`,
      }
    },
    made: digest(JSON.stringify([build, cwd])),
    keeps: isMainThread,
    quietly: (work) => session.quietly(work),
    onFound: (file, source, woven) => {
      onFound()
      session.patcher.mention(source)
      if (woven === undefined) return
      const { base, size, known, length } = woven
      session.sites.addWoven(new FileSites(file, new DecodedPlaces(base, size, known), length))
    },
  })
}

const partOf = (module: WovenModule): WovenPart => {
  const { base, size, code } = module
  return { base, size, length: code.length, known: () => knownOf(module) }
}

/** Undefined where the strategy leaves texts alone. */
function weavingOf(
  session: Session,
  { cache, weaver, planName }: WeaveProcessOptions,
  isWoven: (file: string) => boolean,
): Weaving | undefined {
  const wanted = session.strategy.weaves(session.plan)
  if (wanted === undefined) return undefined
  const plan = { ...wanted, imports: needsLoaderThread(Module) }
  const folder = path.join(cache, `${planName ?? namePlan(wanted)}-${keptTexts()}`)
  const modules = new WeaveModules({
    plan,
    weaver: (forPlan) => {
      const { Weaver } = requireHidden(weaver) as typeof weaverModule
      return new Weaver(forPlan)
    },
    cache: new WovenCache(folder),
    wants: isWoven,
    quietly: (work) => session.quietly(work),
    onWoven: (sites) => session.sites.addWoven(sites),
    onUnparsed: (file, reason) => {
      if (isWoven(file)) session.noteUnparsed(file, reason)
      // Nothing tells when it imports.
      session.hooks.onImport(undefined)
    },
    onMayImport: () => session.hooks.onImport(undefined),
    onFault: (error) => session.fault('weaving', error),
  })
  return { plan, folder, modules }
}

/** Follows the tests of whichever runner shows up. Gives what modules of runners hand themselves over to. */
function watchRunners(session: Session, builtins: BuiltinModules): ReturnType<typeof receiver> {
  const tests = new Tests(session)
  const { intended } = session
  builtins.when('test', () => watchNodeTest(tests))
  return receiver({ tests, intended }, (part, error) => session.fault(part, error))
}

/** Saved: `vm` itself is hooked. */
const { runInContext, runInThisContext } = vm
const { pathToFileURL } = url
const { isProxy } = types

/** Of texts that are kept, by version of the weaver. */
const keptTexts = (): string => `${textVersion}${needsLoaderThread(Module) ? '-imports' : ''}`

/** The global object of a realm, by its contextified object. */
function realmOf(context: object): Realm {
  return runInContext('globalThis', context) as Realm
}

/** By name, what texts of ours refer to in a realm. */
type Names = (realm: typeof globalThis, run: RunScript) => Readonly<Record<string, unknown>>

function namesOf(session: Session, handOver: ReturnType<typeof receiver>): Names {
  const { hooks, patcher } = session
  const receiveExports = packageReceiver(patcher, (part, error) => session.fault(part, error))
  return ({ TypeError, Error }, run) => {
    const { captureStackTrace } = Error
    const realm: RealmAbi = { TypeError, Error, captureStackTrace, e: run('[]') as never[], E: run('[]') as never[] }
    return { [abiName]: hooks, [realmName]: realm, [handOverName]: handOver, [exportsName]: receiveExports }
  }
}

/**
 * The off-thread loader, for texts that never are on this thread before they run. It weaves on its own thread and sends
 * what it knows of each text ahead of the text; we read it when a place is asked for.
 */
function offThreadHooks(
  session: Session,
  program: AwaitedProgram,
  { loader, weaver, code, cwd }: WeaveProcessOptions,
  weaving: Weaving | undefined,
  coverage: Coverage,
  builtins: BuiltinModules,
  wanted: () => Iterable<string>,
): OffThreadHooks {
  let register!: typeof Module.register
  builtins.when('module', () => ({ register } = Module))
  let silence: Int32Array | undefined
  const start = (address: string): void => {
    silence = new Int32Array(new SharedArrayBuffer(4))
    const { MessageChannel, receiveMessageOnPort } = threads()
    const { port1, port2 } = new MessageChannel()
    port1.unref()
    const ready = new MessageChannel()
    ready.port1.on('message', (name: string) => {
      silence![0] = 0
      builtins.load([name])
      ready.port1.postMessage(name)
    })
    ready.port1.unref()
    const data: LoaderData = {
      weaving: weaving && !coverage.measured ? { plan: weaving.plan, folder: weaving.folder } : undefined,
      weaver,
      code,
      watched: [...session.patcher.packages],
      cwd,
      port: port2,
      awaited: [...wanted()],
      ready: ready.port2,
      silence,
    }
    startHooksThread(() => register(address, { parentURL: address, data, transferList: [port2, ready.port2] }))
    session.sites.onUnknown = () => {
      for (let received = receiveMessageOnPort(port1); received !== undefined; received = receiveMessageOnPort(port1)) {
        const message = received.message as LoaderMessage
        if ('map' in message) session.sites.noteMap(message.file, message.map)
        else if ('unparsed' in message) session.noteUnparsed(message.file, message.unparsed)
        else {
          const module = decodeWoven(message.woven)!
          session.sites.addWoven(new FileSites(message.file, placesOf(module), module.code.length))
          session.spent.weaving += message.spent
        }
      }
    }
  }
  return {
    register: () => {
      // Texts of the program may come from there, and nothing here sees when.
      program.arrive(true)
      builtins.load(['module'])
      // Its own parent: hooks of the program's may resolve it, and some understand no parent but a file.
      const address = pristinely(() => pathToFileURL(loader).href)
      if (silence === undefined) start(address)
      else register(address, { parentURL: address })
    },
    expectSilence: () => {
      if (silence !== undefined) silence[0] = 1
    },
    endSilence: () => {
      if (silence !== undefined) silence[0] = 0
    },
  }
}
