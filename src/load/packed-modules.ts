/**
 * Runs CommonJS modules out of the project's packs (`module-pack.ts`), and keeps those that a process had to prepare itself
 * for the processes after it. Modules that a run leaves unwoven, tools and what no change affects, have a pack apart from
 * that of woven ones: which they are differs from run to run, and what becomes of them does not.
 *
 * Node compiles what `_compile` gets and has no way in for code that is compiled already. So `_compile` gets a text of one
 * line, which calls the module's function with what Node gives it: `require`, `module` and what Node does around a module
 * are Node's own. That line has a file name of ours, by which its frame is left out of stacks.
 *
 * The function is that of a script, because only of scripts V8 gives the code of functions that were compiled later, as
 * most are. It has the text that Node's would have; lines and columns are those of the module. What is different is `import`
 * in scripts that come out of the cache, which Node 20 forbids; so texts that call it, or make code of texts which may, are
 * compiled by Node. So are short ones, and all where it matters to more than V8 what is compiled: for debuggers, profilers,
 * source maps, Node's own cache, and wrappers of the program's.
 */

import type Module from 'node:module'
import path from 'node:path'
import { pristinely } from '../instrument/patch/pristine.ts'
import { generatedFile } from '../instrument/plan/generate.ts'
import { apply, functionToString, mapGet, mapSet, runScript, Script } from '../instrument/patch/originals.ts'
import { withoutMap } from './inline-map.ts'
import type { WovenPart } from './module-pack.ts'
import { PackInUse } from './pack-in-use.ts'

/** The name that the line refers to, a constant of the realm's script scope like those of woven text. */
export const packedName = 'J$mopP'

const line = `return ${packedName}.apply(${packedName}.take(),this,${packedName}.named(arguments))`
const { dirname } = path

const opening = '(function (exports, require, module, __filename, __dirname) {\n'
const closing = '\n})'

/** Letters of a module, above which its text would weigh more on each process that reads the pack than its code saves. */
const longest = 2 ** 21

/** Letters of a module, below which V8 compiles it in less than it takes to read its code and to compile the line. */
const shortest = 2000

/**
 * Calls of `import`, and what makes code of texts, which may have some: `eval` and the constructors of functions, called or
 * handed on. Parsers, which have these words in messages and comments, are worth keeping.
 */
const mayImport = new RegExp(
  [
    String.raw`\bimport\s*(?:\(\s*[^)\s]|/[*/])`,
    String.raw`(?<!['"\x60])\beval\s*(?:\(\s*[^)\s]|[;,)\]}]|$)`,
    String.raw`['"]eval['"]\s*\]`,
    String.raw`(?<![\w$])(?:Async)?(?:Generator)?Function\s*\(`,
    String.raw`[^=!]=\s*Function\s*(?:[;,)]|$)`,
    String.raw`[(,]\s*Function\s*[,)]`,
    String.raw`\.constructor\s*\(|\)\s*\.constructor\b`,
  ].join('|'),
  'm',
)

/** Options under which someone looks at what is compiled. */
const watching = /^--(?:inspect|debug|cpu-prof|heap-prof|prof|perf|enable-source-maps|experimental-policy)/

/** What Node compiles. */
export interface Compiled {
  readonly text: string
  /** Of the file, for Node. */
  readonly name: string
}

/** Where a module is kept: in which pack, and under which name there. */
export interface PackedPlace {
  readonly pack: string
  readonly name: string
}

export interface PackedModulesOptions {
  /** By file. A text depends on its place and its source, and on what `made` names. */
  readonly placeOf: (file: string) => PackedPlace
  /** Names what all texts depend on besides. */
  readonly made: string
  /** Whether the process adds to the pack. */
  readonly keeps: boolean
  /** Runs our code with events switched off. */
  readonly quietly: <T>(work: () => T) => T
  readonly onFound: (file: string, source: string, woven: WovenPart | undefined) => void
}

export class PackedModules {
  readonly #options: PackedModulesOptions
  readonly #isAsNodeMadeIt: () => boolean
  /** By file. */
  readonly #packs = new Map<string, PackInUse>()
  /** What the line is to run next, between `_compile` and the line's first words. */
  #body: Function | undefined
  #file = ''

  constructor(module: typeof Module, options: PackedModulesOptions) {
    this.#options = options
    this.#isAsNodeMadeIt = watchCompiling(module)
  }

