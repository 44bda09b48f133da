/**
 * From the text of a module to the text that runs: which files are woven at all, the cache, and what the session must
 * know of a woven text to name its places. Called by the hooks on modules and on `vm`; never throws into them.
 */

import { pristinely } from '../instrument/patch/pristine.ts'
import { Columns } from '../instrument/weave/columns.ts'
import { relevanceOf } from '../instrument/weave/relevance.ts'
import type { SiteTable } from '../instrument/weave/sites.ts'
import type { SourceKind, Weaver } from '../instrument/weave/weave.ts'
import { emptyPlan, type WeavePlan } from '../instrument/weave/weave-plan.ts'
import { placesOf, type WovenModule, type WovenPlaces } from '../instrument/weave/woven-module.ts'
import type { WovenSites } from '../runtime/sites.ts'
import type { WovenCache } from './woven-cache.ts'

export interface WeaveModulesOptions {
  readonly plan: WeavePlan
  /** Makes a weaver, which is a parser and costs as much to load as the rest of the runtime: on the first miss only. */
  readonly weaver: (plan: WeavePlan) => Weaver
  readonly cache: WovenCache
  /** Whether a file is woven: not the runner's, not JSMOP's, not a library's when those are left out. */
  readonly wants: (file: string) => boolean
  /** Runs our code with events switched off: the weaver uses builtins that may be patched. */
  readonly quietly: <T>(work: () => T) => T
  readonly onWoven: (sites: WovenSites, module: WovenModule) => void
  readonly onUnparsed: (file: string, reason: string) => void
  /** A module that is left as it is may call `import`: whatever sees imports must be there. */
  readonly onMayImport: () => void
  readonly onFault: (error: unknown) => void
}

/** What became of a text. */
export interface Transformed {
  readonly text: string
  /** Undefined where nothing was woven. */
  readonly module: WovenModule | undefined
  /** Whether it should have been woven and could not be. */
  readonly failed: boolean
}

const leftAlone = (text: string): Transformed => ({ text, module: undefined, failed: false })
const failed = (text: string): Transformed => ({ text, module: undefined, failed: true })

/**
 * Letters of a text, above which it takes longer to weave for its imports alone than to watch all imports from then on:
 * TypeScript's nine million, woven and read back, took a run of jest 60 ms.
 */
const longest = 2 ** 20

const moduleSyntax = /^\s*(?:import|export)\b|\bimport\.meta\b/m

export class WeaveModules {
  readonly #options: WeaveModulesOptions
  readonly #whole: Weaving
  readonly #imports: Weaving

  constructor(options: WeaveModulesOptions) {
    const { plan, weaver } = options
    this.#options = options
    this.#whole = new Weaving('', plan, weaver)
    this.#imports = new Weaving('imports of ', { ...emptyPlan, imports: plan.imports ?? false }, weaver)
  }

  /** Whether anything in a text may be woven. */
  concerns(text: string): boolean {
    return this.#whole.concerns(text)
  }

  transform(text: string, file: string, kind: SourceKind): Transformed {
    return this.#quietly(text, () => this.#transform(text, file, kind, this.#whole))
  }

  /** For a module that is not woven: hooks what it imports, where the plan asks for that. */
  hookImports(text: string, file: string, kind: SourceKind): Transformed {
    return this.#quietly(text, () => this.#transform(text, file, kind, this.#imports))
  }

  #quietly(text: string, work: () => Transformed): Transformed {
    const { quietly, onFault } = this.#options
    return quietly(() => {
      try {
        return work()
      } catch (error) {
        onFault(error)
        return failed(text)
      }
    })
  }

  #transform(text: string, file: string, kind: SourceKind, weaving: Weaving): Transformed {
    const { wants, cache, onWoven, onUnparsed, onMayImport } = this.#options
    const part = wants(file) ? weaving : this.#imports
    if (file === '' || !part.concerns(text)) return leftAlone(text)
    // Of tools these are the largest texts, and what sees imports is nearly always there when one is seen.
    if (part === this.#imports && (kind === 'module' || text.length > longest)) {
      onMayImport()
      return leftAlone(text)
    }
    const found = cache.get(file, part.name + kind, text, (base) => {
      const result = part.weaver.weave(text, kind, base)
      // Node runs what it cannot compile as CommonJS as an ES module, if it looks like one.
      const again = result.kind === 'unparsed' && kind === 'commonjs' && moduleSyntax.test(text)
      return again ? part.weaver.weave(text, 'module', base) : result
    })
    switch (found.kind) {
      case 'unchanged':
        return leftAlone(text)
      case 'unparsed':
        onUnparsed(file, found.reason)
        return failed(text)
      case 'woven': {
        const { module } = found
        onWoven(new FileSites(file, placesOf(module), module.code.length), module)
        return { text: module.code, module, failed: false }
      }
    }
  }
}

/** What is woven for one plan. */
class Weaving {
  /** Keeps its texts apart from those of other plans in the same cache. */
  readonly name: string
  readonly concerns: (text: string) => boolean
  readonly #make: () => Weaver
  #weaver: Weaver | undefined

  constructor(name: string, plan: WeavePlan, make: (plan: WeavePlan) => Weaver) {
    this.name = name
    this.concerns = relevanceOf(plan)
    this.#make = () => make(plan)
  }

  get weaver(): Weaver {
    this.#weaver ??= this.#make()
    return this.#weaver
  }
}

/** The places of one woven file, as the session asks for them. */
export class FileSites implements WovenSites {
  readonly file: string
  readonly base: number
  readonly size: number
  readonly length: number
  readonly #module: WovenPlaces
  #sites: SiteTable | undefined
  #columns: Columns | undefined

  constructor(file: string, module: WovenPlaces, length: number) {
    this.file = file
    this.base = module.base
    this.size = module.size
    this.length = length
    this.#module = module
  }

  position(site: number) {
    const found = this.describe(site)
    if (found === undefined) return undefined
    return { file: this.file, line: found.line, column: found.column, function: found.enclosing }
  }

  describe(site: number) {
    this.#sites ??= pristinely(() => this.#module.sites)
    return this.#sites.get(site)
  }

  siteAt({ line, column }: { readonly line: number; readonly column: number }, name: string) {
    return this.#module.sites.find(line, column, name)
  }

  unwoven(line: number, column: number) {
    this.#columns ??= pristinely(() => new Columns(this.#module.insertions))
    return this.#columns.original(line, column)
  }
}
