/**
 * Specs whose monitors all begin with an object that the event itself makes, such as a loop's iterator: nobody can have seen
 * it before, and nothing can create a monitor for it again. Whoever skips such a monitor need not remember the object, and
 * whoever signals its events may stop when nothing is kept of it.
 */

import type { CompiledPointcut, CompiledSpec } from '../../spec/compiled-spec.ts'

/** Objects are kept by the one that is declared last (`d/plan.ts`). */
const leafOf = ({ parameters }: CompiledSpec): number => parameters.findLastIndex(({ kind }) => kind === 'object')

/** Whether each creation event of a spec binds the parameter that keeps its monitors to an object that it makes itself. */
export function createsFreshOnly(spec: CompiledSpec): boolean {
  const leaf = leafOf(spec)
  const isFresh = (pointcut: CompiledPointcut): boolean => {
    if (pointcut.kind === 'iterate') return pointcut.step === 'start' && isAt(pointcut, leaf, 'iterator')
    return pointcut.kind === 'construct' && isAt(pointcut, leaf, 'result')
  }
  return spec.events.every(({ creation, pointcuts }) => !creation || (pointcuts.length > 0 && pointcuts.every(isFresh)))
}

/**
 * Whether an event of a loop means nothing to a spec that keeps nothing of the loop's iterator. Every instance of such a spec
 * has an iterator that an event of creation bound, and the event reaches those that have this one.
 */
export function concernsKeptLoopsOnly(spec: CompiledSpec, event: number): boolean {
  const { creation, pointcuts } = spec.events[event]!
  const leaf = leafOf(spec)
  return (
    !creation &&
    spec.template.logic !== 'raw' &&
    createsFreshOnly(spec) &&
    pointcuts.every((pointcut) => pointcut.kind === 'iterate' && isAt(pointcut, leaf, 'iterator'))
  )
}

function isAt({ bindings }: CompiledPointcut, parameter: number, root: 'iterator' | 'result'): boolean {
  const binding = bindings[parameter]
  return binding !== undefined && binding.root === root && binding.path.length === 0
}
