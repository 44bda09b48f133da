/**
 * Regression property prioritization (evolution-aware RV, §III-E): critical specs are watched first, with a result at once,
 * the others in a phase of their own whose result comes later. Critical is what was violated in one of the last runs,
 * and what the user names. Without a history everything is critical: no one can know better.
 */

/** A spec that was not violated for so many runs goes to the background. */
export const patience = 10

export interface Priorities {
  readonly critical: readonly string[]
  readonly background: readonly string[]
  /** What changed sides since the last run in phases, in sentences. */
  readonly moved: readonly string[]
}

export interface PriorityInput {
  readonly specs: readonly string[]
  /** By spec that was violated once: runs since; undefined without a history. */
  readonly quiet: Readonly<Record<string, number>> | undefined
  /** What the user names. */
  readonly named: readonly string[]
  /** Critical in the last run in phases; undefined when there was none. */
  readonly before: readonly string[] | undefined
}

export function prioritizeSpecs({ specs, quiet, named, before }: PriorityInput): Priorities {
  if (quiet === undefined) return { critical: specs, background: [], moved: [] }
  const isCritical = (id: string): boolean => named.includes(id) || (quiet[id] ?? patience) < patience
  const critical = specs.filter(isCritical)
  const moved = specs.flatMap((id) => {
    if (before === undefined || before.includes(id) === critical.includes(id)) return []
    if (!critical.includes(id)) {
      const why =
        quiet[id] === undefined ? 'nobody names it any more' : `it was not violated in the last ${patience} runs`
      return [`${id} went to the background: ${why}.`]
    }
    return [`${id} became critical: ${named.includes(id) ? 'it was named' : 'it was violated'}.`]
  })
  return { critical, background: specs.filter((id) => !isCritical(id)), moved }
}