  /** What stands behind the name. */
  get receiver(): object {
    return {
      apply,
      take: () => {
        const body = this.#body
        this.#body = undefined
        return body
      },
      named: (given: unknown[]) => {
        given[3] = this.#file
        given[4] = dirname(this.#file)
        return given
      },
    }
  }

  /** What to compile in the place of a module that the pack has. */
  find(source: string, file: string): Compiled | undefined {
    if (!this.#isAsNodeMadeIt()) return undefined
    const { placeOf, quietly } = this.#options
    const { pack, name } = quietly(() => placeOf(file))
    const used = this.#use(pack)
    const found = used.find(name, source)
    if (found === undefined) return undefined
    this.#options.onFound(file, source, found.woven)
    if (found.code === undefined) return { text: found.text, name: file }
    const script = scriptOf(found.text, file, found.code)
    if (script.cachedDataRejected === true) used.refuse()
    return this.#run(script, file)
  }

  /** What to compile in the place of a module that was prepared: `text` is what became of its source. */
  keep(source: string, file: string, text: string, woven: WovenPart | undefined): Compiled {
    const { keeps, placeOf } = this.#options
    const { pack, name } = placeOf(file)
    const used = this.#use(pack)
    const fits = keeps && !used.isFull && source.length <= longest
    if (!fits || isMain(file) || withoutMap(text).map !== undefined || !this.#isAsNodeMadeIt())
      return { text, name: file }
    const wrapped = `${opening}${text.startsWith('#!') ? `//${text.slice(2)}` : text}${closing}`
    const script = text.length < shortest || mayImport.test(text) ? undefined : compile(wrapped, file)
    used.miss({ file: name, source, text: script === undefined ? text : wrapped, script, woven })
    return script === undefined ? { text, name: file } : this.#run(script, file)
  }

  #use(file: string): PackInUse {
    const known = mapGet(this.#packs, file) as PackInUse | undefined
    if (known !== undefined) return known
    const { made, quietly } = this.#options
    const used = new PackInUse(file, made, quietly)
    mapSet(this.#packs, file, used)
    return used
  }

  #run(script: InstanceType<typeof Script>, file: string): Compiled {
    this.#body = runScript(script, bare) as Function
    this.#file = file
    return { text: line, name: generatedFile }
  }

  /** Writes what the packs did not have. Never throws. */
  write(): void {
    pristinely(() => {
      for (const used of this.#packs.values()) used.write()
    })
  }
}

/** Options for Node that inherit nothing, whatever a program gave to all objects. */
const bare = { __proto__: null } as object

function scriptOf(text: string, filename: string, code: Uint8Array | undefined): InstanceType<typeof Script> {
  const options = { __proto__: null, filename, lineOffset: -1, cachedData: code }
  return new Script(text, options)
}

/** Undefined for what is no module's text: Node shall say so. Some is none by itself, and something else within brackets. */
function compile(wrapped: string, file: string): InstanceType<typeof Script> | undefined {
  try {
    const script = scriptOf(wrapped, file, undefined)
    const made = runScript(script, bare)
    return typeof made === 'function' && functionToString(made) === wrapped.slice(1, -1) ? script : undefined
  } catch {
    return undefined
  }
}

/** The module that the program begins with is one of many that a pack would have to hold. */
function isMain(file: string): boolean {
  return process.mainModule?.filename === file
}

interface CompilingModule {
  wrap: unknown
  wrapper: readonly [string, string]
  getCompileCacheDir?(): string | undefined
}

/** Tells whether nothing stands between a module's text and V8 but Node. */
function watchCompiling(module: typeof Module): () => boolean {
  const compiling = module as unknown as CompilingModule
  const { wrap, getCompileCacheDir } = compiling
  const [before, after] = compiling.wrapper
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')]
  // Node's function calls `wrapSafe`; one that another preload has put there may look at the text.
  const compilesByNode = functionToString(module.prototype['_compile' as never]).includes('wrapSafe(')
  if (!compilesByNode || given.some((option) => watching.test(option))) return () => false
  return () => {
    const { wrapper } = compiling
    return (
      compiling.wrap === wrap &&
      wrapper[0] === before &&
      wrapper[1] === after &&
      (process as { sourceMapsEnabled?: boolean }).sourceMapsEnabled !== true &&
      getCompileCacheDir?.() === undefined
    )
  }
}
