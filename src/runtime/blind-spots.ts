/**
 * Which specs a strategy can judge. A strategy that misses an event may hide a violation, never make one up: a file that
 * the strategy does not see being closed must not be reported as left open. So a spec is left out if missing occurrences of
 * the events that the strategy may miss can lead a slice into a report although the whole slice has not made any.
 *
 * Decided on the automaton, as reachability in pairs of states, one that saw everything and one that saw less: quadratic in
 * the states, which are few. A property without a table is left out if any of its events may be missed, unless each event
 * stands for itself.
 */

import type { Strategy } from '../instrument/strategy.ts'
import { planInstrumentation } from '../instrument/plan/plan.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'

export interface LeftOut {
  /** The spec's id. */
  readonly target: string
  readonly reason: string
}

/** The specs that the strategy can judge, and the others. */
export function partitionSpecs<S extends CompiledSpec>(
  specs: readonly S[],
  strategy: Strategy,
): { readonly judged: readonly S[]; readonly left: readonly LeftOut[] } {
  const judged: S[] = []
  const left: LeftOut[] = []
  for (const spec of specs) {
    const missed = blindSpots(spec, strategy)
    if (missed.length === 0) judged.push(spec)
    else left.push(leftOut(spec.id, missed, strategy.name))
  }
  return { judged, left }
}

/** `missed`: the spec's blind spots under the strategy. */
export function leftOut(id: string, missed: readonly string[], strategy: string): LeftOut {
  return { target: id, reason: `the strategy ${strategy} may miss its ${listOf(missed)}` }
}

function listOf(names: readonly string[]): string {
  return `event${names.length === 1 ? '' : 's'} ${names.join(', ')}`
}

/**
 * Names of events, of those that the strategy may miss, for which the spec has to be left out; empty if it can be judged.
 * `seesBeginnings`: whether it misses none that would begin a slice.
 */
export function blindSpots(
  spec: CompiledSpec,
  strategy: Pick<Strategy, 'misses'>,
  seesBeginnings = false,
): readonly string[] {
  const missed = missedEvents(spec, strategy)
  if (!missed.includes(true) || spec.template.logic === 'raw') return []
  return staysRight(spec, missed, seesBeginnings)
    ? []
    : spec.events.filter((_, event) => missed[event]).map(({ name }) => name)
}

/** By event, whether the strategy may miss it. */
function missedEvents(spec: CompiledSpec, strategy: Pick<Strategy, 'misses'>): boolean[] {
  const { operations, handles, settles } = planInstrumentation([spec])
  const missed = spec.events.map(() => false)
  const miss = ({ event }: { event: number }): void => {
    missed[event] = true
  }
  for (const operation of operations) if (strategy.misses(operation)) operation.subscriptions.forEach(miss)
  if (strategy.misses('handle')) handles.forEach(miss)
  if (strategy.misses('settle')) settles.forEach(miss)
  return missed
}

/** A slice that no creation event has begun. */
const notBegun = -1

function staysRight({ template, events }: CompiledSpec, missed: readonly boolean[], seesBeginnings: boolean): boolean {
  const { table } = template
  if (table === undefined) return false
  const { states, width, start, next, verdicts } = table
  const step = (state: number, event: number): number => {
    if (state === notBegun && !events[event]!.creation) return notBegun
    return next[(state === notBegun ? start : state) * width + event]!
  }
  const verdict = (state: number): number => (state === notBegun ? 0 : verdicts[state]!)
  const size = states + 1
  const seen = new Set<number>()
  const pending: (readonly [full: number, less: number])[] = []
  const reach = (full: number, less: number): void => {
    const key = (full + 1) * size + less + 1
    if (seen.has(key)) return
    seen.add(key)
    pending.push([full, less])
  }
  reach(notBegun, notBegun)
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [full, less] = pair
    for (let event = 0; event < width; event += 1) {
      const after = step(full, event)
      const seenAfter = step(less, event)
      // A slice that has been reported is at fault, wherever the one that saw less reports it.
      if (verdict(after) !== 0) continue
      if (verdict(seenAfter) !== 0) return false
      reach(after, seenAfter)
      if (missed[event] && !(seesBeginnings && less === notBegun)) reach(after, less)
    }
  }
  return true
}
