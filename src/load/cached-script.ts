/**
 * Runs a bundle of ours through V8's code cache, which more than halves what loading it costs. The bundle is the text of a
 * function with the parameters of a CommonJS module (`scripts/build.mjs`).
 *
 * V8 checks the length of a source against its cache, never the content; so the cache is named by the content, which the
 * build knows, and by the place, which is part of what is cached. What else V8 compares is its version and its flags:
 * processes with other options have a cache of their own. The first process of each kind writes it, and one that V8 refuses
 * all the same is written again. Rejected: V8's own tag for version and flags, since the module that gives it takes more to
 * load than all else before the bundle.
 */

import { mkdirSync, readFileSync } from 'node:fs'
import type Module from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { digest } from '../instrument/weave/woven-module.ts'
import { writeAtomically } from './write-atomically.ts'

export interface CachedScript {
  readonly exports: object
  readonly script: vm.Script
  /** Which of the caches V8 took, if any. */
  readonly kept: string | undefined
}

type Wrapper = (
  exports: object,
  require: (request: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void

/** Where the cache of a bundle is, which is called `name` in its `folder`, below that of all caches; `build` names its content. */
export function codeCache(caches: string, folder: string, name: string, build: string): string {
  return path.join(caches, `${name}-${build}-${codeKind(folder)}`)
}

/** Names the processes that can share code with this one, and what else is given. */
export function codeKind(more = ''): string {
  return `${digest(`${more} ${flags().join(' ')}`)}-${process.arch}-${process.version}`
}

/** Options that may be V8's, or set some of V8's. */
function flags(): string[] {
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')]
  return given.filter((option) => option.startsWith('--') && !ofNode.test(option))
}

/** Those that name modules, tests or files differ from process to process, and mean nothing to V8. */
const ofNode =
  /^--(?:require|import|loader|experimental-loader|test|watch|conditions|env-file|title|input-type|eval|print)/

/** Runs the bundle with the first of the caches that is there; `modules` is the class of CommonJS modules. */
export function runCached(bundle: string, caches: readonly string[], modules: typeof Module): CachedScript {
  const found = firstOf(caches)
  const text = readFileSync(bundle) as Buffer & { latin1Slice(): string }
  // The bundler writes ASCII only. Not by the name of the encoding, for which V8 compiles Node's list of them.
  const script = new vm.Script(text.latin1Slice(), {
    filename: bundle,
    ...(found === undefined ? {} : { cachedData: found.data }),
  })
  const module = { exports: {} }
  ;(script.runInThisContext() as Wrapper)(
    module.exports,
    requireFrom(bundle, modules),
    module,
    bundle,
    path.dirname(bundle),
  )
  return { exports: module.exports, script, kept: script.cachedDataRejected === false ? found!.cache : undefined }
}

/** What bundles ask for is Node's but for a few modules that the command line comes to need. */
function requireFrom(bundle: string, modules: typeof Module): (request: string) => unknown {
  let require: NodeJS.Require | undefined
  return (request) => {
    if (request === 'node:module' && isNearlyAll) return modules
    return request.startsWith('node:')
      ? process.getBuiltinModule(request)
      : (require ??= modules.createRequire(bundle))(request)
  }
}

/**
 * Whether the class of modules has what bundles ask `node:module` for. In Node 20 that module only adds `register` to it, and
 * loads Node's loader of ES modules for that, at a twentieth of what starting in a process costs.
 */
const isNearlyAll = process.version.startsWith('v20.')

/** Writes what V8 has compiled of the script so far. */
export function keepCode(script: vm.Script, cache: string): void {
  try {
    mkdirSync(path.dirname(cache), { recursive: true })
    writeAtomically(cache, script.createCachedData())
  } catch {
    // Where nothing can be written every process compiles for itself.
  }
}

function firstOf(caches: readonly string[]): { readonly cache: string; readonly data: Buffer } | undefined {
  for (const cache of caches) {
    try {
      return { cache, data: readFileSync(cache) }
    } catch {
      // Not there, or not for us.
    }
  }
  return undefined
}
