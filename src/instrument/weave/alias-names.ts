/**
 * Names under which a text calls monitored functions, found in the text alone, before it is parsed:
 *
 *     import { readFileSync as read } from 'fs'      const { readFileSync: read } = fs      const read = fs.readFileSync
 *     new Promise((ok, fail) => …)                   ok and fail, if executors are monitored
 *     this._ok = ok; release = fail                  members _ok, and ok of { ok, fail }; release
 *     const end = res.end; res._write = res.write    end.call(res), this._write(…)
 *
 * Scopes are not considered: a name too many costs a store at calls of that name. A call without a store costs a search of
 * the stack each time (for resolvers that a team kept as members these were a fifth of what instrumentation added to a suite).
 */

import type { WeavePlan } from './weave-plan.ts'

const identifier = '[\\w$\\u0080-\\uffff]+'
const executor = new RegExp(
  `\\bPromise\\s*\\(\\s*(?:async\\s*)?(?:function\\b\\s*\\*?\\s*(?:${identifier})?\\s*)?\\(?\\s*(${identifier})\\s*(?:,\\s*(${identifier}))?\\s*(?:\\)|=>)`,
  'g',
)
/** Behind a name: ` as local`, `: local`. */
const renamed = new RegExp(`(?:\\s+as\\s+|\\s*:\\s*)(${identifier})`, 'y')
/** Before a name: `local = a.b.`. */
const assigned = new RegExp(`(?<![\\w$])(${identifier})\\s*=\\s*(?:${identifier}\\s*\\??\\.\\s*)+$`)
/** Something that is a name is kept: `.member = name`, `local = name`, `member: name`. */
const kept = new RegExp(
  `(\\.\\s*)?(?<![\\w$])(${identifier})\\s*(=|:)\\s*(${identifier})(?=\\s*(?:[;,)}\\]]|[\\n\\r]|$))`,
  'g',
)
/** A method is kept: `local = a.b.method`, `o.member = a.b.method`. */
const keptMethod = new RegExp(
  `(\\.\\s*)?(?<![\\w$])(${identifier})\\s*=\\s*(?:${identifier}\\s*\\??\\.\\s*)+(${identifier})(?!\\s*(?:\\(|\\??\\.|\\[))(?![\\w$])`,
  'g',
)
/** As far back as `assigned` is looked for: a path longer than this has no alias, and no text costs more than its length. */
const lookBack = 80

const escapeName = (name: string): string => name.replace(/[$\\^*+?.()|[\]{}]/g, '\\$&')

export interface Aliases {
  /** Of functions that are called by a name alone. */
  readonly names: ReadonlySet<string>
  /** Of members that hold a resolver, or a method of another name. */
  readonly members: ReadonlySet<string>
  /** Of what holds a method, which others may call on their objects. */
  readonly kept: ReadonlySet<string>
}

/** One scanner for each plan; made once, since building it costs more than a run over a small file. */
export class AliasNames {
  readonly #names: RegExp | undefined
  readonly #methods: ReadonlySet<string>
  readonly #executors: boolean

  constructor(plan: WeavePlan) {
    this.#methods = plan.members
    const names = [...plan.callees, ...plan.constructors].map(escapeName).join('|')
    this.#names = names === '' ? undefined : new RegExp(`(?<![\\w$])(?:${names})(?![\\w$])`, 'g')
    this.#executors = plan.executors
  }

  find(source: string): Aliases {
    const names = new Set<string>()
    const members = new Set<string>()
    const kept = new Set<string>()
    if (this.#methods.size > 0) this.#findKept(source, members, kept)
    if (this.#names !== undefined) this.#findRenamed(source, names)
    if (this.#executors) findResolvers(source, names, members)
    return { names, members, kept }
  }

  #findKept(source: string, members: Set<string>, kept: Set<string>): void {
    for (const [, ofObject, holder, method] of source.matchAll(keptMethod)) {
      if (holder === method || !this.#methods.has(method!)) continue
      kept.add(holder!)
      if (ofObject !== undefined) members.add(holder!)
    }
  }

  #findRenamed(source: string, found: Set<string>): void {
    for (const { index, 0: name } of source.matchAll(this.#names!)) {
      const end = index + name.length
      renamed.lastIndex = end
      const after = renamed.exec(source)
      if (after !== null) found.add(after[1]!)
      const before = source.charCodeAt(index - 1)
      if (before !== dot && !isBlank(before)) continue
      const path = assigned.exec(source.slice(Math.max(0, index - lookBack), index))
      if (path !== null && !/^\s*\(/.test(source.slice(end, end + 8))) found.add(path[1]!)
    }
  }
}

function findResolvers(source: string, names: Set<string>, members: Set<string>): void {
  // As they are called inside, and as members where an object is made of them.
  for (const [, first, second] of source.matchAll(executor))
    for (const resolver of [first, second]) if (resolver !== undefined) members.add(resolver)
  if (members.size === 0) return
  const resolvers = new Set(members)
  for (const resolver of resolvers) names.add(resolver)
  for (const [, ofObject, holder, sign, value] of source.matchAll(kept)) {
    if (!resolvers.has(value!)) continue
    if (ofObject !== undefined || sign === ':') members.add(holder!)
    else names.add(holder!)
  }
}

const dot = 46

const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13)
