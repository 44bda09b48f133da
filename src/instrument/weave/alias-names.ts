/**
 * Local names under which a text calls monitored functions, found in the text alone, before it is parsed:
 *
 *     import { readFileSync as read } from 'fs'      const { readFileSync: read } = fs      const read = fs.readFileSync
 *     new Promise((ok, fail) => …)                   ok and fail, if executors are monitored
 *
 * Scopes are not considered: a name too many costs a store at calls of that name.
 */

import type { WeavePlan } from './weave-plan.ts'

const identifier = '[\\w$\\u0080-\\uffff]+'
const executor = new RegExp(
  `\\bPromise\\s*\\(\\s*(?:async\\s*)?(?:function\\b\\s*\\*?\\s*(?:${identifier})?\\s*)?\\(?\\s*(${identifier})\\s*(?:,\\s*(${identifier}))?\\s*(?:\\)|=>)`,
  'g',
)

export const escapeName = (name: string): string => name.replace(/[$\\^*+?.()|[\]{}]/g, '\\$&')

/** One scanner for each plan; made once, since building it costs more than a run over a small file. */
export class AliasNames {
  readonly #renamed: RegExp | undefined
  readonly #executors: boolean

  constructor(plan: WeavePlan) {
    const names = [...plan.callees, ...plan.constructors].map(escapeName).join('|')
    this.#renamed =
      names === ''
        ? undefined
        : new RegExp(
            `(?<![\\w$])(?:${names})(?:\\s+as\\s+|\\s*:\\s*)(${identifier})|(${identifier})\\s*=\\s*(?:${identifier}\\s*\\??\\.\\s*)+(?:${names})(?![\\w$]|\\s*\\()`,
            'g',
          )
    this.#executors = plan.executors
  }

  find(source: string): Set<string> {
    const found = new Set<string>()
    const collect = (pattern: RegExp): void => {
      for (const match of source.matchAll(pattern)) {
        if (match[1] !== undefined) found.add(match[1])
        if (match[2] !== undefined) found.add(match[2])
      }
    }
    if (this.#renamed !== undefined) collect(this.#renamed)
    if (this.#executors) collect(executor)
    return found
  }
}
