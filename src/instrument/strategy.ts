/**
 * How events are seen. A strategy decides which operations of a plan get wrappers, what is woven into sources, and where
 * places come from; the machinery is the same for all. A user's strategy implements the same interface.
 *
 * | strategy | wraps                       | weaves            | places                       | cannot see |
 * |----------|-----------------------------|-------------------|------------------------------|------------|
 * | `patch`  | all that a wrapper can stand for | nothing      | stacks                       | array iteration, property writes, `delete`, executors of `new Promise` |
 * | `weave`  | nothing                     | everything        | woven sites                  | calls, emissions, reads; code that is not woven |
 * | `hybrid` | calls, emissions, accessors | sites and syntax  | woven sites, verified; stacks where there is none | syntax in code that is not woven |
 */

import { isExecutor, planWeaving } from './plan/plan-weaving.ts'
import type { InstrumentationPlan, Operation } from './plan/plan.ts'
import type { WeavePlan } from './weave/weave-plan.ts'

export interface Strategy {
  readonly name: string
  /** Whether the function that the operation names gets a wrapper. */
  wraps(operation: Operation): boolean
  /** What is woven; undefined when sources are left alone. */
  weaves(plan: InstrumentationPlan): WeavePlan | undefined
  /** Where wrappers take the place of a call from: `site` what woven code says, verified; `stack` always the stack. */
  readonly places: 'site' | 'stack'
  /** Whether promise hooks may be switched on for specs that watch promises. */
  readonly promiseHooks: boolean
}

export const patchStrategy: Strategy = {
  name: 'patch',
  wraps: () => true,
  weaves: () => undefined,
  places: 'stack',
  promiseHooks: true,
}

export const weaveStrategy: Strategy = {
  name: 'weave',
  wraps: () => false,
  weaves: planWeaving,
  places: 'site',
  promiseHooks: false,
}

const wrapped: ReadonlySet<Operation['kind']> = new Set(['call', 'construct', 'emit', 'read'] as const)

export const hybridStrategy: Strategy = {
  name: 'hybrid',
  wraps: (operation) => wrapped.has(operation.kind) && !isExecutor(operation),
  weaves: (plan) => ({ ...planWeaving(plan), awaits: false }),
  places: 'site',
  promiseHooks: true,
}

export const strategies: Readonly<Record<string, Strategy>> = {
  patch: patchStrategy,
  weave: weaveStrategy,
  hybrid: hybridStrategy,
}
