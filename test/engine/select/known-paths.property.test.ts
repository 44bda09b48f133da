/** A trace leaves the known paths when, by its own definition, none that has ended begins as it does. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownPaths } from '#src/engine/select/known-paths.ts'
import { root, TraceStore } from '#src/engine/trace/trace-store.ts'
import { runs } from '../../support/property.ts'

/** Steps that differ from their neighbours, each taken a number of times in a row. */
type Trace = readonly { readonly site: number; readonly times: number }[]

const trace: fc.Arbitrary<Trace> = fc
  .array(
    fc.record({
      site: fc.integer({ min: 1, max: 3 }),
      times: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) }, { weight: 1, arbitrary: fc.nat(60) }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((steps) => steps.filter(({ site, times }, i) => times > 0 && site !== steps[i - 1]?.site))
  // What lies between two equal steps may have been left out.
  .map((steps) => steps.filter(({ site }, i) => site !== steps[i - 1]?.site))
  .filter((steps) => steps.length > 0)

/** Whether a trace may still become one that has ended. */
function mayBecome(open: Trace, ended: Trace): boolean {
  const last = open.length - 1
  return (
    open.slice(0, last).every(({ site, times }, i) => ended[i]?.site === site && ended[i].times === times) &&
    ended[last]?.site === open[last]!.site &&
    ended[last].times >= open[last]!.times
  )
}

test('leaves them when no trace that has ended begins so', () => {
  let left = 0
  let stayed = 0
  fc.assert(
    fc.property(fc.array(trace, { maxLength: 12 }), fc.array(trace, { minLength: 1, maxLength: 6 }), (ended, open) => {
      const store = new TraceStore()
      const paths = new KnownPaths(store)
      const nodeOf = (steps: Trace) => {
        store.enter(root, 1)
        let node = root
        for (const { site, times } of steps)
          for (let i = 0; i < times; i++) node = store.advance(node, store.key(1, site), 1)
        return node
      }
      for (const steps of ended) {
        const node = nodeOf(steps)
        if (store.end(node) === 0) paths.add(node)
      }
      for (const steps of open) {
        const leaves = paths.leavesAll(nodeOf(steps))
        expect(leaves).toBe(!ended.some((other) => mayBecome(steps, other)))
        if (leaves) left++
        else stayed++
      }
    }),
    runs(1000),
  )
  expect(Math.min(left, stayed)).toBeGreaterThan(100)
})
