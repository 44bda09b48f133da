/**
 * Source weaving: a module's final JavaScript in, the same text with insertions out. A pure function: nothing is read,
 * kept or run. Between the loader hooks, which call it on a cache miss, and the JavaScript engine.
 *
 * Only insertions, none with a line break: `unweave(weave(x)) === x`, and lines keep their numbers. A text that holds
 * none of the plan's names is not parsed; one that cannot be parsed is left alone and says why.
 */

import { defaultOptions, type Options, parse } from 'acorn'
import { abiName } from './abi.ts'
import { AliasNames } from './alias-names.ts'
import { Insertions } from './insertions.ts'
import { PlaceInsertions } from './place-insertions.ts'
import { relevanceOf } from './relevance.ts'
import { lineStartsOf, SiteTable } from './sites.ts'
import { unweave } from './unweave.ts'
import type { WeavePlan } from './weave-plan.ts'
import type { WovenModule } from './woven-module.ts'

/** `commonjs`: the body of a function, as `require` and `vm.compileFunction` compile it. */
export type SourceKind = 'script' | 'commonjs' | 'module'

export type WeaveResult =
  | { readonly kind: 'woven'; readonly module: WovenModule }
  /** Nothing in it concerns the plan, or it was woven before. */
  | { readonly kind: 'unchanged' }
  /** Left alone; `reason` is for the report. */
  | { readonly kind: 'unparsed'; readonly reason: string }

const parserOptions: Record<SourceKind, Options> = {
  script: { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true },
  commonjs: { ecmaVersion: 'latest', sourceType: 'commonjs', allowHashBang: true },
  module: { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true },
}

// acorn goes over all names of its options and of nodes, inherited ones too: those that a program gave to
// `Object.prototype`, with getters that may throw.
Object.setPrototypeOf(defaultOptions, null)
Object.setPrototypeOf(Object.getPrototypeOf(parse('', parserOptions.script)), null)

const unchanged: WeaveResult = { kind: 'unchanged' }

/** A weaver for one plan. */
export class Weaver {
  readonly #plan: WeavePlan
  readonly #aliases: AliasNames
  readonly #relevant: (text: string) => boolean

  constructor(plan: WeavePlan) {
    this.#plan = plan
    this.#aliases = new AliasNames(plan)
    this.#relevant = relevanceOf(plan)
  }

  /** Whether the text holds anything that the plan asks for. */
  isRelevant(source: string): boolean {
    return this.#relevant(source)
  }

  /** Sites are numbered from `base + 1`; see `sites.ts` for who chooses `base`. */
  weave(source: string, kind: SourceKind, base: number): WeaveResult {
    if (!this.isRelevant(source)) return unchanged
    if (source.includes(abiName)) {
      if (unweave(source).length < source.length) return unchanged
      return { kind: 'unparsed', reason: `the text contains the reserved name ${abiName}` }
    }
    const insertions = new Insertions()
    const sites = new SiteTable(base)
    try {
      const program = parse(source, parserOptions[kind])
      new PlaceInsertions(source, this.#plan, this.#aliases.find(source), insertions, sites).program(program)
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError)
        return { kind: 'unparsed', reason: error.message }
      throw error
    }
    if (insertions.size === 0) return unchanged
    const lineStarts = lineStartsOf(source)
    sites.locate(lineStarts)
    return {
      kind: 'woven',
      module: {
        code: insertions.splice(source),
        base,
        size: sites.size,
        insertions: insertions.table(lineStarts),
        sites,
      },
    }
  }
}
