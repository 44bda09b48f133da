/**
 * How events are seen. A strategy decides which operations of a plan get wrappers, what is woven into sources, and where
 * places come from; the machinery is the same for all. A user's strategy implements the same interface.
 *
 * | strategy | wraps                            | weaves                  | places                       |
 * |----------|----------------------------------|-------------------------|------------------------------|
 * | `patch`  | all that a wrapper can stand for | nothing                 | stacks                       |
 * | `weave`  | nothing                          | calls, sites and syntax | woven sites                  |
 * | `hybrid` | calls, emissions, accessors      | sites and syntax        | woven sites, verified; stacks where there is none |
 *
 * `docs/strategies.md` says what each cannot see.
 */

import { isCalledByLoops, isExecutor, planCallWeaving, planWeaving } from './plan/plan-weaving.ts'
import type { InstrumentationPlan, Operation } from './plan/plan.ts'
import type { WeavePlan } from './weave/weave-plan.ts'

export interface Strategy {
  readonly name: string
  /** Whether the function that the operation names gets a wrapper. */
  wraps(operation: Operation): boolean
  /**
   * Whether the events of the operation, of promises being handled or of promises settling may happen in the program
   * without being seen. A spec is left out where that could make up a violation.
   */
  misses(events: Operation | 'handle' | 'settle'): boolean
  /**
   * What is woven; undefined when sources are left alone. With `hookCalls`, woven code tells of calls itself, and functions
   * that get no wrapper are recognised there.
   */
  weaves(plan: InstrumentationPlan): WeavePlan | undefined
  /** Where wrappers take the place of a call from: `site` what woven code says, verified; `stack` always the stack. */
  readonly places: 'site' | 'stack'
  /** Whether promise hooks may be switched on for specs that watch promises. */
  readonly promiseHooks: boolean
}

/** Collections whose iterators can be wrapped without slowing down the process. */
const wrappedIterables: ReadonlySet<string> = new Set(['Map', 'Set'])

/** Whether no wrapper shows the operation. */
function onlyWoven(operation: Operation): boolean {
  const { kind, place, holder } = operation
  if (kind === 'write' || kind === 'delete' || isExecutor(operation)) return true
  if (kind !== 'iterate-start' && kind !== 'iterate-next' && kind !== 'iterate-finish') return false
  return place.kind !== 'global' || holder.length !== 1 || !wrappedIterables.has(holder[0]!)
}

/** Whether no woven text shows the operation: nobody writes the calls of `@@dispose`, nor those of Node that emit. */
function onlyWrapped(operation: Operation): boolean {
  const { kind, member } = operation
  if (kind === 'emit' || kind === 'read') return true
  return member !== undefined && member.startsWith('@@') && !isCalledByLoops(operation)
}

export const patchStrategy: Strategy = {
  name: 'patch',
  wraps: () => true,
  misses: (events) => typeof events !== 'string' && onlyWoven(events),
  weaves: () => undefined,
  places: 'stack',
  promiseHooks: true,
}

export const weaveStrategy: Strategy = {
  name: 'weave',
  wraps: () => false,
  misses: (events) => typeof events === 'string' || onlyWrapped(events),
  weaves: planCallWeaving,
  places: 'site',
  promiseHooks: false,
}

const wrapped: ReadonlySet<Operation['kind']> = new Set(['call', 'construct', 'emit', 'read'] as const)

export const hybridStrategy: Strategy = {
  name: 'hybrid',
  wraps: (operation) => wrapped.has(operation.kind) && !isExecutor(operation),
  misses: () => false,
  weaves: (plan) => ({ ...planWeaving(plan), awaits: false }),
  places: 'site',
  promiseHooks: true,
}

export const strategies: Readonly<Record<string, Strategy>> = {
  patch: patchStrategy,
  weave: weaveStrategy,
  hybrid: hybridStrategy,
}
