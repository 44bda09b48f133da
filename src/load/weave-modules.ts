/**
 * From the text of a module to the text that runs: which files are woven at all, the cache, and what the session must
 * know of a woven text to name its places. Called by the hooks on modules and on `vm`; never throws into them.
 */

import { Columns } from '../instrument/weave/columns.ts'
import { relevanceOf } from '../instrument/weave/relevance.ts'
import type { SourceKind, Weaver } from '../instrument/weave/weave.ts'
import type { WeavePlan } from '../instrument/weave/weave-plan.ts'
import type { WovenModule } from '../instrument/weave/woven-module.ts'
import type { WovenSites } from '../runtime/sites.ts'
import type { CachedText, WovenCache } from './woven-cache.ts'

export interface WeaveModulesOptions {
  readonly plan: WeavePlan
  /** Makes the weaver, which is a parser and costs as much to load as the rest of the runtime: on the first miss only. */
  readonly weaver: (plan: WeavePlan) => Weaver
  readonly cache: WovenCache
  /** Whether a file is woven: not the runner's, not JSMOP's, not a library's when those are left out. */
  readonly wants: (file: string) => boolean
  /** Runs our code with events switched off: the weaver uses builtins that may be patched. */
  readonly quietly: <T>(work: () => T) => T
  readonly onWoven: (sites: WovenSites, module: WovenModule) => void
  readonly onUnparsed: (file: string, reason: string) => void
  readonly onFault: (error: unknown) => void
}

const moduleSyntax = /^\s*(?:import|export)\b|\bimport\.meta\b/m

export class WeaveModules {
  readonly #options: WeaveModulesOptions
  readonly #relevant: (text: string) => boolean
  #weaver: Weaver | undefined

  constructor(options: WeaveModulesOptions) {
    this.#options = options
    this.#relevant = relevanceOf(options.plan)
  }

  transform(text: string, file: string, kind: SourceKind): string {
    const { quietly, onFault } = this.#options
    return quietly(() => {
      try {
        return this.#transform(text, file, kind)
      } catch (error) {
        onFault(error)
        return text
      }
    })
  }

  #transform(text: string, file: string, kind: SourceKind): string {
    const { wants, cache, onWoven, onUnparsed } = this.#options
    if (file === '' || !this.#relevant(text) || !wants(file)) return text
    const cached = cache.get(file, `${kind} ${text}`, (base): CachedText => {
      this.#weaver ??= this.#options.weaver(this.#options.plan)
      let result = this.#weaver.weave(text, kind, base)
      // Node runs what it cannot compile as CommonJS as an ES module, if it looks like one.
      if (result.kind === 'unparsed' && kind === 'commonjs' && moduleSyntax.test(text))
        result = this.#weaver.weave(text, 'module', base)
      if (result.kind === 'unparsed') onUnparsed(file, result.reason)
      return result.kind === 'woven' ? result : { kind: 'unchanged' }
    })
    if (cached.kind === 'unchanged') return text
    onWoven(new FileSites(file, cached.module), cached.module)
    return cached.module.code
  }
}

/** The places of one woven file, as the session asks for them. */
export class FileSites implements WovenSites {
  readonly file: string
  readonly base: number
  readonly size: number
  readonly length: number
  readonly #module: WovenModule
  #columns: Columns | undefined

  constructor(file: string, module: WovenModule) {
    this.file = file
    this.base = module.sites.base
    this.size = module.sites.size
    this.length = module.code.length
    this.#module = module
  }

  position(site: number) {
    const found = this.#module.sites.get(site)
    if (found === undefined) return undefined
    return { file: this.file, line: found.line, column: found.column, function: found.enclosing }
  }

  describe(site: number) {
    return this.#module.sites.get(site)
  }

  siteAt({ line, column }: { readonly line: number; readonly column: number }, name: string) {
    for (const site of this.#module.sites)
      if (site.line === line && site.column === column && site.name === name) return site.number
    return undefined
  }

  unwoven(line: number, column: number) {
    this.#columns ??= new Columns(this.#module.insertions)
    return this.#columns.original(line, column)
  }
}
