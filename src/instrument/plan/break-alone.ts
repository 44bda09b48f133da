/** What loops can do to a spec by themselves: those over arrays that nobody else has a hold on (`../weave/own-array.ts`). */

import type { CompiledSpec } from '../../spec/compiled-spec.ts'

/**
 * Whether a loop that alone has a hold on its collection and its iterator can break a spec: whether its own events, and those
 * that bind neither, lead to a report.
 */
export function loopsBreakAlone({ events, template: { table } }: CompiledSpec): boolean {
  if (table === undefined) return true
  let ofLoop = 0
  for (const { pointcuts } of events)
    for (const { kind, bindings } of pointcuts)
      bindings.forEach((binding, parameter) => {
        if (kind === 'iterate' && (binding?.root === 'iterable' || binding?.root === 'iterator'))
          ofLoop |= 1 << parameter
      })
  const possible = [...events.keys()].filter((event) => {
    const { parameters, pointcuts } = events[event]!
    return (parameters & ofLoop) === 0 || pointcuts.some(({ kind }) => kind === 'iterate' || kind === 'collect')
  })
  const { next, verdicts, width, start } = table
  const reached = new Set([start])
  for (const state of reached) {
    for (const event of possible) {
      const to = next[state * width + event]!
      if (verdicts[to] !== 0) return true
      reached.add(to)
    }
  }
  return false
}
